import { createHash } from 'node:crypto';
import { mapLines, stripWhitespace } from '../../core/diff/lineMap.ts';
import type { LineRange } from '../../core/review/review.ts';

/** Hashes of up to three lines above and below a finding, top to bottom. Lines without a word are skipped. */
export interface ContextHashes {
  readonly above: readonly string[];
  readonly below: readonly string[];
}

const most = 3;

/** Hashes the context of a range. @param lines the whole file as it was reviewed */
export function contextHashesOf({ startLine, endLine }: LineRange, lines: readonly string[]): ContextHashes {
  const above: string[] = [];
  for (let at = Math.min(startLine - 1, lines.length) - 1; at >= 0 && above.length < most; at--)
    if (isTelling(lines[at])) above.unshift(hashOf(lines[at]));
  const below: string[] = [];
  for (let at = endLine; at < lines.length && below.length < most; at++)
    if (isTelling(lines[at])) below.push(hashOf(lines[at]));
  return { above, below };
}

/** Returns the similarity of two contexts, from 0 to 1; 0.5 if one is unknown. */
export function similarity(a: ContextHashes | undefined, b: ContextHashes | undefined): number {
  if (a === undefined || b === undefined) return 0.5;
  const length = a.above.length + a.below.length + b.above.length + b.below.length;
  return length === 0 ? 1 : (2 * (common(a.above, b.above) + common(a.below, b.below))) / length;
}

function common(a: readonly string[], b: readonly string[]): number {
  return mapLines(a, b).lines.filter(at => at >= 0).length;
}

/** False for brackets and blank lines, which surround any code. */
function isTelling(line = ''): boolean {
  return /\w/.test(line);
}

function hashOf(line = ''): string {
  return createHash('sha256').update(stripWhitespace(line)).digest('hex').slice(0, 8);
}
