import { t } from '../../core/base/l10n.ts';
import type { Review } from '../../core/review/review.ts';
import type { ApiClient } from '../client.ts';

/**
 * Cancels a review: `PUT /v1/local/cancellations`. Not in the documented API; only the embedded service has it.
 * @returns the review with the status `cancelled`, or with its result if it had ended before
 * @throws CodeReviewError of kind `notFound` if the service has deleted the review
 */
export async function cancelReview(client: ApiClient, id: string, signal: AbortSignal): Promise<Review> {
  await client.put('/v1/local/cancellations', t('the review'), { review: id }, signal);
  return client.getReview(id, signal, 'user');
}
