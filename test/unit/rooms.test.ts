import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const tests = path.resolve(import.meta.dirname, '..');
const source = path.resolve(tests, '../src');

/** What each room may import besides itself; "main" is the composition root, which "extension" loads. */
const arrows: Readonly<Record<string, readonly string[]>> = {
  core: [],
  files: ['core'],
  api: ['core', 'files'],
  git: ['core', 'files', 'api'],
  reviews: ['core', 'files', 'api', 'git'],
  service: ['core', 'files', 'api', 'git', 'reviews'],
  vscode: ['core', 'files', 'api', 'git', 'reviews'],
  main: ['core', 'files', 'api', 'git', 'reviews', 'vscode'],
  extension: ['core', 'vscode', 'main'],
};

/** What each folder of a room may import of the other folders of its room; a room's own name stands for its own files. */
const arrowsWithin: Readonly<Record<string, readonly string[]>> = {
  'core/base': [],
  'core/system': ['core/base'],
  'core/diff': [],
  'core/review': ['core/base', 'core/system'],
  'core/placement': ['core/base', 'core/diff', 'core/review'],
  'core/protocol': ['core/base', 'core/review'],
  'core/render': ['core/base', 'core/review'],
  files: [],
  'api/transport': [],
  'api/decode': [],
  'api/rateLimit': ['api/transport', 'api/decode'],
  api: ['api/transport', 'api/decode', 'api/rateLimit'],
  'api/embedded': ['api/decode', 'api'],
  'git/run': [],
  'git/repository': ['git/run'],
  'git/content': ['git/run', 'git/repository'],
  'git/pullRequest': ['git/run', 'git/repository'],
  'reviews/store': [],
  'reviews/watch': [],
  'reviews/decisions': [],
  'reviews/current': ['reviews/store', 'reviews/decisions'],
  'reviews/summary': ['reviews/store', 'reviews/decisions', 'reviews/current'],
  'reviews/exports': ['reviews/store', 'reviews/decisions', 'reviews/summary'],
  'reviews/renames': ['reviews/store', 'reviews/decisions', 'reviews/current'],
  reviews: ['reviews/store', 'reviews/watch', 'reviews/decisions'],
  'reviews/onDisk': ['reviews/store', 'reviews/decisions', 'reviews/current', 'reviews'],
  'service/secrets': [],
  'service/engine': ['service/secrets'],
  'service/repositoryIndex': ['service/engine'],
  'service/reviewers': ['service/secrets', 'service/engine', 'service/repositoryIndex'],
  'service/worker': ['service/engine', 'service/repositoryIndex', 'service/reviewers'],
  'service/store': ['service/engine'],
  'service/accounts': ['service/store'],
  'service/jobs': ['service/engine', 'service/reviewers', 'service/store'],
  'service/http': ['service/engine', 'service/store', 'service/accounts', 'service/jobs'],
  'service/team/hosts': [],
  'service/team/tracing': [],
  'service/team/database': ['service/engine', 'service/store', 'service/accounts', 'service/jobs', 'service/http'],
  'service/team/credentials': ['service/team/hosts', 'service/team/database'],
  'service/team/mirrors': ['service/team/hosts'],
  'service/team/members': ['service/team/database'],
  'service/team/queue': [
    'service/engine',
    'service/reviewers',
    'service/store',
    'service/jobs',
    'service/team/tracing',
    'service/team/database',
    'service/team/mirrors',
  ],
  'service/team/network': [
    'service/engine',
    'service/accounts',
    'service/jobs',
    'service/http',
    'service/team/tracing',
    'service/team/database',
  ],
  'service/team/dashboard': [
    'service/engine',
    'service/store',
    'service/accounts',
    'service/team/hosts',
    'service/team/database',
    'service/team/credentials',
    'service/team/members',
    'service/team/network',
  ],
  'service/team': [
    'service/store',
    'service/accounts',
    'service/jobs',
    'service/http',
    'service/team/hosts',
    'service/team/tracing',
    'service/team/database',
    'service/team/credentials',
    'service/team/mirrors',
    'service/team/members',
    'service/team/queue',
    'service/team/network',
    'service/team/dashboard',
  ],
  'service/mcp': ['service/engine'],
  'service/cli': [
    'service/engine',
    'service/reviewers',
    'service/store',
    'service/accounts',
    'service/jobs',
    'service/http',
    'service/team',
    'service/mcp',
  ],
  service: ['service/jobs', 'service/http', 'service/cli'],
  'vscode/platform': [],
  'vscode/repository': ['vscode/platform'],
  'vscode/connection': ['vscode/platform'],
  'vscode/findings': ['vscode/platform', 'vscode/repository', 'vscode/connection'],
  'vscode/review': ['vscode/platform', 'vscode/repository', 'vscode/connection', 'vscode/findings'],
  'vscode/views': ['vscode/platform', 'vscode/repository', 'vscode/connection', 'vscode/findings'],
  'vscode/chat': ['vscode/platform', 'vscode/findings'],
  'vscode/commands': [
    'vscode/platform',
    'vscode/repository',
    'vscode/connection',
    'vscode/findings',
    'vscode/review',
    'vscode/views',
    'vscode/chat',
  ],
  main: [],
  extension: [],
};

