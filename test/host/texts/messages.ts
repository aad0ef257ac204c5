import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { root } from '../cache.ts';

/** A call or `new`, with those of its arguments that are asked for. */
export interface FoundCall {
  readonly file: string;
  readonly node: ts.CallExpression | ts.NewExpression;
  readonly args: readonly ts.Expression[];
}

/** Rooms whose messages are shown in the editor. The service and its command line speak English. */
const rooms = /^(?:core|files|api|git|reviews|vscode)\/|^extension\.ts$/;
const source = path.join(root, 'src');

/** The parsed source files whose messages are translated. */
export const sourceFiles: readonly ts.SourceFile[] = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .map(file => file.replaceAll('\\', '/'))
  .filter(file => file.endsWith('.ts') && rooms.test(file))
  .map(file => ts.createSourceFile(file, readFileSync(path.join(source, file), 'utf8'), ts.ScriptTarget.Latest, true));

/** Calls `look` with a node, and with the nodes in it where `look` returns `true`. */
export function walk(node: ts.Node, look: (node: ts.Node) => boolean): void {
  if (look(node)) ts.forEachChild(node, child => walk(child, look));
}

/** The name of what is called: `run` for `this.#git.run(…)`. */
export function nameOfCall({ expression }: ts.CallExpression | ts.NewExpression): string {
  return ts.isPropertyAccessExpression(expression) ? expression.name.text.replace('#', '') : expression.getText();
}

/** All calls of some functions. @param positions of the arguments that are asked for, by the function's name */
export function callsOf(positions: Readonly<Record<string, readonly number[]>>): FoundCall[] {
  const found: FoundCall[] = [];
  for (const file of sourceFiles)
    walk(file, node => {
      if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return true;
      const name = nameOfCall(node);
      const args = (Object.hasOwn(positions, name) ? positions[name] : [])?.flatMap(at => node.arguments?.[at] ?? []);
      if (args !== undefined && args.length > 0) found.push({ file: file.fileName, node, args });
      return true;
    });
  return found;
}

/** Where a node is, for the report of a test: "vscode/views/menu.ts:12 'Retry'". */
export function placeOf(node: ts.Node): string {
  const file = node.getSourceFile();
  const { line } = file.getLineAndCharacterOfPosition(node.getStart());
  return `${file.fileName}:${line + 1} ${node.getText().replace(/\s+/g, ' ').slice(0, 120)}`;
}
