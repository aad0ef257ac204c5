import { t } from '../../core/base/l10n.ts';
import type { Resolution, ResolutionCounts } from '../../core/review/resolutionRate.ts';
import type { ReviewComment } from '../../core/review/review.ts';
import type { ApiClient } from '../client.ts';
import { firstOf } from '../decode/aliases.ts';
import { asInteger, asText } from '../decode/values.ts';

// Not in the documented API; only the embedded service has these routes.

/** A comment of a review that was dismissed or reopened. */
export interface Dismissal {
  /** Id of the review. */
  readonly review: string;
  readonly fingerprint: string;
  readonly dismissed: boolean;
}

/** `PUT /v1/local/dismissals`. @throws CodeReviewError of kind `notFound` if the service has deleted the review */
export async function putDismissal(client: ApiClient, dismissal: Dismissal, signal: AbortSignal): Promise<void> {
  await client.put('/v1/local/dismissals', t('the dismissed comment'), dismissal, signal);
}

/** `GET /v1/local/resolution`: how the comments were resolved. Unreadable parts are skipped. */
export async function getResolution(client: ApiClient, signal: AbortSignal): Promise<Resolution> {
  const answer = await client.get('/v1/local/resolution', t('the resolution rate'), signal);
  const listed = (name: string): ResolutionCounts[] => {
    const list = firstOf(answer, name);
    return Array.isArray(list) ? list.flatMap(each => decodeCounts(each) ?? []) : [];
  };
  const rulesLeftOut = firstOf(answer, 'left_out.rules', asInteger) ?? 0;
  return {
    reviewers: listed('reviewers'),
    rules: listed('rules'),
    mostlyDismissed: listed('mostly_dismissed'),
    ...(rulesLeftOut > 0 && { rulesLeftOut }),
  };
}

/** The fingerprint by which the embedded service recognizes a comment in any review. */
export function serviceFingerprint({ raw }: ReviewComment): string | undefined {
  return firstOf(raw, 'fingerprint', asText);
}

function decodeCounts(value: unknown): ResolutionCounts | undefined {
  const reviewer = firstOf(value, 'reviewer', asText);
  if (reviewer === undefined) return undefined;
  const count = (name: string): number => Math.max(0, firstOf(value, name, asInteger) ?? 0);
  const counts = {
    changed: count('changed'),
    applied: count('applied'),
    dismissed: count('dismissed'),
    untouched: count('untouched'),
  };
  const { changed, applied, dismissed, untouched } = counts;
  const rate = (changed + applied) / Math.max(1, changed + applied + dismissed + untouched);
  return { reviewer, rule: firstOf(value, 'rule', asText), ...counts, rate };
}
