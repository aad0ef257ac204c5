import { readBlobs } from '../../../../git/content/blobs.ts';
import { renamesBetween } from '../../../../git/content/commitFacts.ts';
import type { Git } from '../../../../git/run/git.ts';
import { renamedIds } from '../../../../reviews/renames/renamedIds.ts';
import type { Rename } from '../../../../reviews/store/renames.ts';
import type { KeptFinding, LastReview } from './lastReview.ts';

/**
 * The last review with its findings by the paths and fingerprints that they have where their files were renamed since; as
 * it was kept where git cannot tell.
 * @param target what is reviewed now
 */
export async function followLast(
  git: Git,
  { root, head }: { readonly root: string; readonly head: string },
  last: LastReview | undefined,
  signal: AbortSignal,
): Promise<LastReview | undefined> {
  if (last === undefined || last.findings.length === 0 || last.commit_sha === head) return last;
  try {
    const commented = new Set(last.findings.map(({ path }) => path));
    const renames = await renamesBetween(git, root, last.commit_sha, head, signal);
    const paths = [...renames].flatMap(([now, before]): Rename[] => (commented.has(before) ? [[before, now]] : []));
    if (paths.length === 0) return last;
    const files = await readBlobs(
      git,
      root,
      head,
      paths.map(([, now]) => now),
      signal,
    );
    const present = new Map(paths);
    const known = {
      ids: new Set(last.findings.flatMap(({ fingerprint, member_fingerprints: more = [] }) => [fingerprint, ...more])),
      rules: new Set(last.findings.map(({ rule_id }) => rule_id)),
    };
    const ids = await renamedIds(paths, known, path => files.get(present.get(path) ?? '')?.toString());
    return { ...last, findings: last.findings.map(finding => renamed(finding, present, new Map(ids))) };
  } catch (error) {
    if (signal.aborted) throw error;
    return last;
  }
}

function renamed(
  finding: KeptFinding,
  paths: ReadonlyMap<string, string>,
  ids: ReadonlyMap<string, string>,
): KeptFinding {
  const { path, fingerprint, member_fingerprints: members } = finding;
  const present = (id: string): string => ids.get(id) ?? id;
  return {
    ...finding,
    path: paths.get(path) ?? path,
    fingerprint: present(fingerprint),
    ...(members !== undefined && { member_fingerprints: members.map(present) }),
  };
}
