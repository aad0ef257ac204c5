import { plainMarkdown } from '../../../core/render/plainMarkdown.ts';
import { commaList, t } from '../../../core/base/l10n.ts';
import { compareReviews } from '../../../reviews/current/compareReviews.ts';
import { formerComments } from '../../../reviews/current/formerComments.ts';
import type { CurrentReview } from '../../../reviews/current/repositoryReviews.ts';
import { isSettled } from '../../../reviews/store/reviewRecord.ts';
import { textRow, type TextRow } from './row.ts';

/** What a review says besides its findings. */
export interface NoteRows {
  /** Why there is no result to rely on, where nothing else in the tree says so. */
  readonly missing: readonly TextRow[];
  /** Elements that could not be read as comments. */
  readonly undecoded: readonly TextRow[];
  /** Comments that the review before had and this one has not. */
  readonly gone: readonly TextRow[];
  readonly about: readonly TextRow[];
}

/** Returns the rows of a review that are no findings. */
export function noteRows({ key, records: [latest], shown, previous }: CurrentReview): NoteRows {
  const { summary, notes = [], undecoded = [], comments = [], gaps = [], gapNotes = notes } = shown?.review ?? {};
  const goneComments =
    shown && previous ? compareReviews(previous.review.comments ?? [], comments, formerComments(shown)).gone : [];
  // A note is mostly longer than its row.
  const command = { title: t('Show Report'), command: 'codeReview.showReport', arguments: [{ record: shown }] };
  const iconOf = (note: string): string => (gaps.length > 0 && gapNotes.includes(note) ? 'warning' : 'note');
  return {
    missing: missingText(latest).map(({ text, isFailure }) =>
      textRow(
        `missing:${key}`,
        text,
        'warning',
        isFailure ? { title: t('Show Output'), command: 'codeReview.showOutput' } : undefined,
      ),
    ),
    undecoded: undecoded.map((raw, index) => textRow(`undecoded:${key}/${index}`, JSON.stringify(raw), 'question')),
    gone: goneComments.map(({ title, path }, index) =>
      textRow(
        `gone:${key}/${index}`,
        path === undefined ? plainMarkdown(title) : `${plainMarkdown(title)} (${path})`,
        'pass',
      ),
    ),
    about: [
      ...(summary === undefined ? [] : [textRow(`summary:${key}`, plainMarkdown(summary, 2_000), 'comment', command)]),
      ...notes.map((text, index) => textRow(`note:${key}/${index}`, plainMarkdown(text, 2_000), iconOf(text), command)),
    ],
  };
}

function missingText(latest: CurrentReview['records'][number] | undefined): { text: string; isFailure: boolean }[] {
  if (latest === undefined || !isSettled(latest)) return [];
  const { reason, gaps = [], notes } = latest.review;
  const incomplete =
    gaps.length > 0 && notes.length === 0 ? t('Incomplete: {gaps}', { gaps: commaList(gaps) }) : undefined;
  const text = latest.state === 'completed' ? incomplete : reason;
  return text === undefined ? [] : [{ text, isFailure: latest.state !== 'completed' }];
}
