import { createHash } from 'node:crypto';
import { stripWhitespace } from '../../core/diff/lineMap.ts';

/**
 * The fingerprint by which the embedded service names a finding. Without white space and the line's number, so it survives
 * shifted lines.
 * @param line the text of its first line
 * @param occurrence its turn among the findings with the same rule, path and line, from 0
 */
export function findingFingerprint(rule: string, path: string, line: string, occurrence: number): string {
  const what = [rule, path, stripWhitespace(line), occurrence].join('\0');
  return createHash('sha256').update(what).digest('hex').slice(0, 32);
}
