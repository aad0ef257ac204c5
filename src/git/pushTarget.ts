import type { GitConfig } from './config.ts';

/** Where a branch is pushed to. */
export interface PushTarget {
  /** Name or URL of the remote. */
  readonly remote: string;
  /** Name of the branch there. */
  readonly branch: string;
}

const trunks = new Set(['main', 'master', 'develop', 'trunk']);

/** Tells by the configuration where a branch is pushed, as gh does (pull-requests-and-lines.md 1.1). */
export function pushTarget(config: GitConfig, branch: string | undefined): PushTarget | undefined {
  if (branch === undefined) return undefined;
  const tracked = config.get(`branch.${branch}.remote`);
  const remote =
    config.get(`branch.${branch}.pushremote`) ??
    config.get('remote.pushdefault') ??
    tracked ??
    (config.remotes.includes('origin') ? 'origin' : config.remotes[0]);
  if (remote === undefined || remote === '.') return undefined;
  const merge = /^refs\/heads\/(.+)$/s.exec(config.get(`branch.${branch}.merge`) ?? '')?.[1];
  const byUpstream = ['upstream', 'tracking'].includes(config.get('push.default') ?? '');
  // A renamed local branch tracks another name; a trunk name only says what the branch was made from.
  const renamed = merge !== undefined && remote === tracked && !trunks.has(merge);
  return { remote, branch: merge !== undefined && (byUpstream || renamed) ? merge : branch };
}
