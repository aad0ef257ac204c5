import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const source = path.resolve(import.meta.dirname, '../../src');

/** What each room may import besides itself; "extension" is the composition root. */
const arrows: Readonly<Record<string, readonly string[]>> = {
  core: [],
  files: ['core'],
  api: ['core', 'files'],
  git: ['core', 'files', 'api'],
  reviews: ['core', 'files', 'api', 'git'],
  service: ['core', 'files', 'api', 'git'],
  vscode: ['core', 'files', 'api', 'git', 'reviews'],
  extension: ['core', 'files', 'api', 'git', 'reviews', 'vscode'],
};

interface Import {
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
}

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.ts'));
const imports = files.flatMap(importsOf);

function importsOf(file: string): Import[] {
  const text = readFileSync(path.join(source, file), 'utf8');
  const parsed = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const found: Import[] = [];
  const visit = (node: ts.Node): void => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier !== undefined) {
      const typeOnly = ts.isImportDeclaration(node)
        ? node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
        : node.isTypeOnly;
      found.push({ from: file, to: (node.moduleSpecifier as ts.StringLiteral).text, typeOnly });
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [specifier] = node.arguments;
      if (specifier !== undefined && ts.isStringLiteral(specifier))
        found.push({ from: file, to: specifier.text, typeOnly: false });
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return found;
}

function resolved({ from, to }: Import): string | undefined {
  return to.startsWith('.') ? path.posix.join(path.posix.dirname(from), to) : undefined;
}

function roomOf(file: string): string {
  return file.includes('/') ? file.slice(0, file.indexOf('/')) : path.posix.basename(file, '.ts');
}

describe('the rooms of src', () => {
  it('are the ones that are written down', () => {
    assert.deepEqual([...new Set(files.map(roomOf))].sort(), Object.keys(arrows).sort());
  });

  it('import only along the arrows', () => {
    const wrong = imports.filter(each => {
      const target = resolved(each);
      return (
        target !== undefined &&
        roomOf(target) !== roomOf(each.from) &&
        !arrows[roomOf(each.from)]?.includes(roomOf(target))
      );
    });
    assert.deepEqual(wrong, []);
  });

  it('leave vscode to the editor room and the composition root', () => {
    const wrong = imports.filter(({ from, to }) => to === 'vscode' && !['vscode', 'extension'].includes(roomOf(from)));
    assert.deepEqual(wrong, []);
  });

  it('let core touch no network, file or process', () => {
    const wrong = imports.filter(({ from, to }) => roomOf(from) === 'core' && !to.startsWith('.'));
    assert.deepEqual(wrong, []);
  });

  it('have no cycle', () => {
    const edges = new Map<string, string[]>();
    for (const each of imports) {
      const target = resolved(each);
      if (target !== undefined && !each.typeOnly) edges.set(each.from, [...(edges.get(each.from) ?? []), target]);
    }
    const done = new Set<string>();
    const visit = (file: string, trail: readonly string[]): void => {
      assert.ok(!trail.includes(file), `cycle: ${[...trail, file].join(' -> ')}`);
      if (done.has(file)) return;
      for (const target of edges.get(file) ?? []) visit(target, [...trail, file]);
      done.add(file);
    };
    for (const file of files) visit(file, []);
  });

  it('have no dump', () => {
    const dumps = files.filter(file => /(^|\/)(utils?|helpers?|common|misc)(\/|\.ts$)/.test(file));
    assert.deepEqual(dumps, []);
  });
});
