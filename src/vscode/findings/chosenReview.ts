import * as vscode from 'vscode';
import { CodeReviewError } from '../../core/base/errors.ts';
import { plainLabel } from '../../core/base/text.ts';
import { t } from '../../core/base/l10n.ts';
import type { CurrentReview } from '../../reviews/current/repositoryReviews.ts';
import {
  isSettled,
  subjectName,
  subjectTitle,
  type ReviewRecord,
  type SettledRecord,
} from '../../reviews/store/reviewRecord.ts';
import { repositoryWords } from '../../reviews/summary/repositoryWords.ts';
import { findingWords, serviceName } from '../../reviews/summary/reviewWords.ts';
import type { WorkItem } from './workItem.ts';
import type { Worklist } from './worklist.ts';

/** The row of a review, of an earlier one, or of a finding. */
export type RowOfReview =
  | { readonly kind: 'review'; readonly review: Pick<CurrentReview, 'shown'>; readonly record: ReviewRecord }
  | { readonly kind: 'earlier'; readonly record: SettledRecord }
  | { readonly kind: 'finding'; readonly item: Pick<WorkItem, 'record' | 'finding'> };

interface OtherRow {
  readonly kind: 'repository' | 'group' | 'file' | 'text';
}

/**
 * What a command about a review is called with: a finding's id or comment thread, or a record. A mere handle stands for a
 * thread that is gone. In the title of the tree it is the row in focus, whatever it is.
 */
export type ReviewArgument =
  | string
  | RowOfReview
  | OtherRow
  | { readonly record: ReviewRecord }
  | { readonly findingId?: string }
  | null
  | undefined;

/**
 * Returns the review that a command is about: the one that it is called with, the only one, or the user's pick.
 * @returns undefined when the question was dismissed
 * @throws CodeReviewError of kind `input` when there is none, or the one that is meant is gone or has not ended
 */
export async function chosenReview(worklist: Worklist, about: ReviewArgument): Promise<SettledRecord | undefined> {
  const given = recordOf(worklist, about);
  if (given !== undefined) return ended(given);
  const reviews = worklist.overview.repositories.flatMap(repository => repository.reviews);
  const repositoryOf = repositoryWords(reviews.flatMap(({ review: { shown } }) => shown?.subject ?? []));
  const items = reviews.flatMap(({ review: { shown }, counts }) =>
    shown === undefined
      ? []
      : [
          {
            label: plainLabel(subjectTitle(shown.subject)),
            description: plainLabel(
              [repositoryOf(shown.subject), findingWords(counts), serviceName(shown.subject.service)]
                .filter(Boolean)
                .join(' · '),
            ),
            record: shown,
          },
        ],
  );
  if (items.length === 0) throw new CodeReviewError('input', t('No review is shown.'), t('Review the branch first.'));
  if (items.length === 1) return items[0]?.record;
  const options = { title: 'Code Review', placeHolder: t('Which review?'), matchOnDescription: true };
  return (await vscode.window.showQuickPick(items, options))?.record;
}

/** The id of the finding that a command about a review was called from. */
export function findingIn(about: ReviewArgument): string | undefined {
  if (typeof about !== 'object' || about === null) return about ?? undefined;
  if ('kind' in about) return about.kind === 'finding' ? about.item.finding.id : undefined;
  return 'findingId' in about ? about.findingId : undefined;
}

/** The review of a row. @throws CodeReviewError of kind `input` when it has not ended */
export function reviewOf(row: RowOfReview): SettledRecord {
  return ended(recordOfRow(row));
}

function ended(record: ReviewRecord): SettledRecord {
  if (isSettled(record)) return record;
  const sentence = t('The review of {name} has no result yet.', { name: subjectName(record.subject) });
  throw new CodeReviewError('input', sentence, t('Wait until it has ended.'));
}

/** @returns undefined where nothing was meant @throws CodeReviewError of kind `input` where the finding is gone */
function recordOf(worklist: Worklist, about: ReviewArgument): ReviewRecord | undefined {
  if (about === undefined || about === null) return undefined;
  if (typeof about === 'string') return recordOfFinding(worklist, about);
  if ('kind' in about) return inFocus(about);
  return 'record' in about ? about.record : recordOfFinding(worklist, about.findingId);
}

/** The review of the row in focus, if it has ended. */
function inFocus(row: RowOfReview | OtherRow): SettledRecord | undefined {
  const record = isOfReview(row) ? recordOfRow(row) : undefined;
  return record !== undefined && isSettled(record) ? record : undefined;
}

function isOfReview(row: RowOfReview | OtherRow): row is RowOfReview {
  return row.kind === 'review' || row.kind === 'earlier' || row.kind === 'finding';
}

function recordOfRow(row: RowOfReview): ReviewRecord {
  if (row.kind === 'finding') return row.item.record;
  return row.kind === 'review' ? (row.review.shown ?? row.record) : row.record;
}

function recordOfFinding(worklist: Worklist, id: string | undefined): ReviewRecord {
  const item = id === undefined ? undefined : worklist.byId(id);
  if (item !== undefined) return item.record;
  throw new CodeReviewError(
    'input',
    t('This finding is no longer shown.'),
    t('Choose its review in the Findings view.'),
  );
}
