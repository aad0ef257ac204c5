/**
 * Commits what is in a small plain repository without starting git, which most fixtures would do twice for each commit:
 * the same objects, index, references and reflog that `git add --all` and `git commit --allow-empty` leave.
 */
import { appendFileSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hermeticGit } from './git.ts';
import { indexOf, isPlainIndex, putObject, putTree, refreshedIndex, type Entry } from './gitObjects.ts';

interface Commit {
  readonly message: string;
  /** Name and address: `Robin Sample <robin@acme.example>`. */
  readonly person: string;
  /** ISO 8601, in UTC. */
  readonly date: string;
  /** The settings of a plain repository, as they are in its file. */
  readonly settings: string;
}

const plain = new Set([
  'COMMIT_EDITMSG',
  'FETCH_HEAD',
  'HEAD',
  'ORIG_HEAD',
  'config',
  'hooks',
  'index',
  'info',
  'logs',
  'objects',
  'packed-refs',
  'refs',
]);
/** Variables that have git work elsewhere or otherwise. */
const directing =
  /^GIT_(?:DIR|WORK_TREE|COMMON_DIR|INDEX_FILE|.*OBJECT_DIRECTOR(?:Y|IES)|NAMESPACE|CONFIG.*|DEFAULT_HASH|REFLOG_ACTION)$/;
/** Settings that say nothing of commits. */
const onlyRemotes =
  /^(?:\[(?:remote|branch|url) ".*"\]\n(?:\t?(?:url|pushurl|fetch|remote|merge|insteadOf) = .*\n)*)*$/;
const noCommit = '0'.repeat(40);

/** Resolves to the new commit; undefined, with nothing changed, where only git itself knows what to do. */
export function plainCommit(folder: string, { message, person, date, settings }: Commit): string | undefined {
  const own = path.join(folder, '.git');
  const branch = branchOf(own);
  if (branch === undefined || !isPlain(own, settings) || !/^\S(?:.*\S)?$/.test(message)) return undefined;
  const files = filesBelow(folder);
  if (files === undefined) return undefined;
  const entries = files.map((file): Entry => {
    const name = Buffer.from(path.relative(folder, file).replaceAll(path.sep, '/'));
    return { name, hash: putObject(own, 'blob', readFileSync(file)), file };
  });
  const tree = putTree(own, entries, 0).toString('hex');
  const parent = tipOf(own, branch) ?? packedTipOf(own, branch) ?? noCommit;
  const by = `${person} ${Date.parse(date) / 1_000} +0000`;
  const head = [
    `tree ${tree}`,
    ...(parent === noCommit ? [] : [`parent ${parent}`]),
    `author ${by}`,
    `committer ${by}`,
  ];
  const commit = putObject(own, 'commit', Buffer.from(`${head.join('\n')}\n\n${message}\n`)).toString('hex');
  writeFileSync(path.join(own, 'index'), indexOf(entries));
  putReference(own, branch, commit);
  const line = `${parent} ${commit} ${by}\tcommit${parent === noCommit ? ' (initial)' : ''}: ${message}\n`;
  for (const name of ['HEAD', branch]) log(own, name, line);
  return commit;
}

/** Creates a branch at the checked-out commit and checks it out; false, with nothing changed, where only git can. */
export function plainBranch(folder: string, name: string, { person, date }: Pick<Commit, 'person' | 'date'>): boolean {
  const own = path.join(folder, '.git');
  const [from, to] = [branchOf(own), `refs/heads/${name}`];
  const commit = (from === undefined ? undefined : tipOf(own, from)) ?? noCommit;
  if (from === undefined || commit === noCommit || !/^[a-z]+(?:[/-][a-z\d]+)*$/.test(name)) return false;
  if (existsSync(path.join(own, to)) || existsSync(path.join(own, 'packed-refs'))) return false;
  const by = `${person} ${Date.parse(date) / 1_000} +0000`;
  putReference(own, to, commit);
  log(own, to, `${noCommit} ${commit} ${by}\tbranch: Created from HEAD\n`);
  log(own, 'HEAD', `${commit} ${commit} ${by}\tcheckout: moving from ${from.slice('refs/heads/'.length)} to ${name}\n`);
  writeFileSync(path.join(own, 'HEAD'), `ref: ${to}\n`);
  return true;
}

