import type { GitConfig } from './config.ts';

/** The remote branch that a branch is pushed to. */
export interface PushTarget {
  /** Name or URL of the remote. */
  readonly remote: string;
  /** Name of the branch on the remote. */
  readonly branch: string;
  /**
   * Whether the name is only that of the tracked branch and no configuration says that the branch is pushed there: it
   * may have been renamed, or created from that branch.
   */
  readonly isGuess: boolean;
}

const trunks = new Set(['main', 'master', 'develop', 'trunk']);

/** Finds the push target in the configuration, like gh (docs/decisions/pull-request-sources.md). */
export function pushTarget(config: GitConfig, branch: string | undefined): PushTarget | undefined {
  if (branch === undefined) return undefined;
  const upstream = config.get(`branch.${branch}.remote`);
  // A local branch that is tracked says nothing of where this one is pushed to.
  const tracked = upstream === '.' ? undefined : upstream;
  const remote =
    config.get(`branch.${branch}.pushremote`) ??
    config.get('remote.pushdefault') ??
    tracked ??
    (config.remotes.includes('origin') ? 'origin' : config.remotes[0]);
  if (remote === undefined || remote === '.') return undefined;
  const mapped = mappedByRefspec(config.all(`remote.${remote}.push`), branch);
  if (mapped !== undefined) return { remote, branch: mapped, isGuess: false };
  const merge = /^refs\/heads\/(.+)$/s.exec(config.get(`branch.${branch}.merge`) ?? '')?.[1];
  if (merge === undefined || merge === branch || remote !== tracked) return { remote, branch, isGuess: false };
  if (['upstream', 'tracking'].includes(config.get('push.default') ?? ''))
    return { remote, branch: merge, isGuess: false };
  // Tools track the branch of a fork by its URL, and nothing is created from there.
  if (!config.remotes.includes(remote)) return { remote, branch: merge, isGuess: false };
  // A tracked trunk is only what the branch was created from.
  return trunks.has(merge) ? { remote, branch, isGuess: false } : { remote, branch: merge, isGuess: true };
}

/** The name that `remote.NAME.push` maps the branch to, for example by `refs/heads/*:refs/heads/robin/*`. */
function mappedByRefspec(refspecs: readonly string[], branch: string): string | undefined {
  for (const refspec of refspecs) {
    const [from = '', to = from] = refspec.replace(/^\+/, '').split(':');
    const [fromStart = '', fromEnd] = withoutHeads(from).split('*');
    const [toStart = '', toEnd] = withoutHeads(to).split('*');
    if (fromEnd === undefined || toEnd === undefined) {
      if (fromStart === branch) return toStart;
    } else if (
      branch.length >= fromStart.length + fromEnd.length &&
      branch.startsWith(fromStart) &&
      branch.endsWith(fromEnd)
    ) {
      return `${toStart}${branch.slice(fromStart.length, branch.length - fromEnd.length)}${toEnd}`;
    }
  }
  return undefined;
}

function withoutHeads(ref: string): string {
  return ref.replace(/^refs\/heads\//, '');
}
