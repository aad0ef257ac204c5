import * as vscode from 'vscode';
import { CodeReviewError } from '../../core/base/errors.ts';
import { plainLine } from '../../core/base/text.ts';
import { t } from '../../core/base/l10n.ts';
import { isSettled, subjectTitle, type ReviewRecord, type SettledRecord } from '../../reviews/store/reviewRecord.ts';
import { findingWords, serviceName } from '../../reviews/summary/reviewWords.ts';
import type { Worklist } from './worklist.ts';

/** What a command about a review is called with: its row or one below it, or a finding's id or comment thread. */
export type ReviewArgument =
  | string
  | {
      readonly review?: { readonly shown: SettledRecord | undefined };
      readonly record?: ReviewRecord;
      readonly item?: { readonly record: ReviewRecord };
      readonly findingId?: string;
    }
  | null
  | undefined;

/**
 * Returns the review that a command is about: that of the row or finding, the only one, or the user's pick.
 * @returns undefined when the question was dismissed
 * @throws CodeReviewError of kind `input` when there is none
 */
export async function chosenReview(worklist: Worklist, about: ReviewArgument): Promise<SettledRecord | undefined> {
  const given = recordOf(worklist, about);
  if (given !== undefined && isSettled(given)) return given;
  const reviews = worklist.overview.repositories.flatMap(repository => repository.reviews);
  const items = reviews.flatMap(({ review: { shown }, counts }) =>
    shown === undefined
      ? []
      : [
          {
            label: plainLine(subjectTitle(shown.subject)),
            description: plainLine(
              [findingWords(counts), serviceName(shown.subject.service)].filter(Boolean).join(' · '),
            ),
            record: shown,
          },
        ],
  );
  if (items.length === 0) throw new CodeReviewError('input', t('No review is shown.'), t('Review the branch first.'));
  if (items.length === 1) return items[0]?.record;
  const placeHolder = t('Which review?');
  return (await vscode.window.showQuickPick(items, { title: 'Code Review', placeHolder }))?.record;
}

function recordOf(worklist: Worklist, about: ReviewArgument): ReviewRecord | undefined {
  if (about === undefined || about === null) return undefined;
  if (typeof about === 'string') return worklist.byId(about)?.record;
  if (about.findingId !== undefined) return worklist.byId(about.findingId)?.record;
  return about.review?.shown ?? about.record ?? about.item?.record;
}
