import type { Repository } from '../../refining/refined.ts';
import { filesOfTree, listTree } from '../../../../git/content/treeFiles.ts';
import type { ReviewerFinding } from '../../../engine/reviewer.ts';

/** The rules on texts that are translated after their values are put in. */
export const untranslated = /^ruff\/INT00\d$/;

/** Longest list of files, in bytes. */
const maxBytes = 256 << 20;

/** The findings on texts that no catalogue has, where the repository has no catalogue of gettext at all. */
export async function textsWithoutCatalogue(
  findings: readonly ReviewerFinding[],
  { git, job }: Repository,
  signal: AbortSignal,
): Promise<readonly ReviewerFinding[]> {
  if (findings.length === 0) return [];
  const listed = await listTree(git, job.root, job.head, { signal, maxBytes });
  for (const [path] of filesOfTree(listed)) if (/\.(?:mo|pot?)$/.test(path)) return [];
  return findings;
}
