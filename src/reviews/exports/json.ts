import type { SettledRecord } from '../store/reviewRecord.ts';

/** Renders a review as JSON. `raw` holds every comment as the service sent it. */
export function toJson(record: SettledRecord): string {
  return `${JSON.stringify(record, undefined, 2)}\n`;
}
