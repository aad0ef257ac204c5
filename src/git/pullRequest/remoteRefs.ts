import type { GitReader } from '../run/git.ts';
import { parsePullRequestRef } from './pullRequestRef.ts';
import { RefListing } from './refListing.ts';

const bounds = { maxBytes: 64 << 20, timeoutMs: 20_000 };
const folders = ['pull', 'merge-requests', 'pull-requests'];

/** The branches and pull request refs of a remote. */
export class RemoteRefs {
  readonly #listing: RefListing;

  private constructor(listing: RefListing) {
    this.#listing = listing;
  }

  /** Lists all refs in one request: servers cannot filter pull request refs. */
  static async list(git: GitReader, root: string, remote: string, signal: AbortSignal): Promise<RemoteRefs> {
    const bytes = await git.bytes(root, ['ls-remote', '--symref', '--', remote], { signal, ...bounds });
    return new RemoteRefs(new RefListing(bytes));
  }

  get defaultBranch(): string | undefined {
    // The first line of HEAD is its symbolic target: `ref: refs/heads/main<tab>HEAD`.
    return /^ref: refs\/heads\/(.+)$/.exec(this.#listing.commitOf('HEAD') ?? '')?.[1];
  }

  /** The commit of a ref by its full name. */
  commitOf(ref: string): string | undefined {
    return this.#listing.commitOf(ref);
  }

  /** The commit of a branch. */
  branch(name: string): string | undefined {
    return this.#listing.commitOf(`refs/heads/${name}`);
  }

  /** Names of the branches that are at a commit. */
  branchesAt(commit: string): string[] {
    return this.#listing.namesAt(commit).flatMap(ref => /^refs\/heads\/(.+)$/s.exec(ref)?.[1] ?? []);
  }

  /** Numbers of the pull requests whose head or merge is the commit, latest first. */
  pullRequestsAt(commit: string): number[] {
    const refs = this.#listing.namesAt(commit).map(parsePullRequestRef);
    const numbers = new Set(refs.filter(ref => ref !== undefined).map(ref => ref.number));
    return [...numbers].sort((a, b) => b - a);
  }

  /** The commit of a pull request's head. */
  head(number: number): string | undefined {
    return this.headRef(number)?.commit;
  }

  /** The ref of a pull request's head with its commit. */
  headRef(number: number): { readonly ref: string; readonly commit: string } | undefined {
    for (const folder of folders) {
      const end = folder === 'pull-requests' ? 'from' : 'head';
      const ref = `refs/${folder}/${number}/${end}`;
      const commit = this.#listing.commitOf(ref);
      if (commit !== undefined) return { ref, commit };
    }
    return undefined;
  }

  /** The ref of a pull request's trial merge with its commit. */
  mergeRef(number: number): { readonly ref: string; readonly commit: string } | undefined {
    for (const folder of folders) {
      const ref = `refs/${folder}/${number}/merge`;
      const commit = this.#listing.commitOf(ref);
      if (commit !== undefined) return { ref, commit };
    }
    return undefined;
  }

  /** Whether the remote publishes any pull request. */
  get hasPullRequests(): boolean {
    const ends = ['/head', '/from', '/merge'];
    return ends.some(end => this.#listing.some(end, ref => parsePullRequestRef(ref) !== undefined));
  }

  /** Whether a pull request has a head and a trial merge, as GitHub names them. */
  hasMerge(number: number): boolean {
    return ['head', 'merge'].every(kind => this.#listing.commitOf(`refs/pull/${number}/${kind}`) !== undefined);
  }

  /** Whether some pull requests have a head and a trial merge, while of others only the head is left, as on GitHub. */
  get deletesMerges(): boolean {
    const kept = new Map<string, string[]>();
    for (const ref of this.#listing.namesBelow('refs/pull/')) {
      const [, number = '', kind = ''] = /^refs\/pull\/(\d+)\/(.+)$/s.exec(ref) ?? [];
      kept.set(number, [...(kept.get(number) ?? []), kind]);
    }
    // Remotes list by name. GitBucket has `conflict` where there can be no merge.
    const kinds = new Set([...kept.values()].map(each => each.join()));
    return kinds.has('head,merge') && kinds.has('head');
  }
}

/** Finds the commit of a remote branch; undefined if it does not exist or the remote cannot be reached. */
export async function remoteBranch(
  git: GitReader,
  root: string,
  remote: string,
  branch: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const ref = `refs/heads/${branch}`;
  // Only with --heads does git send the server a ref prefix.
  const listed = await git.tryRun(root, ['ls-remote', '--heads', '--', remote, ref], { signal, ...bounds });
  // A pattern also matches the suffix of longer names.
  return listed === undefined ? undefined : new RefListing(Buffer.from(`${listed}\n`)).commitOf(ref);
}
