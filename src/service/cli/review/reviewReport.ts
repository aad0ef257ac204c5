import { decodeEmbedded } from '../../../api/decode/embeddedReview.ts';
import type { ReviewComment } from '../../../core/review/review.ts';
import { commentSeverities, type EngineComment, type RefutedComment } from '../../engine/engineComment.ts';
import type { CompletedResult } from '../../engine/messages.ts';
import { pluralize } from '../../engine/result/pluralize.ts';
import { reviewGaps, unreadFileGaps, whyNothingWasRead } from '../../engine/result/reviewGaps.ts';
import type { Gap } from '../../engine/result/gap.ts';
import { listsOf } from '../../engine/notReviewed.ts';
import { refutedCounts } from '../../engine/result/refutedComments.ts';
import { excludedNotes, reviewNotes, unreadNotes } from '../../engine/result/reviewNotes.ts';
import type { ReviewTarget } from './reviewTarget.ts';
import { selectFindings, type Selected, type Selection, type StatedComment } from './selection.ts';
import { compareWithLast, type SinceLast } from './sinceLast/compare.ts';

/** The input of every output format: a completed review. */
export interface ReviewReport {
  readonly target: ReviewTarget;
  /** One sentence: how much was found. */
  readonly summary: string;
  /** The engine's comments that count, also those that are not listed. */
  readonly counted: readonly StatedComment[];
  /** The engine's comments that are listed. */
  readonly comments: readonly StatedComment[];
  /** The same comments in the same order, with bounded lengths and safe to display. */
  readonly shown: readonly ReviewComment[];
  /** The engine's comments that a language model refuted; they are counted nowhere else. */
  readonly refuted: readonly RefutedComment[];
  /** Number of new lines that were read. */
  readonly lines: number;
  /** Sentences about what was reviewed and what was not. */
  readonly notes: readonly string[];
  /** What the notes name only the first of. */
  readonly lists: ReturnType<typeof listsOf>;
  /** The parts that are missing. */
  readonly gaps: readonly Gap[];
  /** Absent if the review is not compared with the last one. */
  readonly sinceLast?: SinceLast;
}

/** Builds the report of a review. @param result undefined if there was nothing to review */
export function buildReport(
  target: ReviewTarget,
  result: CompletedResult | undefined,
  selection: Selection,
): ReviewReport {
  const { leftOut, nothing } = target;
  const whole = result && { ...result, unreviewed: [...result.unreviewed, ...leftOut] };
  const gaps = whole === undefined ? unreadFileGaps(leftOut) : reviewGaps(whole);
  const { since } = selection;
  const sinceLast = since && compareWithLast(since.last, whole, gaps);
  const selected = selectFindings(whole?.comments ?? [], selection);
  const notes = whole === undefined ? [...unreadNotes(leftOut), ...excludedNotes(leftOut)] : reviewNotes(whole);
  return {
    target,
    summary: whole === undefined ? (nothing ?? '') : summaryOf(whole, selected, gaps, selection, sinceLast),
    counted: selected.counted,
    comments: selected.listed,
    shown: selected.listed.map(shownOf),
    refuted: whole?.refuted ?? [],
    lines: whole === undefined ? 0 : whole.addedLines + (whole.removedLines ?? 0),
    notes: [...ambiguousNotes(target), ...selectionNotes(selected, whole === undefined, sinceLast), ...notes],
    lists: listsOf(whole ?? { unreviewed: leftOut }),
    gaps,
    ...(sinceLast && { sinceLast }),
  };
}

/** The files exist here, even if a name is reserved on another system, such as `aux.ts`, or an editor opens none like it. */
export function shownOf(comment: EngineComment): ReviewComment {
  return decodeEmbedded(comment, path => path);
}

function summaryOf(
  result: CompletedResult,
  { counted }: Selected,
  gaps: readonly Gap[],
  { onlyNew }: Selection,
  sinceLast: SinceLast | undefined,
): string {
  const why = whyNothingWasRead(result);
  if (why !== undefined) return `${gaps.length === 0 ? 'Nothing to review' : 'Nothing was reviewed'}: ${why}.`;
  const counts = commentSeverities.flatMap(severity => {
    const count = counted.filter(comment => comment.severity === severity).length;
    return count === 0 ? [] : [`${count} ${severity}`];
  });
  const kind = onlyNew ? 'new issue' : 'issue';
  const found = counted.length === 0 ? `No ${kind}s` : `${pluralize(counted.length, kind)} (${counts.join(', ')})`;
  const parts = [found, ...sincePhrases(sinceLast, onlyNew)].join(', ');
  const missing = gaps.length === 0 ? '' : `, but ${gaps.map(({ message }) => message).join(', ')}`;
  return [`${parts}${missing}`, ...refutedCounts(result)].map(sentence => `${sentence}.`).join(' ');
}

function ambiguousNotes({ ambiguous = [] }: ReviewTarget): string[] {
  return ambiguous.map(
    name => `A tag is called ${name} too: the branch was reviewed. For the tag, name refs/tags/${name}.`,
  );
}

function sincePhrases(sinceLast: SinceLast | undefined, onlyNew: boolean): string[] {
  if (sinceLast?.last === undefined) return [];
  const { new: fresh, still, gone, unchecked } = sinceLast;
  return [
    onlyNew ? `${still} still there` : `${fresh === 0 ? 'none' : fresh} new since the last review`,
    ...(gone.length === 0 ? [] : [`${gone.length} gone`]),
    ...(unchecked.length === 0 ? [] : [`${unchecked.length} not looked for again`]),
  ];
}

function selectionNotes({ counted, listed }: Selected, nothing: boolean, sinceLast: SinceLast | undefined): string[] {
  const gone = sinceLast?.gone.length ?? 0;
  const isFirst = sinceLast !== undefined && sinceLast.last === undefined && counted.length > 0;
  return [
    ...(isFirst ? ['There is no earlier review of these changes to compare with: every issue counts as new.'] : []),
    ...(nothing && gone > 0 ? [`Gone since the last review: ${pluralize(gone, 'issue')}.`] : []),
    ...(listed.length === counted.length
      ? []
      : [
          `${counted.length} issues, of which the most severe ${listed.length} ${listed.length === 1 ? 'is' : 'are'} listed.`,
        ]),
  ];
}
