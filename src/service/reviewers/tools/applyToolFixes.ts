import { lstat, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { DiffFile } from '../../engine/diff/diffModel.ts';
import type { ReviewerFinding } from '../../engine/reviewer.ts';
import { hunksOf, withHunks } from './fixes.ts';

const largestRepaired = 2_000_000;

/**
 * Gives findings the fixes that a repair made in a copy.
 * @param folder of the copy, after the repair
 * @param remaining what the tool finds there now
 */
export async function applyToolFixes(
  findings: readonly ReviewerFinding[],
  files: readonly DiffFile[],
  folder: string,
  remaining: readonly ReviewerFinding[],
): Promise<readonly ReviewerFinding[]> {
  let repaired = findings;
  for (const file of files) {
    const text = await readRepaired(path.join(folder, file.path));
    if (text !== undefined && text !== file.text) repaired = withHunks(repaired, file, hunksOf(file, text), remaining);
  }
  return repaired;
}

/** Undefined for what is no file any more. */
async function readRepaired(file: string): Promise<string | undefined> {
  const found = await lstat(file).catch(() => undefined);
  if (found?.isFile() !== true || found.size > largestRepaired) return undefined;
  return (await readFile(file, 'utf8')).replace(/^\ufeff/, '');
}
