import type { SettledRecord } from '../store/reviewRecord.ts';

/** Renders a review as JSON, without the folder of its working copy. `raw` holds every comment as the service sent it. */
export function toJson(record: SettledRecord): string {
  const subject = { ...record.subject, root: undefined };
  return `${JSON.stringify({ ...record, subject }, undefined, 2)}\n`;
}
