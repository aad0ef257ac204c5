import { createHash } from 'node:crypto';
import { engineVersion } from '../engine/version.ts';
import type { ReviewState } from '../jobs/backend.ts';

/**
 * The weak entity tag (RFC 9110) of the answer about a review. It is made of what tells one answer from the next, since
 * an answer can be megabytes long.
 */
export function entityTag({ review, progress }: ReviewState): string {
  const { id, status, completedAt, head } = review;
  const underWay = progress && [progress.status, progress.stage, progress.progress, progress.comments?.length];
  const facts = JSON.stringify([engineVersion, id, status, completedAt, head, underWay]);
  return `W/"${createHash('sha256').update(facts).digest('base64url').slice(0, 22)}"`;
}

/** Whether an `If-None-Match` header names a tag, by weak comparison. */
export function namesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  const named = (ifNoneMatch ?? '').split(',').map(each => each.trim().replace(/^W\//, ''));
  return named.includes('*') || named.includes(tag.replace(/^W\//, ''));
}