/** Most files in one folder, so that a listing is read at a glance. */
const mostFiles = 15;

interface Import {
  readonly from: string;
  readonly to: string;
}

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.ts'));
const imports = files.flatMap(importsOf);

/** What a file imports or exports again, also only as a type or at run time. */
function importsOf(file: string): Import[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(path.join(source, file), 'utf8'));
  return importedFiles.map(({ fileName }) => ({ from: file, to: fileName }));
}

function resolved({ from, to }: Import): string | undefined {
  return to.startsWith('.') ? path.posix.join(path.posix.dirname(from), to) : undefined;
}

function roomOf(file: string): string {
  return file.includes('/') ? file.slice(0, file.indexOf('/')) : path.posix.basename(file, '.ts');
}

/** A folder of a room, whatever is in folders below it included; the room itself for a file that is in none. */
function folderOf(file: string): string {
  // The service for a team has folders of its own.
  const depth = file.startsWith('service/team/') ? 3 : 2;
  return file.split('/').slice(0, -1).slice(0, depth).join('/') || roomOf(file);
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

  it('have the folders that are written down, each after those that it may import', () => {
    const folders = Object.keys(arrowsWithin);
    assert.deepEqual([...new Set(files.map(folderOf))].sort(), folders.toSorted());
    const wrong = Object.entries(arrowsWithin).filter(([folder, targets]) =>
      targets.some(target => folders.indexOf(target) >= folders.indexOf(folder)),
    );
    assert.deepEqual(wrong, []);
  });

  it('import only along the arrows from folder to folder', () => {
    const wrong = imports.filter(each => {
      const target = resolved(each);
      if (target === undefined || roomOf(target) !== roomOf(each.from)) return false;
      const [from, to] = [folderOf(each.from), folderOf(target)];
      return from !== to && !arrowsWithin[from]?.includes(to);
    });
    assert.deepEqual(wrong, []);
  });

  it('leave vscode to the editor room, the composition root and what loads it', () => {
    const wrong = imports.filter(
      ({ from, to }) => to === 'vscode' && !['vscode', 'main', 'extension'].includes(roomOf(from)),
    );
    assert.deepEqual(wrong, []);
  });

  it('let core touch no network, file or process', () => {
    const wrong = imports.filter(({ from, to }) => roomOf(from) === 'core' && !to.startsWith('.'));
    assert.deepEqual(wrong, []);
  });

  it('have no cycle, types included', () => {
    const edges = new Map<string, string[]>();
    for (const each of imports) {
      const target = resolved(each);
      if (target !== undefined) edges.set(each.from, [...(edges.get(each.from) ?? []), target]);
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

  it('have, with the tests, no folder with more files than a listing shows at a glance', () => {
    const entries = [source, tests].flatMap(each => readdirSync(each, { recursive: true, withFileTypes: true }));
    const folders = entries.filter(each => each.isFile()).map(({ parentPath }) => parentPath);
    const counts = Map.groupBy(folders, folder => folder);
    assert.deepEqual(
      [...counts].filter(([, within]) => within.length > mostFiles).map(([folder]) => folder),
      [],
    );
  });

  it('have no dump', () => {
    const dumps = files.filter(file => /(^|\/)(utils?|helpers?|common|misc)(\/|\.ts$)/.test(file));
    assert.deepEqual(dumps, []);
  });
});
