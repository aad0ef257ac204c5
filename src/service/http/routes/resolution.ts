import { Hono } from 'hono';
import { dismissal } from '../schemas.ts';
import { problemJson } from '../problemJson.ts';
import { readBody } from '../readBody.ts';
import { countsByReviewer, isMostlyDismissed, leftOutOf, mostCommented, withRate } from '../../jobs/resolutionRate.ts';
import type { Store } from '../../store/store.ts';

/**
 * `PUT /v1/local/dismissals` stores that a comment was dismissed or reopened; `GET /v1/local/resolution` returns how
 * the comments of each reviewer and rule were resolved, which rules are mostly dismissed, and how many entries did not
 * fit. Not in the documented API.
 */
export function resolutionRoute(store: Store, now: () => number): Hono {
  const route = new Hono();
  route.put('/v1/local/dismissals', async context => {
    const read = await readBody(context, dismissal);
    if ('refusal' in read) return read.refusal;
    const { review: id, fingerprint, dismissed } = read.body;
    const review = await store.review(id);
    const comments = review?.result?.status === 'completed' ? review.result.comments : [];
    const comment = comments.find(each => each.fingerprint === fingerprint);
    if (review === undefined || comment === undefined)
      return problemJson(context, 404, 'There is no review of this id with a comment of this fingerprint.');
    const { repository, pr } = review;
    const { reviewer, rule_id: rule } = comment;
    await store.putDismissal({ repository, pr, fingerprint, reviewer, rule }, dismissed, now());
    return context.json({ fingerprint, rule, dismissed });
  });
  route.get('/v1/local/resolution', async context => {
    const counts = await store.outcomes();
    const reviewers = countsByReviewer(counts);
    const dismissed = counts.filter(isMostlyDismissed);
    return context.json({
      reviewers: mostCommented(reviewers).map(withRate),
      rules: mostCommented(counts).map(withRate),
      mostly_dismissed: mostCommented(dismissed).map(withRate),
      left_out: {
        reviewers: leftOutOf(reviewers),
        rules: leftOutOf(counts),
        mostly_dismissed: leftOutOf(dismissed),
      },
    });
  });
  return route;
}
