import { functionsIn, type PythonFunction } from './functions.ts';

/**
 * Finds the bodies of functions that nothing can call: another one of the name follows in the same block, and nothing in
 * between has the name. A decorator may keep what it decorates.
 * @param code the file, see `codeOnly`
 * @returns whether an offset is in one of them
 */
export function shadowedIn(code: string): (offset: number) => boolean {
  const functions = functionsIn(code);
  const named = Map.groupBy(functions, ({ name }) => name);
  const bodies = functions.filter(each => {
    // Between it and any further one stands the name of the next.
    const next = named.get(each.name)?.find(({ head }) => head >= each.body[1]);
    return next !== undefined && isReplacedBy(code, each, next) && !isDecorated(code, each);
  });
  return offset => bodies.some(({ body: [from, to] }) => from <= offset && offset < to);
}

function isReplacedBy(code: string, { name, head, body: [, end] }: PythonFunction, later: PythonFunction): boolean {
  const margin = indentationAt(code, head);
  if (indentationAt(code, later.head) !== margin || isDecorated(code, later)) return false;
  const between = code.slice(end, later.head);
  const isOneBlock = between.split('\n').every(line => line.trim() === '' || indentationOf(line) >= margin);
  return isOneBlock && !new RegExp(`\\b${name}\\b`).test(between);
}

function isDecorated(code: string, { head }: PythonFunction): boolean {
  const above = code.slice(0, head).trimEnd();
  return /^[ \t]*[@)\]}]/.test(above.slice(above.lastIndexOf('\n') + 1));
}

function indentationAt(code: string, head: number): number {
  return indentationOf(code.slice(head));
}

function indentationOf(line: string): number {
  return /^[ \t]*/.exec(line)?.[0].length ?? 0;
}

/**
 * Whether the definitions at two lines are the same but for white space, so that nothing is lost with the first.
 * @param lines of the file
 * @param first from 1
 * @param second from 1
 */
export function areSameDefinitions(lines: readonly string[], first: number, second: number): boolean {
  return definitionAt(lines, first) === definitionAt(lines, second);
}

function definitionAt(lines: readonly string[], line: number): string {
  const margin = indentationOf(lines[line - 1] ?? '');
  const below = lines.slice(line);
  const end = below.findIndex(each => /\S/.test(each) && indentationOf(each) <= margin && !/^\s*[)\]}]/.test(each));
  const whole = [lines[line - 1] ?? '', ...(end < 0 ? below : below.slice(0, end))];
  return whole
    .map(each => each.trim())
    .join('\n')
    .trim();
}
