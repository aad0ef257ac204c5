import { lstat, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { DiffFile } from '../../engine/diff/diffModel.ts';
import type { ReviewerFinding } from '../../engine/reviewer.ts';
import { hunksOf, withHunks } from './fixes.ts';

const largestRepaired = 2_000_000;

/**
 * Adds the fixes that the tool's `fixCommand` made in a copy to the findings.
 * @param folder path of the copy, after the fix command
 * @param remaining the tool's findings in the copy
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

/** Undefined if the path is no longer a file. */
async function readRepaired(file: string): Promise<string | undefined> {
  const found = await lstat(file).catch(() => undefined);
  if (found?.isFile() !== true || found.size > largestRepaired) return undefined;
  return (await readFile(file, 'utf8')).replace(/^\ufeff/, '');
}
