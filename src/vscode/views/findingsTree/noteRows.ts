import { plainMarkdown } from '../../../core/render/plainMarkdown.ts';
import { t } from '../../../core/base/l10n.ts';
import { compareReviews } from '../../../reviews/current/compareReviews.ts';
import { formerComments } from '../../../reviews/current/formerComments.ts';
import type { CurrentReview } from '../../../reviews/current/repositoryReviews.ts';
import { isSettled, lacks, type SettledRecord } from '../../../reviews/store/reviewRecord.ts';
import { group, noRows, textRow, type LackRow, type Row, type TextRow } from './row.ts';

/** What a review says besides its findings. */
export interface NoteRows {
  /** Why there is no result to rely on, where nothing else in the tree says so. */
  readonly missing: readonly LackRow[];
  /** Elements that could not be read as comments. */
  readonly undecoded: readonly TextRow[];
  /** A group of the comments that the review before had and this one has not. */
  readonly gone: readonly Row[];
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
  const [goneLabel, goneIcon] =
    shown !== undefined && lacks(shown)
      ? [t('Not found again'), 'question']
      : [t('Gone since the last review'), 'pass'];
  const goneRows = goneComments.map(({ title, path }, index) =>
    textRow(
      `gone:${key}/${index}`,
      path === undefined ? plainMarkdown(title) : `${plainMarkdown(title)} (${path})`,
      goneIcon,
    ),
  );
  return {
    missing:
      latest !== undefined && isSettled(latest) && isUnexplained(latest)
        ? [{ kind: 'lack', id: `missing:${key}`, record: latest, rows: noRows }]
        : [],
    undecoded: undecoded.map((raw, index) => textRow(`undecoded:${key}/${index}`, JSON.stringify(raw), 'question')),
    gone: group(`gone:${key}`, goneLabel, goneIcon, goneRows),
    about: [
      ...(summary === undefined ? [] : [textRow(`summary:${key}`, plainMarkdown(summary, 2_000), 'comment', command)]),
      ...notes.map((text, index) => textRow(`note:${key}/${index}`, plainMarkdown(text, 2_000), iconOf(text), command)),
    ],
  };
}

/** Whether a review has no result to rely on, for a reason that none of its notes says. */
function isUnexplained({ state, review }: SettledRecord): boolean {
  const { reason, gaps = [], notes, comments, undecoded, issuesFound = 0 } = review;
  if (state !== 'completed') return reason !== undefined;
  const isPart = comments === undefined || issuesFound > comments.length + undecoded.length;
  return isPart || (gaps.length > 0 && notes.length === 0);
}
