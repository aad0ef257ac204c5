import { findSecrets } from '../../../secrets/findSecrets.ts';

/** Replaces a secret. */
export const redactionMark = '[redacted]';

/** Redacts everything in a text that looks like a secret; the number of lines stays the same. */
export function redactSecrets(path: string, text: string): string {
  let clean = '';
  let at = 0;
  for (const { start, end } of findSecrets(path, text)) {
    clean += text.slice(at, start) + redactionMark + text.slice(start, end).replace(/[^\n]+/g, '');
    at = end;
  }
  return clean + text.slice(at);
}
