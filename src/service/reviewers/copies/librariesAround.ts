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

/** Files of one folder and kind, the folders around them from the outermost, and the commit that has to speak of these. */
interface Asked {
  readonly files: readonly DiffFile[];
  readonly folders: readonly string[];
  readonly commit: string;
}

/**
 * Finds the outermost folder around each group of files of one folder and kind, below the top, that calls itself the work of
 * somebody: its licence names a holder of the copyright, or some of its files of that kind do, half of them where the folder
 * has no licence. Few commits have changed the folder. Of files that were there, the merge base has to say it. Git is asked
 * once about all groups, and nothing is found of those of which it cannot tell.
 */
export async function* librariesAround(
  groups: Iterable<readonly DiffFile[]>,
  mergeBase: string,
  repository: Repository,
  signal: AbortSignal,
): AsyncGenerator<readonly [files: readonly DiffFile[], library: Library]> {
  const asked = [...groups].flatMap((files): Asked[] => {
    const [first] = files;
    const folders = foldersOf(first?.path ?? '')
      .slice(0, -1)
      .reverse();
    const commit = first?.baseBlob === undefined ? repository.job.head : mergeBase;
    return folders.length === 0 ? [] : [{ files, folders, commit }];
  });
  const said = new Map<string, Said>();
  for (const [commit, those] of Map.groupBy(asked, each => each.commit))
    said.set(commit, await saidIn(commit, those, repository, signal));
  for (const each of asked) {
    const library = await libraryAround(each, said.get(each.commit), repository, signal);
    if (library !== undefined) yield [each.files, library];
  }
}

/** What a commit has below some folders. */
interface Said {
  readonly paths: readonly string[];
  /** By path: the holders of the copyright that a file names. */
  readonly named: ReadonlyMap<string, ReadonlySet<string>>;
}

async function saidIn(
  commit: string,
  asked: readonly Asked[],
  { git, job: { root } }: Repository,
  signal: AbortSignal,
): Promise<Said> {
  const options = { signal, env: { GIT_LITERAL_PATHSPECS: '1' } };
  const below = (folders: readonly (string | undefined)[]): string[] =>
    [...new Set(folders)].flatMap(each => (each === undefined ? [] : [`${each}/`]));
  const tops = below(asked.map(({ folders: [top] }) => top));
  const listed = await git.tryRun(root, ['ls-tree', '-r', '-z', '--name-only', commit, '--', ...tops], options);
  const paths = (listed ?? '').split('\0');
  const searched = below(asked.map(({ folders }) => heldIn(folders, paths)[0]?.folder));
  if (searched.length === 0) return { paths, named: new Map() };
  const form = ['-i', '-I', '-z', '--no-color', '--full-name', '--no-recurse-submodules', '--no-textconv'];
  const words = ['copyright', '(c)', 'verbatim copies'].flatMap(each => ['-e', each]);
  const output = await git.tryRun(root, ['grep', ...form, ...words, commit, '--', ...searched], options);
  return { paths, named: holdersIn(output ?? '', commit) };
}

/** The folders with the files in them, from the outermost that is no larger than a library. */
function heldIn(
  folders: readonly string[],
  paths: readonly string[],
): { readonly folder: string; readonly held: readonly string[] }[] {
  const within = folders.map(folder => ({ folder, held: paths.filter(each => each.startsWith(`${folder}/`)) }));
  const first = within.findIndex(({ held }) => held.length <= mostFiles);
  return first < 0 ? [] : within.slice(first);
}

async function libraryAround(
  { files, folders }: Asked,
  said: Said | undefined,
  repository: Repository,
  signal: AbortSignal,
): Promise<Library | undefined> {
  for (const { folder, held } of heldIn(folders, said?.paths ?? [])) {
    const holders = holdersOf(folder, held, posix.extname(files[0]?.path ?? ''), said?.named ?? new Map());
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
