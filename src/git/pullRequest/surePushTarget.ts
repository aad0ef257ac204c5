import type { GitConfig } from '../repository/config.ts';
import { formerNames, haveDiverged, isAncestor, readReflog } from '../repository/history.ts';
import { pushTarget, type PushTarget } from '../repository/pushTarget.ts';
import { resolveCommits } from '../repository/workingCopy.ts';
import type { Git } from '../run/git.ts';
import { isMadeHere, isPushedFromHere, pushedByHand } from './evidence/pushedByHand.ts';

/** A branch and the commit that it is at, or was at when it was reviewed. */
interface Branch {
  readonly name: string | undefined;
  /** Full hash. */
  readonly head: string;
}

/** A push target with what was last fetched from or pushed to it. */
export interface SurePushTarget extends PushTarget {
  /** The commit of the remote branch; undefined if it was neither fetched nor pushed. */
  readonly commit: string | undefined;
}

/**
 * The push target as the commits show it: the remote branch of the local name where that is nearer to HEAD, since git
 * keeps what a branch tracks when it is renamed, copied or pushed elsewhere. A tracked branch of another name is no guess
 * if the local one had that name, or made a commit that was pushed there from here. Where nothing was pushed to the
 * target, it is where the branch was pushed by hand.
 */
export async function surePushTarget(
  git: Git,
  root: string,
  config: GitConfig,
  { name, head }: Branch,
  signal: AbortSignal,
): Promise<SurePushTarget | undefined> {
  const target = pushTarget(config, name);
  if (target === undefined || name === undefined) return undefined;
  const folder = `refs/remotes/${target.remote}/`;
  const asked = [...new Set([target.branch, name])].map(branch => `${folder}${branch}`);
  const [tracked, own] = await resolveCommits(git, root, asked, signal);
  if (own !== undefined && (await isNearer(git, root, { own, tracked, head }, signal)))
    return { ...target, branch: name, isGuess: false, commit: own };
  const isKnown = target.isGuess
    ? (await formerNames(git, root, name, signal)).has(target.branch) ||
      (tracked !== undefined && (await isPushedFrom(git, root, name, `${folder}${target.branch}`, tracked, signal)))
    : tracked !== undefined;
  if (isKnown) return { ...target, isGuess: false, commit: tracked };
  // A remote that is named by its URL has no refs here that would tell.
  const isNamed = config.remotes.includes(target.remote);
  const byHand = isNamed && (await pushedByHand(git, root, { branch: name, remotes: config.remotes }, signal));
  return byHand ? { ...byHand, isGuess: false } : { ...target, commit: tracked };
}

/** Whether a branch is at HEAD, or has commits of HEAD that the tracked one lacks. */
async function isNearer(
  git: Git,
  root: string,
  { own, tracked, head }: { readonly own: string; readonly tracked: string | undefined; readonly head: string },
  signal: AbortSignal,
): Promise<boolean> {
  if (own === head) return true;
  if (tracked === undefined || tracked === head || tracked === own) return false;
  const [isBelowHead, isBelowOwn, isApart] = await Promise.all([
    isAncestor(git, root, tracked, head, signal),
    isAncestor(git, root, tracked, own, signal),
    haveDiverged(git, root, own, head, signal),
  ]);
  return isBelowHead && isBelowOwn && !isApart;
}

/** Whether the commit of a remote branch was made on the local one and pushed from here. */
async function isPushedFrom(
  git: Git,
  root: string,
  branch: string,
  tracking: string,
  tracked: string,
  signal: AbortSignal,
): Promise<boolean> {
  const own = await readReflog(git, root, `refs/heads/${branch}`, signal);
  const isOwn = own.some(entry => entry.commit === tracked && isMadeHere(entry));
  return isOwn && isPushedFromHere(git, root, tracking, tracked, signal);
}
