import type { Git } from './git.ts';
import { parsePullRequestRef } from './pullRequestRef.ts';

/** The refs of a remote that tell its pull requests. */
export interface RemoteRefs {
  readonly defaultBranch: string | undefined;
  /** Commits by the names of the branches. */
  readonly branches: ReadonlyMap<string, string>;
  /** Commits of the heads, by number. */
  readonly heads: ReadonlyMap<number, string>;
  /** Commits that merging would give, by number; kept for open pull requests, and not by every provider. */
  readonly merges: ReadonlyMap<number, string>;
}

const symbolic = 'ref: refs/heads/';
const branchPrefix = 'refs/heads/';
const bounds = { maxBytes: 64 << 20, timeoutMs: 20_000 };

/** Lists the refs of a remote once, as they come: there may be hundreds of thousands. */
export async function listRemoteRefs(git: Git, root: string, remote: string, signal: AbortSignal): Promise<RemoteRefs> {
  let defaultBranch: string | undefined;
  const branches = new Map<string, string>();
  const heads = new Map<number, string>();
  const merges = new Map<number, string>();
  const onLine = (line: string): void => {
    const tab = line.indexOf('\t');
    const commit = line.slice(0, tab);
    const ref = line.slice(tab + 1);
    if (ref === 'HEAD') {
      if (commit.startsWith(symbolic)) defaultBranch = utf8(commit.slice(symbolic.length));
    } else if (ref.startsWith(branchPrefix)) {
      branches.set(utf8(ref.slice(branchPrefix.length)), commit);
    } else {
      const pull = parsePullRequestRef(ref);
      if (pull !== undefined) (pull.kind === 'merge' ? merges : heads).set(pull.number, commit);
    }
  };
  await git.lines(root, ['ls-remote', '--symref', '--', remote], { signal, ...bounds, onLine });
  return { defaultBranch, branches, heads, merges };
}

/** The commit of one branch of a remote; undefined where it is not there or the remote cannot be reached. */
export async function remoteBranch(
  git: Git,
  root: string,
  remote: string,
  branch: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const ref = `${branchPrefix}${branch}`;
  // Only with --heads does git tell the server which refs are wanted.
  const listed = await git.tryRun(root, ['ls-remote', '--heads', '--', remote, ref], { signal, ...bounds });
  // A pattern also matches the ends of longer names.
  const line = listed?.split('\n').find(each => each.endsWith(`\t${ref}`));
  return line?.slice(0, line.indexOf('\t'));
}

/** Lines are handed out as bytes. */
function utf8(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
