import { commentSeverities, type EngineComment } from '../../../engine/engineComment.ts';
import type { CompletedResult } from '../../../engine/messages.ts';
import { pluralize } from '../../../engine/result/pluralize.ts';
import { reviewGaps, whyNothingWasRead } from '../../../engine/result/reviewGaps.ts';
import { reviewNotes } from '../../../engine/result/reviewNotes.ts';
import { actionButton } from '../html/form.ts';
import { html, join, type Content, type Html } from '../html/html.ts';
import { externalLink, pathWith } from '../html/links.ts';
import { notice, page } from '../html/page.ts';
import { facts } from '../html/table.ts';
import { durationText, timeAgo } from '../html/time.ts';
import type { Viewer } from '../html/viewer.ts';
import type { ReviewDetails } from '../queries/reviews.ts';
import { commentHtml } from './comment.ts';
import { durationOf, statusBadge } from './reviews.ts';

/** Comments on one page; the rest is counted. */
const mostComments = 500;

/** The page of a review. */
export function reviewPage(viewer: Viewer, review: ReviewDetails): Html {
  const { id, repository, pr, status, title } = review;
  const canRunAgain = status === 'failed' || status === 'cancelled';
  return page(viewer, {
    title: `${repository} #${pr}`,
    section: 'reviews',
    back: { path: '/reviews', text: 'Reviews' },
    actions: canRunAgain && actionButton(`/reviews/${id}/rerun`, viewer.csrfToken, 'Run again', 'primary'),
    body: html`${title !== undefined && html`<p class="lead">${title}</p>`}
      <div class="stack" id="review" ${status === 'pending' && html` data-refresh`}>
        <div class="panel">
          ${facts([
            ['State', statusBadge(review)],
            ['Comments', review.issues],
            [
              'Requested',
              html`${timeAgo(review.createdAt, viewer.now)}${review.requestedBy !== undefined && html` with ${review.requestedBy}`}`,
            ],
            ['Waited', review.startedAt && durationText(review.startedAt.getTime() - review.createdAt.getTime())],
            ['Duration', durationOf(review, viewer.now)],
            ['Attempts', review.attempts > 1 && review.attempts],
            ['Commit', review.head !== '' && html`<code>${review.head.slice(0, 12)}</code>`],
            ['Base', review.base !== '' && html`<code>${review.base.slice(0, 12)}</code>`],
            ['Repository', externalLink(review.webUrl, repository)],
            [
              'All of this pull request',
              html`<a href="${pathWith('/reviews', { repository, pr })}">Reviews of #${pr}</a>`,
            ],
          ])}
        </div>
        ${contentOf(review)}
      </div>`,
  });
}

function contentOf(review: ReviewDetails): Content {
  const { status, result } = review;
  if (status === 'pending') return underWay(review);
  if (status === 'cancelled') return notice('hint', 'This review was cancelled.');
  if (result === undefined) return notice('problem', 'The result of this review is not kept any more.');
  if (result.status === 'failed') {
    const notes = reviewNotes(result);
    return html`<div class="stack">
      ${notice('problem', html`<strong>The review failed.</strong> ${sentence(result.reason)}`)}${notes.length > 0 && list(notes)}
    </div>`;
  }
  return completed(result);
}

function underWay({ startedAt, stage, progress }: ReviewDetails): Html {
  if (startedAt === undefined)
    return html`<div class="panel">
      ${notice('hint', 'This review waits for a worker. It starts as soon as one is free.')}
    </div>`;
  return html`<div class="panel">
    <label for="progress">${sentence(stage ?? 'starting')}</label>
    <progress id="progress" max="100" value="${Math.floor(progress * 100)}">${Math.floor(progress * 100)} %</progress>
  </div>`;
}

function completed(result: CompletedResult): Content {
  const { comments } = result;
  const gaps = reviewGaps(result).map(({ message }) => sentence(message));
  const why = whyNothingWasRead(result);
  const shown = comments.slice(0, mostComments);
  const files = Map.groupBy(shown, ({ path }) => path);
  return html` ${why !== undefined && notice('hint', html`<strong>Nothing was reviewed:</strong> ${why}.`)}
    ${gaps.length > 0 && notice('problem', html`<strong>This review is incomplete.</strong>${list(gaps)}`)}
    ${comments.length === 0 && why === undefined && gaps.length === 0 && notice('done', html`<strong>No issues.</strong> The whole change was reviewed.`)}
    ${comments.length > 0 && html`<p>${join(severityCounts(comments), ', ')} in ${pluralize(new Set(comments.map(({ path }) => path)).size, 'file')}.</p>`}
    ${[...files].map(
      ([path, own]) =>
        html`<section class="file">
          <h2>${path === '' ? 'General' : path} <span class="quiet">${pluralize(own.length, 'comment')}</span></h2>
          ${own.map(commentHtml)}
        </section>`,
    )}
    ${comments.length > shown.length && notice('hint', `${pluralize(comments.length - shown.length, 'comment')} beyond the first ${mostComments} are not shown here. The editor shows them all.`)}
    <details>
      <summary>What was reviewed</summary>
      ${list(reviewNotes(result))}
    </details>`;
}

function severityCounts(comments: readonly EngineComment[]): string[] {
  return commentSeverities.flatMap(severity => {
    const count = comments.filter(comment => comment.severity === severity).length;
    return count === 0 ? [] : [`${count} ${severity}`];
  });
}

function list(sentences: readonly string[]): Html {
  return html`<ul class="plain-list">
    ${sentences.map(each => html`<li>${each}</li>`)}
  </ul>`;
}

/** A clause as a sentence. One that begins with the name of a file, a repository or a host keeps it as it is. */
function sentence(clause: string): string {
  const begun = clause.replace(
    /^\p{Ll}+(?=$|[\s,…]|\.(?:\s|$))/u,
    word => word.charAt(0).toUpperCase() + word.slice(1),
  );
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`;
}
