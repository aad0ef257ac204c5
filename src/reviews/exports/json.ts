import type { SettledRecord } from '../store/reviewRecord.ts';

/** The review as JSON: what was decoded, and every comment as the service sent it under `raw`. */
export function toJson(record: SettledRecord): string {
  return `${JSON.stringify(record, undefined, 2)}\n`;
}
