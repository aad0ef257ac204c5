import { Hono } from 'hono';
import { audit } from '../../members/audit.ts';
import { refusedPage } from '../html/refusedPage.ts';
import { reviewPage } from '../pages/review.ts';
import { reviewsPage } from '../pages/reviews.ts';
import type { DashboardContext, DashboardEnv, DashboardParts } from '../parts.ts';
import { listReviews, readReview, repositoryNames, type ReviewFilter, type ReviewStatus } from '../queries/reviews.ts';
import { goTo, show } from '../requests.ts';

const statuses: readonly string[] = ['pending', 'completed', 'failed', 'cancelled'] satisfies ReviewStatus[];
const noReview = 'There is no such review. Reviews are removed after the days that the settings say.';

/** Routes of the reviews. */
export function reviewRoutes(parts: DashboardParts): Hono<DashboardEnv> {
  const { database } = parts;
  const app = new Hono<DashboardEnv>();
  app.get('/reviews', async context => {
    const filter = filterOf(context);
    const [reviews, repositories] = await Promise.all([listReviews(database, filter), repositoryNames(database)]);
    return show(context, reviewsPage(context.get('viewer'), { reviews, filter, repositories }));
  });
  app.get('/reviews/:id', async context => {
    const review = await readReview(database, context.req.param('id'));
    if (review === undefined) return show(context, refusedPage(noReview), 404);
    return show(context, reviewPage(context.get('viewer'), review));
  });
  app.post('/reviews/:id/rerun', async context => {
    const review = await readReview(database, context.req.param('id'));
    if (review === undefined) return show(context, refusedPage(noReview), 404);
    const { member } = context.get('viewer');
    const object = `${review.repository} #${review.pr}`;
    const again = await database.transaction().execute(async trx => {
      const rerun = await parts.rerun(trx, review.id);
      if ('id' in rerun) await audit(trx, { actor: member, action: 'review.rerun', object, detail: { id: rerun.id } });
      return rerun;
    });
    if ('refused' in again)
      return goTo(context, parts, `/reviews/${review.id}`, { kind: 'problem', text: again.refused });
    return goTo(context, parts, `/reviews/${again.id}`, { kind: 'done', text: 'The pull request is reviewed again.' });
  });
  return app;
}

/** The filter in the address; what cannot be meant is left out. */
function filterOf(context: DashboardContext): ReviewFilter {
  const { state = '', repository = '', pr = '', before = '' } = context.req.query();
  return {
    ...(isStatus(state) && { status: state }),
    ...(repository.trim() !== '' && { repository: repository.trim().slice(0, 300) }),
    ...(/^[1-9]\d{0,14}$/.test(pr) && { pr: Number(pr) }),
    ...(/^\d{1,15}$/.test(before) && { before: Number(before) }),
  };
}

function isStatus(text: string): text is ReviewStatus {
  return statuses.includes(text);
}
