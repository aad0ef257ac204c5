import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isTestPath } from '../../../src/service/engine/reviewer.ts';
import { hermeticGit } from '../../host/git/git.ts';

/** A fix in a public repository. */
export interface Fix {
  /** `https://github.com/pallets/click` */
  readonly repository: string;
  /** Full hash. */
  readonly commit: string;
}

/** A change that takes the code of a fix back, to be reviewed: `base` has the fix, `head` has the defect. */
export interface ReversedFix {
  readonly root: string;
  readonly base: string;
  readonly head: string;
}

const nobody = { name: 'Bench', email: 'bench@localhost', date: '2000-01-01T00:00:00Z' };
const identity = {
  GIT_AUTHOR_NAME: nobody.name,
  GIT_AUTHOR_EMAIL: nobody.email,
  GIT_AUTHOR_DATE: nobody.date,
  GIT_COMMITTER_NAME: nobody.name,
  GIT_COMMITTER_EMAIL: nobody.email,
  GIT_COMMITTER_DATE: nobody.date,
};

/**
 * Makes the change that takes a fix back, in a repository of its own below `folder`. The message of its commit says
 * nothing, so that it gives nothing away.
 * @param mirrors folder with bare repositories, which are read and not changed; absent to fetch the commit
 */
export function reverseFix({ repository, commit }: Fix, folder: string, mirrors?: string): ReversedFix {
  const name = new URL(repository).pathname.slice(1).replace(/\.git$/, '');
  const root = path.join(folder, name.replaceAll('/', '+'));
  if (!existsSync(root)) {
    mkdirSync(root, { recursive: true });
    git(root, ['init', '--quiet']);
    if (mirrors !== undefined) borrow(root, mirrorOf(mirrors, name));
  }
  if (mirrors === undefined && !has(root, `${commit}^`))
    git(root, ['fetch', '--quiet', '--no-tags', '--depth=2', repository, commit]);
  const tree = git(root, ['rev-parse', '--verify', `${commit}^^{tree}`]);
  const base = git(root, ['commit-tree', onlyItsCode(root, commit), '-p', `${commit}^`, '-m', 'Base'], identity);
  const head = git(root, ['commit-tree', tree, '-p', base, '-m', 'Change'], identity);
  return { root, base, head };
}

const document = /\.(?:md|mdx|rst|txt)$/i;

/** The tree of a fix with tests and documents as they were before it: taken back with it, they would say what the defect is. */
function onlyItsCode(root: string, commit: string): string {
  const index = path.join(root, '.git', 'only-code');
  const env = { GIT_INDEX_FILE: index };
  rmSync(index, { force: true });
  git(root, ['read-tree', commit], env);
  const changed = git(root, [
    'diff-tree',
    '-r',
    '--no-renames',
    '--raw',
    '--abbrev=64',
    '-z',
    `${commit}^`,
    commit,
  ]).split('\0');
  for (let at = 0; at + 1 < changed.length; at += 2) {
    const [facts = '', file = ''] = changed.slice(at, at + 2);
    const [mode = '', , object = ''] = facts.slice(1).split(' ');
    if (!isTestPath(file) && !document.test(file)) continue;
    const args = /^0+$/.test(object)
      ? ['--force-remove', '--', file]
      : ['--add', '--cacheinfo', `${mode},${object},${file}`];
    git(root, ['update-index', ...args], env);
  }
  return git(root, ['write-tree'], env);
}

/** The fix as a patch, for the judge. */
export function patchOf({ root, base, head }: ReversedFix): string {
  return git(root, ['diff', '--no-color', '--no-ext-diff', '-U3', head, base]);
}

/** The lines that the reversed fix changes at the head, by path: new ones, and those before which lines are gone. */
export function changedPlaces({ root, base, head }: ReversedFix): Map<string, [first: number, last: number][]> {
  const places = new Map<string, [number, number][]>();
  let file = '';
  for (const line of git(root, ['diff', '--no-color', '--no-ext-diff', '--no-renames', '-U0', base, head]).split(
    '\n',
  )) {
    if (line.startsWith('+++ ')) file = line.replace(/^\+\+\+ (?:b\/)?/, '');
    const [, start = '', count = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    if (start === '') continue;
    const first = Number(start);
    places.set(file, [...(places.get(file) ?? []), [first, first + Math.max(1, Number(count)) - 1]]);
  }
  return places;
}

/** Finds the objects of a bare repository too. */
function borrow(root: string, mirror: string): void {
  const info = path.join(root, '.git/objects/info');
  mkdirSync(info, { recursive: true });
  writeFileSync(path.join(info, 'alternates'), `${path.join(mirror, 'objects')}\n`);
  const shallow = path.join(mirror, 'shallow');
  if (existsSync(shallow)) writeFileSync(path.join(root, '.git/shallow'), readFileSync(shallow));
}

function mirrorOf(mirrors: string, name: string): string {
  const flat = name.replace('/', '+');
  const [, last = name] = name.split('/');
  const tried = [`${flat}/repo`, flat, `${flat}.git`, name, `${name}.git`, last, `${last}.git`];
  const found = tried.map(each => path.resolve(mirrors, each)).find(each => existsSync(path.join(each, 'objects')));
  if (found === undefined) throw new Error(`${mirrors} has no bare repository ${tried.join(', ')}`);
  return found;
}

function has(root: string, revision: string): boolean {
  try {
    git(root, ['cat-file', '-e', revision]);
    return true;
  } catch {
    return false;
  }
}

function git(root: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): string {
  const options = { cwd: root, env: { ...process.env, ...hermeticGit, ...env }, maxBuffer: 1 << 28 };
  return execFileSync('git', args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    .toString('utf8')
    .trimEnd();
}