/** Has the index of a plain repository know its files where they are now; false where only git can. */
export function plainRefresh(folder: string): boolean {
  const file = path.join(folder, '.git/index');
  if (process.platform === 'win32' || Object.entries(process.env).some(isDirecting) || !existsSync(file)) return false;
  const index = readFileSync(file);
  const refreshed = isPlainIndex(index) ? refreshedIndex(index, folder) : undefined;
  if (refreshed !== undefined) writeFileSync(file, refreshed);
  return refreshed !== undefined;
}

/**
 * What `git rev-parse` prints of `HEAD` and of branches; undefined where only git knows.
 * @param folder top folder of a working copy
 */
export function plainTips(folder: string, names: readonly string[]): string | undefined {
  const own = path.join(folder, '.git');
  if (Object.entries(process.env).some(isDirecting) || !lstatSync(own, { throwIfNoEntry: false })?.isDirectory())
    return undefined;
  const tips = names.map(name => {
    const [isHead, isName] = [name === 'HEAD', /^[a-z]+(?:[/-][a-z\d]+)*$/.test(name)];
    const branch = isHead ? branchOf(own) : `refs/heads/${name}`;
    if (branch === undefined || (!isHead && !isName)) return noCommit;
    const isDoubtful = ['', 'refs', 'refs/tags'].some(above => existsSync(path.join(own, above, name)));
    return isDoubtful && !isHead ? noCommit : (tipOf(own, branch) ?? noCommit);
  });
  return tips.length === 0 || tips.includes(noCommit) ? undefined : tips.join('\n');
}

/** Whether git would do no more than what is done here. */
function isPlain(own: string, settings: string): boolean {
  // What Windows calls executable, and how it ends lines, is for git to say.
  if (process.platform === 'win32' || Object.entries(process.env).some(isDirecting)) return false;
  if (readdirSync(own).some(name => !plain.has(name))) return false;
  const [before, others] = readFileSync(path.join(own, 'config'), 'utf8').split(settings);
  if (before !== '' || others === undefined || !onlyRemotes.test(others)) return false;
  const folders = ['hooks', 'info'].map(name => path.join(own, name)).filter(folder => existsSync(folder));
  if (folders.some(folder => readdirSync(folder).length > 0)) return false;
  const index = path.join(own, 'index');
  return !existsSync(index) || isPlainIndex(readFileSync(index));
}

/** Whether a variable has git do something else than it does for `git` of the tests. */
function isDirecting([name, value]: readonly [string, string | undefined]): boolean {
  return directing.test(name) && !Object.entries(hermeticGit).some(each => each[0] === name && each[1] === value);
}

/** All files, in no order; undefined where one is more than its bytes, or says what git does with others. */
function filesBelow(folder: string): string[] | undefined {
  const found: string[] = [];
  for (const each of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(each.parentPath, each.name);
    const inside = path.relative(folder, file);
    if (inside === '.git' || inside.startsWith(`.git${path.sep}`)) continue;
    // The last is a name that is no UTF-8.
    if (/^\.git(?:ignore|attributes|modules)?$|\ufffd/i.test(each.name)) return undefined;
    if (each.isDirectory()) continue;
    if (!each.isFile() || (lstatSync(file).mode & 0o111) !== 0) return undefined;
    found.push(file);
  }
  return found;
}

/** The full name of the checked-out branch; undefined where a commit is checked out. */
function branchOf(own: string): string | undefined {
  if (!lstatSync(own).isDirectory()) return undefined;
  return /^ref: (refs\/heads\/.+)\n$/.exec(readFileSync(path.join(own, 'HEAD'), 'utf8'))?.[1];
}

function tipOf(own: string, branch: string): string | undefined {
  const file = path.join(own, branch);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

/** The tip of a branch that has no file of its own. */
function packedTipOf(own: string, branch: string): string | undefined {
  const file = path.join(own, 'packed-refs');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return lines.find(line => line.endsWith(` ${branch}`))?.split(' ')[0];
}

function putReference(own: string, name: string, commit: string): void {
  const file = path.join(own, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${commit}\n`);
}

function log(own: string, name: string, line: string): void {
  const file = path.join(own, 'logs', name);
  mkdirSync(path.dirname(file), { recursive: true });
  appendFileSync(file, line);
}
