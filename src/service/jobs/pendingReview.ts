import { randomBytes } from 'node:crypto';
import { engineVersion } from '../engine/version.ts';
import type { StoredReview } from '../store/store.ts';

/** A new review that waits to be made. @param now milliseconds since the epoch */
export function pendingReview(
  asked: Pick<StoredReview, 'repository' | 'pr' | 'root' | 'base' | 'head'>,
  fromScratch: boolean,
  now: number,
): StoredReview {
  return {
    ...asked,
    id: `rev_${randomBytes(12).toString('hex')}`,
    ...(fromScratch && { fromScratch }),
    status: 'pending',
    createdAt: now,
    completedAt: undefined,
    engine: engineVersion,
    configuration: '',
    result: undefined,
  };
}
