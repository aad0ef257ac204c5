import { findSecrets } from '../../../secrets/findSecrets.ts';

/** Stands where a secret was. */
export const redactionMark = '[redacted]';

/** Takes everything out of a text that looks like a secret; the number of its lines stays the same. */
export function redactSecrets(path: string, text: string): string {
  let clean = '';
  let at = 0;
  for (const { start, end } of findSecrets(path, text)) {
    clean += text.slice(at, start) + redactionMark + text.slice(start, end).replace(/[^\n]+/g, '');
    at = end;
  }
  return clean + text.slice(at);
}
