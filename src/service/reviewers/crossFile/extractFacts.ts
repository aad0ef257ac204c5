import { readObjects, splitIntoBatches } from '../../../git/content/objects.ts';
import type { GitReader } from '../../../git/run/git.ts';
import { decodeFile } from '../../engine/diff/decodeFile.ts';
import { maxFileBytes, unreviewedPath } from '../../engine/diff/excludedFiles.ts';
import type { ReviewerNotification } from '../../engine/reviewerReport.ts';
import type { ReportStage } from '../../engine/reviewer.ts';
import type { IndexedFile } from '../../repositoryIndex/factStore.ts';
import type { IndexTask, RunIndexTasks } from '../../repositoryIndex/indexTask.ts';
import { localSizes } from '../../repositoryIndex/localSizes.ts';

/** Largest lock file that is read, in bytes. */
const maxLockBytes = 8 << 20;

interface Extraction {
  readonly git: GitReader;
  readonly root: string;
  /** The commits that hold the files. */
  readonly commits: readonly string[];
  readonly runIndexTasks: RunIndexTasks;
  readonly database: string;
  /** The files whose facts are not known. */
  readonly missing: readonly IndexedFile[];
  /** When to stop, on the clock of `performance.now()`. */
  readonly until: number;
  readonly report?: ReportStage | undefined;
}

interface Extracted {
  /** Files that ended the process or took too long. */
  readonly lost: readonly ReviewerNotification[];
  /** Whether time ran out. What is done is kept. */
  readonly isLate: boolean;
  /** Number of files that are not here. */
  readonly absent: number;
}

/** Has the facts of files extracted and kept. Files that are not here, as in a partial clone, have none for now. */
export async function extractFacts(
  { git, root, commits, runIndexTasks, database, missing, until, report }: Extraction,
  signal: AbortSignal,
): Promise<Extracted> {
  const lost: ReviewerNotification[] = [];
  const ids = missing.map(([, blob]) => blob);
  const sizes = await localSizes(git, root, commits, ids, signal);
  const sizeOf = ([, blob]: IndexedFile): number => sizes.get(blob) ?? 0;
  const isLarge = (file: IndexedFile): boolean => sizeOf(file) > (isLock(file) ? maxLockBytes : maxFileBytes);
  const withoutFacts = (file: IndexedFile): IndexTask => ({ task: 'extract', database, file, text: null });
  const here = missing.filter(([, blob]) => sizes.has(blob));
  const absent = missing.length - here.length;
  const [read, large] = [here.filter(file => !isLarge(file)), here.filter(isLarge)];
  await runIndexTasks(large.map(withoutFacts), signal);
  let done = 0;
  for (const batch of splitIntoBatches(read, sizeOf)) {
    if (performance.now() > until) return { lost, isLate: true, absent };
    const objects = await readObjects(
      git,
      root,
      batch.map(([, blob]) => blob),
      signal,
    );
    const tasks = batch.map((file): IndexTask => {
      const text = decodeFile(objects.get(file[1]) ?? Buffer.of(0), file[0]) ?? null;
      return { task: 'extract', database, file, text };
    });
    const answers = await runIndexTasks(tasks, signal);
    const failed = batch.filter((file, index) => {
      const answer = answers[index];
      if (answer?.status === 'failed') lost.push({ path: file[0], reason: answer.reason });
      return answer?.status === 'failed';
    });
    // They are not tried again before the language changes.
    await runIndexTasks(failed.map(withoutFacts), signal);
    done += batch.length;
    report?.(`reading ${done} of ${read.length} files of the repository`, done / read.length);
  }
  return { lost, isLate: false, absent };
}

function isLock([path]: IndexedFile): boolean {
  return unreviewedPath(path) === 'lock file';
}
