import { posix } from 'node:path';
import { foldersOf } from '../../../core/system/foldersOf.ts';
import type { DiffFile } from '../../engine/diff/diffFile.ts';
import type { Repository } from '../refining/refined.ts';
import { copyrightHolders } from './copyrightHolders.ts';
import { isKeptUp } from './keptUp.ts';

/** A folder that holds what others wrote, as far as it says itself. */
export interface Library {
  readonly folder: string;
  readonly holders: readonly string[];
}

/** Most files of a library that is copied into a repository. */
const mostFiles = 2_000;
/** Fewest files of one kind that have to name the same holder, beside a licence or as half of all. */
const fewestNaming = 3;

/** The words of a licence have `copyright` without one. */
const year = /\b(?:19|20)\d\d\b/;
/** Of a licence whose text is under a copyright itself, as the GPL is. */
const licenceOfItself = /\bverbatim copies\b/i;

const licence = /^(?:[\w.]+[-_])?(?:licen[cs]e|copying)s?(?:[-_.][\w.-]+)?$/i;

/**
 * The outermost folder around files of one folder and kind, below the top, that calls itself the work of somebody: its
 * licence names a holder of the copyright, or some of its files of that kind do, half of them where the folder has no
 * licence. Few commits have changed the folder. Of files that were there, the merge base has to say it. Undefined where git
 * cannot tell.
 */
export async function libraryAround(
  files: readonly DiffFile[],
  mergeBase: string,
  repository: Repository,
  signal: AbortSignal,
): Promise<Library | undefined> {
  const { git, job } = repository;
  const [first] = files;
  const folders = foldersOf(first?.path ?? '')
    .slice(0, -1)
    .reverse();
  const [top] = folders;
  if (first === undefined || top === undefined) return undefined;
  const commit = first.baseBlob === undefined ? job.head : mergeBase;
  const options = { signal, env: { GIT_LITERAL_PATHSPECS: '1' } };
  const listed = await git.tryRun(job.root, ['ls-tree', '-r', '-z', '--name-only', commit, '--', `${top}/`], options);
  const paths = (listed ?? '').split('\0');
  const within = folders.map(folder => ({ folder, held: paths.filter(each => each.startsWith(`${folder}/`)) }));
  const whole = within.find(({ held }) => held.length <= mostFiles);
  if (whole === undefined) return undefined;
  const form = ['-i', '-I', '-z', '--no-color', '--full-name', '--no-recurse-submodules', '--no-textconv'];
  const search = [
    'grep',
    ...form,
    '-e',
    'copyright',
    '-e',
    '(c)',
    '-e',
    'verbatim copies',
    commit,
    '--',
    `${whole.folder}/`,
  ];
  const named = holdersIn((await git.tryRun(job.root, search, options)) ?? '', commit);
  for (const { folder, held } of within.slice(within.indexOf(whole))) {
    const holders = holdersOf(folder, held, posix.extname(first.path), named);
    if (holders.length > 0 && !(await isKeptUp(folder, false, repository, signal))) return { folder, holders };
  }
  return undefined;
}

/** The holders that each file names. @param output lines, each after the commit, the path and a NUL */
function holdersIn(output: string, commit: string): ReadonlyMap<string, ReadonlySet<string>> {
  const lines = output.split('\n').flatMap(line => {
    const end = line.indexOf('\0');
    return end < 0 ? [] : [{ path: line.slice(commit.length + 1, end), text: line.slice(end + 1) }];
  });
  const named = new Map<string, Set<string>>();
  for (const { path, text } of lines.filter(each => year.test(each.text))) {
    const known = named.get(path) ?? new Set();
    named.set(path, known);
    for (const holder of copyrightHolders(text)) known.add(holder);
  }
  for (const { path, text } of lines) if (licenceOfItself.test(text)) named.delete(path);
  return named;
}

function holdersOf(
  folder: string,
  held: readonly string[],
  kind: string,
  named: ReadonlyMap<string, ReadonlySet<string>>,
): readonly string[] {
  const beside = held.filter(each => posix.dirname(each) === folder && licence.test(posix.basename(each)));
  const licensed = new Set(beside.flatMap(each => [...(named.get(each) ?? [])]));
  if (licensed.size > 0) return [...licensed];
  const alike = held.filter(each => posix.extname(each) === kind);
  const counts = new Map<string, number>();
  for (const each of alike)
    for (const holder of named.get(each) ?? []) counts.set(holder, (counts.get(holder) ?? 0) + 1);
  const [most] = [...counts].sort(([, one], [, two]) => two - one);
  const fewest = beside.length > 0 ? fewestNaming : Math.max(fewestNaming, alike.length / 2);
  if (most === undefined || most[1] < fewest) return [];
  return [most[0]];
}
