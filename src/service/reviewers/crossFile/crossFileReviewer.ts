import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeTemporaryFolder } from '../../../files/temporaryFolder.ts';
import type { GitReader } from '../../../git/run/git.ts';
import { newLinesIn, type DiffFile, type DiffModel } from '../../engine/diff/diffFile.ts';
import { unreviewedPath } from '../../engine/diff/excludedFiles.ts';
import { languageOf } from '../../engine/diff/fileKind.ts';
import type { EngineJob } from '../../engine/messages.ts';
import type { ReportStage, Reviewer, ReviewerFinding, ReviewerOutcome } from '../../engine/reviewer.ts';
import { listFirst } from '../../engine/result/listFirst.ts';
import { pluralize } from '../../engine/result/pluralize.ts';
import type { ReviewerNotification } from '../../engine/reviewerReport.ts';
import type { MissingFiles, RunIndexTasks } from '../../repositoryIndex/indexTask.ts';
import { isIndexed } from '../../repositoryIndex/isIndexed.ts';
import { readTreeFiles, type TreeFiles } from '../../repositoryIndex/treeFiles.ts';
import { extractFacts } from './extractFacts.ts';
import type { CheckedTrees } from './indexTasks.ts';
import { languages } from './languages.ts';
import { placeFindings, type Placed } from './placeFindings.ts';
import { quoted } from './checks/javascript/words.ts';

interface Parts {
  readonly git: GitReader;
  readonly job: Pick<EngineJob, 'root' | 'head'>;
  readonly runIndexTasks: RunIndexTasks;
  /** Folder that keeps the index; absent if it is not kept. */
  readonly indexFolder?: string | undefined;
}

/** Most files that are indexed, and the time for it, in milliseconds. */
const mostFiles = 20_000;
const mostMilliseconds = 60_000;

/** Largest share of files that are not here. */
const mostAbsent = 0.1;

/** Finds what the change breaks in other files, by the facts of the whole repository at the merge base and the head. */
export function crossFileReviewer({ git, job, runIndexTasks, indexFolder }: Parts): Reviewer {
  return {
    id: 'cross-file',
    readsShortened: true,
    review: async (diff, signal, report) => {
      const files = await readTreeFiles(git, job.root, { base: diff.mergeBase, head: job.head }, signal);
      const parts = { git, root: job.root, head: job.head, runIndexTasks };
      if (indexFolder !== undefined) {
        const outcome = await compare({ ...parts, database: databaseIn(indexFolder) }, diff, files, signal, report);
        if (outcome !== undefined) return outcome;
      }
      // Nothing is kept, or what is kept cannot be used now.
      const folder = await makeTemporaryFolder(tmpdir(), 'code-review-facts-');
      try {
        const outcome = await compare({ ...parts, database: databaseIn(folder.path) }, diff, files, signal, report);
        return outcome ?? leftOut('did nothing: facts about the files could not be kept');
      } finally {
        await folder.remove();
      }
    },
  };
}

function databaseIn(folder: string): string {
  return path.join(folder, 'repository-index.sqlite');
}

interface Comparison extends Pick<Parts, 'git' | 'runIndexTasks'> {
  readonly root: string;
  readonly head: string;
  readonly database: string;
}

/** @returns undefined if the database cannot be used */
async function compare(
  comparison: Comparison,
  diff: DiffModel,
  files: TreeFiles,
  signal: AbortSignal,
  report?: ReportStage,
): Promise<ReviewerOutcome | undefined> {
  const { runIndexTasks, database } = comparison;
  const commits = [comparison.head, diff.mergeBase];
  const until = performance.now() + mostMilliseconds;
  const [asked] = await runIndexTasks([{ task: 'missing', database, files }], signal);
  if (asked?.status !== 'ok') return undefined;
  const { isConcerned, needed, missing } = asked.value as MissingFiles;
  if (!isConcerned) return { status: 'skipped', reason: 'no file that they compare was changed', nothingToRead: true };
  if (needed > mostFiles)
    return leftOut(`did nothing: the repository has more than ${mostFiles.toLocaleString('en')} files`);
  const extracted = await extractFacts({ ...comparison, commits, missing, until, report }, signal);
  if (extracted.isLate) return leftOut('did nothing yet: the repository could not be read within 60 s');
  if (extracted.absent > needed * mostAbsent)
    return leftOut(`did nothing: ${extracted.absent} of ${pluralize(needed, 'file')} cannot be read in this clone`);
  const newLines = [...diff.files, ...(diff.shortened ?? [])].map(file => [file.path, newLinesIn(file)] as const);
  const [checked] = await runIndexTasks([{ task: 'check', database, files, newLines }], signal);
  if (checked?.status !== 'ok') return { status: 'failed', reason: checked?.reason ?? 'for no known reason' };
  const { findings, failures, judged } = checked.value as CheckedTrees;
  const lost = extracted.lost.filter(({ path: each }) => files.changes.some(({ path: other }) => other === each));
  const placed = await placeFindings(findings, comparison, diff, files, signal);
  const doubts = placed.flatMap(({ finding, doubt }) => (doubt === undefined ? [] : [doubtful(finding, doubt)]));
  const unexplained = placed.filter(({ doubt }) => doubt === undefined).flatMap(namesIn);
  const passedOver = diff.files.flatMap(passedOverIn);
  const unsaid = [
    ...(unexplained.length > 0 ? [`did not find where these come from: ${listFirst(unexplained)}`] : []),
    ...(passedOver.length > 0 ? [`left out ${listFirst(passedOver)}`] : []),
  ];
  const notifications = [...lost, ...failures.map(reason => ({ reason })), ...doubts];
  return {
    status: 'ok',
    findings: placed.flatMap(({ finding, doubt, unexplained: names }) => ((doubt ?? names) ? [] : [finding])),
    files: judged.length,
    compared: judged,
    ...(notifications.length > 0 && { notifications }),
    ...(unsaid.length > 0 && { reason: unsaid.join('; ') }),
  };
}

/** The names that nothing explains, with their place each. */
function namesIn({ finding: { file, range }, unexplained = [] }: Placed): string[] {
  return unexplained.map(name => `${plain(name)} (${plain(file.path)}:${range.startLine})`);
}

/**
 * Code that the others read, and that has no facts where it is, with the reason: it was moved there, or the change brings the
 * folder, which is no reason for them.
 */
function passedOverIn({ path: file, isInNewFolder }: DiffFile): string[] {
  if (languageOf(file) === undefined) return [];
  if (!isIndexed(file)) return [`${plain(file)} (${unreviewedPath(file) ?? ''})`];
  const isOfData = isInNewFolder === true && !languages.some(each => each.judges(file));
  return isOfData ? [`${plain(file)} (data for tests, by its folder)`] : [];
}

/** A name or a path, on one line and not too long. */
function plain(name: string): string {
  return quoted(name).replaceAll('`', '');
}

/** What may break, and cannot be told since the change brings what makes it unsure. */
function doubtful({ file, title }: ReviewerFinding, doubt: string): ReviewerNotification {
  const reason = `could not be checked, since this change ${doubt}: ${title}`.replaceAll('`', '');
  return { path: file.path, reason, isFailure: false };
}

/** It says so, and is no gap: the other reviewers have read the change. */
function leftOut(reason: string): ReviewerOutcome {
  return { status: 'ok', findings: [], files: 0, compared: [], reason };
}
