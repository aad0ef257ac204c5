import { posix } from 'node:path';
import type { DiffFile } from '../../engine/diff/diffFile.ts';
import type { Reviewer } from '../../engine/reviewer.ts';
import { fileBefore } from '../fileBefore.ts';
import { askInTime } from '../refining/askInTime.ts';
import { refined, type Repository } from '../refining/refined.ts';
import { filesOfReleases, mayBeOfRelease } from './filesOfReleases.ts';
import { copyrightHolders } from './copyrightHolders.ts';
import { isKeptUp } from './keptUp.ts';
import { librariesAround, type Library } from './librariesAround.ts';
import { licensedHome } from './licensedHome.ts';

/** Lines at the top of a file that may say who wrote it. */
const headLines = 40;
/** Most files that are asked about. */
const mostFiles = 20;

/** Most other files that name who wrote one: those who wrote one library may have written the next, too. */
const mostOthers = 4;
const manifest = /(?:^|\/)(?:package\.json|composer\.json|pyproject\.toml|setup\.(?:py|cfg)|pom\.xml)$/;

/** `// From: https://…` on one of the first lines. */
const origin =
  /^(?:.*\n){0,5}[ \t]*(?:\/\/|\/?\*|#|--|<!--)[^\w\n]*(?:from|source|copied from|taken from|credits?)[ \t]*:[ \t]*\S{0,40}[ \t]?https?:\/\//i;

/**
 * A reviewer without what it finds in files that were copied from elsewhere, since nobody in the project mends it there:
 * they begin with the address that they are from, or are of an unpacked release, or few commits have changed them and none
 * is by those who wrote them, who are known by a name from the copyright at their top, which hardly another folder of the
 * head has, no manifest and nothing at the top, or by the repository beside their licence, which no file at the top of the head names. Where a
 * file says nothing of itself, a folder around it may. A file that was there has to have said so before the change, a
 * new file is named as not fully checked like the others, and what concerns security is told: whoever writes such a line
 * could hide something. Of a release, what fails whenever it runs is told too, since the project runs it. Where git cannot
 * tell, the findings stay.
 */
export function withoutCopies(reviewer: Reviewer, repository: Repository): Reviewer {
  return refined(reviewer, async (outcome, { mergeBase }, signal) => {
    const mayGo = outcome.findings.filter(({ category }) => category !== 'security');
    const files = [...new Set(mayGo.map(({ file }) => file))];
    const ofPython = files.filter(mayBeOfRelease);
    const asked = files.map(file => ({ file, mark: markOf(file) }));
    const marked = asked.filter(({ mark }) => mark !== undefined).slice(0, mostFiles);
    const silent = asked.flatMap(({ file, mark }) => (mark === undefined ? [file] : [])).slice(0, mostFiles);
    const unmarked = Map.groupBy(silent, ({ path, baseBlob }) =>
      [posix.dirname(path), posix.extname(path), baseBlob === undefined].join('\0'),
    );
    const copies = new Map<DiffFile, string>();
    let ofReleases: ReadonlySet<DiffFile> = new Set();
    await askInTime(signal, async bounded => {
      for (const { file, mark } of marked)
        if (await isCopy(file, mark, repository, bounded)) copies.set(file, 'a copy, as its first lines say');
      ofReleases = new Set(await filesOfReleases(ofPython, mergeBase, repository, bounded));
      for (const file of ofReleases) copies.set(file, 'a copy, as `PKG-INFO` beside it says');
      for await (const [alike, library] of librariesAround(unmarked.values(), mergeBase, repository, bounded))
        if (await isForeign(library, repository, bounded))
          for (const file of alike) copies.set(file, `a copy, as files in \`${library.folder}\` say`);
    });
    const { notifications = [] } = outcome;
    const left = [...copies].map(([{ path }, reason]) => ({ path, reason }));
    return {
      findings: outcome.findings.filter(
        ({ file, category, severity }) =>
          category === 'security' || !copies.has(file) || (severity === 'high' && ofReleases.has(file)),
      ),
      notifications: [...notifications, ...left],
      depending: files.map(({ path }) => path),
    };
  });
}

/** The first lines of a file; of one that was there, as they were before the change. */
function topOf(file: DiffFile): string {
  const { lines } = file.baseBlob === undefined ? file : fileBefore(file);
  return lines.slice(0, headLines).join('\n');
}

/** What says of a file that others wrote it. */
interface Mark {
  /** What stands in the file and nowhere in the project's own ones. */
  readonly words: readonly string[];
  /** Names of those who wrote it. */
  readonly authors: readonly string[];
  /** Whether a file is one of the project's own. */
  readonly isOwn: (each: string) => boolean;
}

/** `'origin'` where the file says where it is from; undefined where nothing says that others wrote it. */
function markOf(file: DiffFile): Mark | 'origin' | undefined {
  const top = topOf(file);
  if (origin.test(top)) return 'origin';
  const { path } = file;
  const holders = copyrightHolders(top);
  const folder = posix.dirname(path);
  if (holders.length > 0) return { words: holders, authors: holders, isOwn: each => !isIn(each, folder, path) };
  const home = licensedHome(top);
  return home && { words: [home.address], authors: [home.owner], isOwn: each => !each.includes('/') && each !== path };
}

async function isCopy(
  { path }: DiffFile,
  mark: Mark | 'origin' | undefined,
  repository: Repository,
  signal: AbortSignal,
): Promise<boolean> {
  if (mark === undefined || mark === 'origin') return mark === 'origin';
  if (!(await isByOthers(path, mark, repository, signal))) return false;
  return !(await isKeptUp(path, true, repository, signal));
}

/** Whether only a folder names those who wrote what is in it, and none of them has made a commit. */
async function isForeign({ folder, holders }: Library, repository: Repository, signal: AbortSignal): Promise<boolean> {
  const isOwn = (each: string): boolean => !each.startsWith(`${folder}/`);
  return isByOthers(folder, { words: holders, authors: holders, isOwn }, repository, signal);
}

/** @param path of the file or the folder that has the mark */
async function isByOthers(
  path: string,
  { words, authors, isOwn }: Mark,
  { git, job }: Repository,
  signal: AbortSignal,
): Promise<boolean> {
  const output = ['-l', '-z', '--no-color', '--full-name', '--no-recurse-submodules', '--no-textconv'];
  const search = ['grep', '-F', '-i', '-I', ...output, ...words.flatMap(each => ['-e', each]), job.head];
  const listed = await git.tryRun(job.root, search, { signal });
  const paths = (listed ?? '').split('\0').flatMap(each => (each === '' ? [] : [each.slice(job.head.length + 1)]));
  // What has the mark names them, so that a list without it is no answer.
  const own = paths.filter(isOwn);
  if (!paths.some(each => each === path || each.startsWith(`${path}/`)) || own.length > mostOthers) return false;
  if (own.some(each => !each.includes('/') || manifest.test(each))) return false;
  const by = authors.map(each => `--author=${each}`);
  const byThem = ['log', '--format=%H', '--no-show-signature', '--max-count=1', '-i', '-F', ...by, job.head, '--'];
  return (await git.tryRun(job.root, byThem, { signal })) === '';
}

/** At the top of the repository a folder holds everything, so that only the file itself counts as its own place. */
function isIn(each: string, folder: string, path: string): boolean {
  return folder === '.' ? each === path : each.startsWith(`${folder}/`);
}
