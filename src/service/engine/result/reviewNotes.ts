import type { CompletedResult, EngineResult } from '../messages.ts';
import { pluralize } from './pluralize.ts';
import { listFirst, mostShown } from './listFirst.ts';
import { areLong, codeFirst, listsOf, mostListed, plainFiles } from '../notReviewed.ts';
import { refutedNotes } from './refutedComments.ts';
import { suppressedNotes } from './suppressedFindings.ts';
import type { ReviewerReport, UnreadFile } from '../reviewerReport.ts';
import { removalGaps, reviewerGaps } from './reviewGaps.ts';
import { reviewerNames } from './reviewerNames.ts';

/** Sentences about what was reviewed and what was not, so that a clean result is not taken for more than it is. */
export function reviewNotes(result: EngineResult): string[] {
  const failures = result.reports.filter(hasFailed).map(failureNote);
  const kept = result.reports.filter(isKept);
  if (result.status === 'failed') return failures;
  const partly = result.reports.filter(({ status, reason }) => status === 'ok' && reason !== undefined).map(partlyNote);
  const notRun = kept.map(notRunNote);
  if (!result.reports.some(({ reviewer }) => reviewer === 'model'))
    notRun.push('No language model was used, so bugs in the logic were not looked for.');
  const { unreviewed, reviewed, deleted = [], addedLines, removedLines = 0, reports, milliseconds, notes = 0 } = result;
  const { weakenedTests: weakened = [], lostGuards: lost = [] } = result;
  const unsaid =
    notes === 0 ? [] : [`${pluralize(notes, 'note')} of no consequence ${notes === 1 ? 'is' : 'are'} not shown.`];
  const plain = Map.groupBy(plainFiles(reviewed, reports), ({ readFor }) => readFor);
  const languages = [...plain].map(
    ([readFor, files]) =>
      `Read by the built-in reviewers for ${readFor} only: ${listFirst(files.map(({ path, part }) => (part === undefined ? path : `${path} (${part})`)))}.`,
  );
  const ran = reports.filter(didRead).map(({ reviewer }) => nameOf(reviewer));
  const unchecked = reports.map(uncheckedNote).filter(note => note !== undefined);
  const gone = removedLines === 0 ? '' : ` and ${pluralize(removedLines, 'removed line')}`;
  const lines = `${pluralize(addedLines, 'new line')}${gone}`;
  const files = pluralize(reviewed.length + deleted.length, 'file');
  const checked = `Checked ${lines} in ${files} for ${ran.join(', ')} in ${(milliseconds / 1_000).toFixed(1)} s.`;
  return [
    ...failures,
    ...unreadNotes(unreviewed),
    ...unchecked,
    ...suppressedNotes(result),
    ...refutedNotes(result),
    checked,
    ...notRun,
    ...partly,
    ...(lost.length > 0 ? [`Permissions are asked for less than before: ${listFirst(lost)}.`] : []),
    ...(weakened.length > 0 ? [`Tests check less than before: ${listFirst(weakened)}.`] : []),
    ...excludedNotes(unreviewed),
    ...skippedNotes(reports, 'test data', ({ testData }) => testData),
    ...skippedNotes(reports, 'templates', ({ templates }) => templates),
    ...languages,
    ...unsaid,
    ...asBefore(result),
    ...listNotes(result),
  ];
}

/** Those of the notes that say why the review has gaps. */
export function gapNotes(result: CompletedResult): string[] {
  const { reports, unreviewed, reviewed, hidden = [] } = result;
  const isPartly = (report: ReviewerReport): boolean =>
    report.status === 'ok' && report.reason !== undefined && reviewerGaps(report, reviewed.length).length > 0;
  return [
    ...reports.filter(hasFailed).map(failureNote),
    ...unreadNotes(unreviewed),
    ...reports.map(uncheckedNote).filter(note => note !== undefined),
    ...suppressedNotes({ ...result, hidden: hidden.filter(({ by }) => by === 'change') }),
    ...reports.filter(isKept).map(notRunNote),
    ...reports.filter(isPartly).map(partlyNote),
    ...(removalGaps(result).length > 0 ? excludedNotes(unreviewed) : []),
  ];
}

function hasFailed({ status }: ReviewerReport): boolean {
  return status === 'failed';
}

