import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { runProgram, StartError } from '../../../../src/git/run/runProgram.ts';

const source = path.resolve(import.meta.dirname, '../../../../src');
const modules = /^(?:node:)?(?:child_process|cluster)$/;

/** A call that starts a process. */
interface Start {
  readonly file: string;
  readonly name: string;
  /** The expression that says which program. */
  readonly program: string;
  readonly text: string;
}

/** Every call of what a file takes from Node to start processes; anything but a plain named import fails. */
function startsIn(file: string, text: string): Start[] {
  if (!/child_process|cluster/.test(text)) return [];
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const names = new Map<string, string>();
  const starts: Start[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isImportDeclaration(node) &&
      ts.isStringLiteral(node.moduleSpecifier) &&
      modules.test(node.moduleSpecifier.text)
    ) {
      const bindings = node.importClause?.namedBindings;
      assert.ok(bindings !== undefined && ts.isNamedImports(bindings), `${file} imports the whole of it`);
      for (const { name, propertyName, isTypeOnly } of bindings.elements)
        if (!isTypeOnly) names.set(name.text, (propertyName ?? name).text);
    } else if (ts.isCallExpression(node)) {
      const [first] = node.arguments;
      const loads =
        node.expression.kind === ts.SyntaxKind.ImportKeyword ||
        /(?:^|\.)(?:require|getBuiltinModule)$/.test(node.expression.getText(tree));
      if (loads && first !== undefined && ts.isStringLiteral(first))
        assert.ok(!modules.test(first.text), `${file} loads it in passing`);
      const name = ts.isIdentifier(node.expression) ? names.get(node.expression.text) : undefined;
      if (name !== undefined)
        starts.push({ file, name, program: first?.getText(tree) ?? '', text: node.getText(tree) });
    } else if (ts.isIdentifier(node) && names.has(node.text) && !ts.isImportSpecifier(node.parent)) {
      assert.ok(ts.isCallExpression(node.parent) && node.parent.expression === node, `${file} hands ${node.text} on`);
    }
    if (!ts.isIdentifier(node) || !names.has(node.text)) ts.forEachChild(node, visit);
  };
  visit(tree);
  return starts;
}

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.ts'));
const starts = files.flatMap(file => startsIn(file, readFileSync(path.join(source, file), 'utf8')));

describe('every place that starts a process', () => {
  it('is known, and names a program by an absolute path', () => {
    assert.deepEqual(
      starts.map(({ file, name, program }) => `${file.replaceAll('\\', '/')} ${name} ${program}`).sort(),
      [
        // Checked where it is started, see below.
        'git/run/runProgram.ts spawn file',
        // Made of the folder of Windows.
        'git/run/processTree.ts spawn taskkillPath(process.env)',
        "git/run/processTree.ts execFileSync '/bin/ps'",
        // A module for this very program.
        'service/worker/analyserProcess.ts fork program',
        'service/jobs/engineProcess.ts fork engine',
        'vscode/connection/embeddedService.ts fork script',
      ].sort(),
    );
  });

  it('starts no shell, and hands on no environment that was not looked through', () => {
    for (const { file, name, text } of starts) {
      assert.doesNotMatch(text, /\bshell\b/, file);
      if (name === 'fork') assert.match(text, /env: childEnvironment\(process\.env,/, file);
    }
    const whole = files.filter(file =>
      /\.\.\.process\.env\b|env: process\.env\b/.test(readFileSync(path.join(source, file), 'utf8')),
    );
    assert.deepEqual(whole, ['service/reviewers/configured.ts'], 'which makes the environment of tools of it');
  });

  it('would be seen here', () => {
    const seen = (text: string): string[] => startsIn('x.ts', text).map(({ name, program }) => `${name} ${program}`);
    assert.deepEqual(seen("import { spawn as run } from 'node:child_process'; run('git', []);"), ["spawn 'git'"]);
    for (const text of [
      "import * as processes from 'child_process';",
      "import { spawn } from 'node:child_process'; const run = spawn;",
      "import { execFile } from 'node:child_process'; promisify(execFile);",
      "const { spawn } = await import('node:child_process');",
      "const { spawn } = require('child_process');",
    ])
      assert.throws(() => startsIn('x.ts', text), text);
  });

  it('refuses a name alone, and what is relative', async () => {
    const { signal } = new AbortController();
    const rest = { args: [], cwd: process.cwd(), env: process.env, signal, maxBytes: 1, onData: () => undefined };
    for (const file of ['git', 'node', './git', 'bin/git', ''])
      await assert.rejects(runProgram({ file, ...rest }), StartError, file);
  });
});
