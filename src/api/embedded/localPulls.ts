import { CodeReviewError } from '../../core/base/errors.ts';
import { t } from '../../core/base/l10n.ts';
import type { ApiClient } from '../client.ts';
import { firstOf } from '../decode/aliases.ts';
import { asInteger } from '../decode/values.ts';

/** A branch to review without a hosted pull request. Commits are full hashes. */
export interface LocalPull {
  /** `owner/name` */
  readonly repository: string;
  readonly head: string;
  readonly head_commit: string;
  readonly base: string;
  readonly base_commit: string;
}

/**
 * Registers a branch with the embedded service and returns its number: `PUT /v1/local/pulls`. Not in the documented
 * API; only the embedded service has it.
 */
export async function registerLocalPull(client: ApiClient, pull: LocalPull, signal: AbortSignal): Promise<number> {
  const answer = await client.put('/v1/local/pulls', t('the branch {head}', { head: pull.head }), pull, signal);
  const number = firstOf(answer, 'number', asInteger);
  if (number === undefined) throw new CodeReviewError('service', t('The embedded service gave the branch no number.'));
  return number;
}