/** Whether it did not run though it had something to read. */
function isKept({ status, nothingToRead }: ReviewerReport): boolean {
  return status === 'skipped' && nothingToRead !== true;
}

function notRunNote({ reviewer, reason = '' }: ReviewerReport): string {
  return `${capital(nameOf(reviewer))} did not run: ${reason}.`;
}

/** What a tool says of itself is no predicate. */
function partlyNote({ reviewer, reason = '' }: ReviewerReport): string {
  return `${capital(nameOf(reviewer))}${reviewer.startsWith('tool:') ? ':' : ''} ${reason}.`;
}

/** A sentence on where all is listed that the notes name only the first of. */
function listNotes(result: CompletedResult): string[] {
  const lists = listsOf(result);
  if (!areLong(lists, mostShown)) return [];
  const bound = areLong(lists, mostListed) ? `, the API the first ${mostListed.toLocaleString('en')} of each` : '';
  return [`JSON lists all of these${bound}, under \`not_reviewed\` and \`suppressed\`.`];
}

function failureNote({ reviewer, reason = 'for no known reason' }: ReviewerReport): string {
  if (reviewer === 'tools') return `The setting “codeReview.tools” cannot be used as it is: ${reason}.`;
  return `${capital(nameOf(reviewer))} failed and found nothing: ${reason}.`;
}

/** A sentence about the changed files that could not be read; none if there are none. */
export function unreadNotes(unreviewed: readonly UnreadFile[]): string[] {
  const names = codeFirst(unreviewed.filter(({ isGap }) => isGap === true)).map(({ path, why }) => `${path} (${why})`);
  return names.length === 0 ? [] : [`Could not be read: ${listFirst(names)}.`];
}

/** A sentence about the changed files that are left out on purpose; none if there are none. */
export function excludedNotes(unreviewed: readonly UnreadFile[]): string[] {
  const names = codeFirst(unreviewed.filter(({ isGap }) => isGap !== true)).map(({ path, why }) => `${path} (${why})`);
  return names.length === 0 ? [] : [`Not read: ${listFirst(names)}.`];
}

function uncheckedNote({ reviewer, notifications = [] }: ReviewerReport): string | undefined {
  if (notifications.length === 0) return undefined;
  const names = notifications.map(({ path, reason }) => (path === undefined ? reason : `${path} (${reason})`));
  return `${capital(nameOf(reviewer))} did not fully check: ${listFirst(names)}.`;
}

/** Whether it read any file; those that it skips for what they are do not count. */
function didRead({ status, files, compared, testData, templates, markup }: ReviewerReport): boolean {
  return status === 'ok' && (files > 0 || [compared, testData, templates, markup].every(each => each === undefined));
}

/** Sentences on the files that reviewers skip for what they are, with the reviewers. */
function skippedNotes(
  reports: readonly ReviewerReport[],
  what: string,
  skipped: (report: ReviewerReport) => readonly string[] | undefined,
): string[] {
  const byFiles = Map.groupBy(reports, report => listFirst(skipped(report) ?? []));
  return [...byFiles]
    .filter(([files]) => files !== '')
    .map(([files, by]) => {
      const names = by.map(({ reviewer }) => nameOf(reviewer)).join(' and ');
      return `Not checked by ${names}, as ${what}: ${files}.`;
    });
}

function nameOf(reviewer: string): string {
  return reviewerNames[reviewer] ?? reviewer.replace(/^tool:(.*)$/s, '$1 (a tool of the project)');
}

/** A sentence about the files whose results are taken from the review of an earlier head. */
function asBefore({ asBefore: before, reviewed, reports }: CompletedResult): string[] {
  if (before === undefined || before.files === 0) return [];
  const read = reviewed.length - before.files;
  const since = `as they were when ${before.head.slice(0, 7)} was reviewed`;
  // The checks across files compare the whole repository in any case.
  const again = reports.filter(
    ({ reviewer, status, read: each }) => status === 'ok' && each === undefined && reviewer !== 'cross-file',
  );
  const whole =
    again.length === 0 ? '' : ` Read again as a whole by ${again.map(({ reviewer }) => nameOf(reviewer)).join(', ')}.`;
  return [`${pluralize(read, 'file')} read, ${before.files} ${since}: what was said of those still stands.${whole}`];
}

function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
