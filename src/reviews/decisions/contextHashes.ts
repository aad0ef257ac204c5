import { createHash } from 'node:crypto';
import { mapLines, withoutSpacing } from '../../core/diff/lineMap.ts';
import type { LineRange } from '../../core/review/review.ts';

/** Hashes of the lines above and below a finding that hold a word, from top to bottom; the code itself is not kept. */
export interface ContextHashes {
  readonly above: readonly string[];
  readonly below: readonly string[];
}

const most = 3;

/** What surrounds lines of a file. @param lines the whole file as it was reviewed */
export function contextHashesOf({ startLine, endLine }: LineRange, lines: readonly string[]): ContextHashes {
  const above: string[] = [];
  for (let at = Math.min(startLine - 1, lines.length) - 1; at >= 0 && above.length < most; at--)
    if (isTelling(lines[at])) above.unshift(hashOf(lines[at]));
  const below: string[] = [];
  for (let at = endLine; at < lines.length && below.length < most; at++)
    if (isTelling(lines[at])) below.push(hashOf(lines[at]));
  return { above, below };
}

/** How much of two surroundings is the same, from 0 to 1; a half where one is not known. */
export function similarity(a: ContextHashes | undefined, b: ContextHashes | undefined): number {
  if (a === undefined || b === undefined) return 0.5;
  const length = a.above.length + a.below.length + b.above.length + b.below.length;
  return length === 0 ? 1 : (2 * (common(a.above, b.above) + common(a.below, b.below))) / length;
}

function common(a: readonly string[], b: readonly string[]): number {
  return mapLines(a, b).lines.filter(at => at >= 0).length;
}

/** Brackets and blank lines are around any code. */
function isTelling(line = ''): boolean {
  return /\w/.test(line);
}

function hashOf(line = ''): string {
  return createHash('sha256').update(withoutSpacing(line)).digest('hex').slice(0, 8);
}
