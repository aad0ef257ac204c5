import type { Disposable } from '../../core/base/disposable.ts';
import { registerLocalPull } from '../../api/embedded/localPulls.ts';
import type { Transport } from '../../api/transport/transport.ts';
import { CodeReviewError } from '../../core/base/errors.ts';
import { commaList, t } from '../../core/base/l10n.ts';
import type { PullRequestId } from '../../core/review/pullRequest.ts';
import { shortCommit } from '../../core/review/shortCommit.ts';
import { findDefaultBranch } from '../../git/repository/defaultBranch.ts';
import type { Git } from '../../git/run/git.ts';
import type { ProviderAccess } from '../../git/pullRequest/providers/client.ts';
import { HostCache } from '../../git/pullRequest/providers/hostCache.ts';
import {
  defaultSources,
  resolvePullRequest,
  type PullRequestResolution,
} from '../../git/pullRequest/resolvePullRequest.ts';
import { takeSnapshot, type SnapshotKind } from '../../git/content/snapshot.ts';
import type { PullRequestSource } from '../../git/pullRequest/source.ts';
import type { SkippedChange } from '../../git/content/workingTree.ts';
import { coversBranch, isSamePullRequest, workTitle, type ReviewSubject } from '../../reviews/store/reviewRecord.ts';
import type { Reviews } from '../../reviews/reviews.ts';
import { askPullRequest } from './askPullRequest.ts';
import { confirmReview } from './confirmReview.ts';
import type { Connection } from '../connection/connections.ts';
import { withDelayedProgress } from '../platform/delayedProgress.ts';
import type { ProviderSessions } from '../connection/providerSessions.ts';
import { pullRequestsExtension } from '../repository/pullRequestsExtension.ts';
import type { RememberedChoices } from '../repository/rememberedChoices.ts';
import { settings } from '../platform/settings.ts';
import type { OpenRepository, OpenRepositories } from '../repository/openRepositories.ts';
import { unsavedFilesOf } from './unsavedFiles.ts';

/** Work that has no pull request: the commits of the branch, or what is not committed. */
export type ChangesKind = 'branch' | SnapshotKind;

interface Parts {
  readonly git: Git;
  readonly copies: OpenRepositories;
  readonly reviews: Reviews;
  readonly choices: RememberedChoices;
  /** Reaches providers, which are asked which pull request is open. */
  readonly transport: Transport;
  readonly sessions: ProviderSessions;
}

/** Finds what a review of the checked-out branch is about; asks where that is in doubt. */
export class ReviewSubjects implements Disposable {
  readonly #parts: Parts;
  readonly #provider: ProviderAccess;
  /** Another one whenever an answer may be another: what was asked for before is kept in the one before. */
  #resolved = new Map<string, PullRequestResolution>();
  readonly #subscription: Disposable;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { transport, sessions } = parts;
    this.#provider = { transport, token: sessions.token.bind(sessions), memory: new HostCache() };
    this.#subscription = parts.copies.onDidChange(() => this.#forget());
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  /**
   * Asks the sources for the pull request, and keeps a sure answer for as long as branch, commit and remotes stay as they are.
   * @throws CodeReviewError of kind `git` where there is no commit
   */
  async resolve(open: OpenRepository): Promise<PullRequestResolution> {
    const { copy, identity } = open;
    if (copy.head === undefined) {
      throw new CodeReviewError(
        'git',
        t('{fullName} has no commit yet.', { fullName: identity.fullName }),
        t('Commit something, then review the branch.'),
      );
    }
    const state = [copy.root, copy.branch, copy.head, identity.fullName].join('\0');
    const resolved = this.#resolved;
    const known = resolved.get(state);
    if (known !== undefined) return known;
    const resolution = await withDelayedProgress(
      t('Looking for the pull request of {branch}', { branch: copy.branch ?? shortCommit(copy.head) }),
      signal => this.#resolve(open, this.#sources(open), signal, this.#provider),
    );
    if (resolution.kind === 'found') resolved.set(state, resolution);
    return resolution;
  }

  #forget(): void {
    this.#resolved = new Map();
  }

  #sources({ copy, folder }: OpenRepository): PullRequestSource[] {
    const { choices } = this.#parts;
    const remembered = (): ReturnType<RememberedChoices['get']> => choices.get(copy.root, copy.branch);
    return [pullRequestsExtension(folder), ...defaultSources({ remembered, provider: this.#provider })];
  }

  #resolve(
    { copy, config, identity }: OpenRepository,
    sources: PullRequestSource[],
    signal: AbortSignal,
    provider?: ProviderAccess,
  ): Promise<PullRequestResolution> {
    const { git } = this.#parts;
    const { hosts } = settings;
    return resolvePullRequest({ git, copy, config, identity, sources, hosts, signal, ...(provider && { provider }) });
  }

  /** What this machine alone knows, which takes a few milliseconds. */
  #resolveHere(open: OpenRepository): Promise<PullRequestResolution> {
    const sources = this.#sources(open).filter(({ isLocal }) => isLocal);
    return this.#resolve(open, sources, new AbortController().signal);
  }

  /** The subject; undefined when a question was dismissed. */
  async subject(
    open: OpenRepository,
    resolution: PullRequestResolution,
    connection: Connection,
  ): Promise<ReviewSubject | undefined> {
    const { choices, sessions } = this.#parts;
    const { copy, identity } = open;
    // Without a commit nothing was resolved.
    if (copy.head === undefined) return undefined;
    const subject = (
      number: number,
      title: string | undefined,
      headCommit: string | undefined,
      name?: string,
    ): ReviewSubject => ({
      kind: 'pullRequest',
      service: connection.name,
      pullRequest: { repository: name ?? identity.fullName, number },
      title,
      root: copy.root,
      branch: copy.branch,
      headCommit,
    });
    if (resolution.kind === 'found') {
      const { candidate, headCommit, unpushed } = resolution;
      const repository = candidate.repository ?? identity.fullName;
      const { url } = candidate;
      const known = subject(candidate.number, candidate.title, headCommit, repository);
      const found = url === undefined ? known : { ...known, url };
      // A review by the embedded service costs nothing and tells nobody. Each other service is confirmed by itself.
      if (connection.isEmbedded || this.#reviewsOf(found).some(each => each.service === found.service)) return found;
      const budget = await connection.budgetSentence();
      const answer = await confirmReview({ repository, candidate, unpushed, label: connection.label, budget });
      if (answer !== 'other') return answer === undefined ? undefined : found;
    }
    const isUnknown = resolution.kind === 'none' || (resolution.kind === 'ask' && resolution.candidates.length === 0);
    if (isUnknown && connection.isEmbedded) {
      const local = await this.#localPull(open, connection, resolution.reason);
      return { ...subject(local.number, local.title, copy.head), kind: 'branch' };
    }
    if (isUnknown && identity.host === undefined && !(await mayKnow(connection, identity.fullName))) {
      const { fullName: repository } = identity;
      throw new CodeReviewError(
        'git',
        t('{label} does not know {repository}, and no remote tells where its pull requests are.', {
          label: connection.label,
          repository,
        }),
        t('Add the remote and push the branch, or review the work on this machine with “Review Changes…”.'),
      );
    }
    const candidates = resolution.kind === 'ask' ? resolution.candidates : [];
    const reason = resolution.kind === 'found' ? t('Which pull request should be reviewed?') : resolution.reason;
    const refusal = resolution.kind === 'found' ? undefined : resolution.refusedBy;
    const mayAllow = refusal !== undefined && sessions.canAllow(refusal) ? refusal.host : undefined;
    const chosen = await askPullRequest({ candidates, reason, host: identity.host, mayAllow });
    if (chosen === undefined) return undefined;
    if (chosen === 'allow') {
      const isAllowed = refusal !== undefined && (await sessions.allow(refusal));
      return this.subject(open, isAllowed ? await this.resolve(open) : resolution, connection);
    }
    const repository = chosen.repository ?? identity.fullName;
    this.#forget();
    await choices.set(copy.root, copy.branch, { number: chosen.number, repository, headCommit: copy.head });
    // Its host tells the head, which need not be HEAD.
    const headCommit = headIn(await this.resolve(open), open, { repository, number: chosen.number });
    return subject(chosen.number, chosen.title, headCommit ?? copy.head, repository);
  }

  /**
   * What a review of a pull request is about that was asked for by its number.
   * @param copies the working copies of its repository that are open: it is of the one that has it checked out
   */
  async ofNumber(
    pullRequest: PullRequestId,
    copies: readonly OpenRepository[],
    service: string,
  ): Promise<ReviewSubject> {
    const about = { kind: 'pullRequest', service, pullRequest, title: undefined, headCommit: undefined } as const;
    const subjects = copies.map(({ copy: { root, branch } }): ReviewSubject => ({ ...about, root, branch }));
    const [first] = subjects;
    if (first === undefined) return { ...about, root: undefined, branch: undefined };
    const known = subjects.find(subject => this.#reviewsOf(subject).length > 0);
    if (known !== undefined) return known;
    const heads = await Promise.all(
      copies.map(async open => headIn(await this.#resolveHere(open).catch(() => undefined), open, pullRequest)),
    );
    const index = heads.findIndex(head => head !== undefined);
    const tied = subjects[index];
    // What is checked out need not be this pull request.
    return tied === undefined ? { ...first, isOfBranch: false } : { ...tied, headCommit: heads[index] };
  }

  /** The subjects of earlier reviews in which it was sure that the pull request is the branch's, by any service. */
  #reviewsOf({ root, branch, pullRequest }: ReviewSubject): ReviewSubject[] {
    const earlier = root === undefined ? [] : this.#parts.reviews.ofBranch(root, branch);
    return earlier
      .map(({ subject }) => subject)
      .filter(subject => coversBranch(subject) && isSamePullRequest(subject.pullRequest, pullRequest));
  }

  /**
   * What a review by the embedded service of work that has no pull request is about.
   * @throws CodeReviewError of kind `git` where there is nothing to review
   */
  async changes(
    open: OpenRepository,
    connection: Connection,
    changes: ChangesKind,
  ): Promise<{ readonly subject: ReviewSubject; readonly leftOut: readonly SkippedChange[] }> {
    const { git } = this.#parts;
    const { copy, identity } = open;
    const about = { service: connection.name, root: copy.root, branch: copy.branch };
    if (changes === 'branch') {
      const { number, title } = await this.#localPull(
        open,
        connection,
        t('it is not known what this branch began from'),
      );
      const pullRequest = { repository: identity.fullName, number };
      return { subject: { ...about, kind: changes, pullRequest, title, headCommit: copy.head }, leftOut: [] };
    }
    return withDelayedProgress(t('Reading what is not committed'), async signal => {
      const { commit: headCommit, base, isEmpty, leftOut } = await takeSnapshot(git, copy.root, changes, signal);
      if (isEmpty) {
        const repository = identity.fullName;
        const unsaved = (await unsavedFilesOf(open, this.#parts.copies)).slice(0, 5);
        const [what, advice] =
          changes === 'staged'
            ? [t('Nothing is staged in {repository}.', { repository }), t('Stage something, then review it.')]
            : [
                t('There is no uncommitted work in {repository}.', { repository }),
                unsaved.length > 0
                  ? t('Not saved: {files}.', { files: commaList(unsaved) })
                  : t('Change something, then review it.'),
              ];
        throw new CodeReviewError('git', what, advice);
      }
      const commit = copy.head && shortCommit(copy.head);
      const branch = copy.branch ?? commit ?? t('no commit');
      const title = workTitle(changes, branch);
      // By this name the service knows the work again, whatever the display language.
      const head = `${changes} work on ${copy.branch ?? commit ?? 'no commit'}`;
      const pull = { repository: identity.fullName, head, head_commit: headCommit, base: 'HEAD', base_commit: base };
      const number = await registerLocalPull(connection.client, pull, signal);
      const pullRequest = { repository: identity.fullName, number };
      return { subject: { ...about, kind: changes, pullRequest, title, headCommit }, leftOut };
    });
  }

  /** Gives a branch without a hosted pull request a number of the embedded service. */
  async #localPull(
    { copy, config, identity }: OpenRepository,
    connection: Connection,
    reason: string,
  ): Promise<{ number: number; title: string }> {
    const { git } = this.#parts;
    const head = copy.branch ?? shortCommit(copy.head ?? '');
    return withDelayedProgress(t('Preparing the review of {head}', { head }), async signal => {
      const base = await findDefaultBranch(git, copy.root, identity.remote, signal, config);
      if (base === undefined || copy.head === undefined) {
        throw new CodeReviewError(
          'git',
          t('There is nothing to compare {head} with: {reason}.', { head, reason: reason.replace(/\.$/, '') }),
          t('Check out a branch that was made from another one.'),
        );
      }
      if (base.commit === copy.head) {
        throw new CodeReviewError(
          'git',
          head === base.name
            ? t('{head} has no commits of its own: it is the default branch.', { head })
            : t('{head} has no commits of its own: it is where {name} is.', { head, name: base.name }),
          t('Commit on a branch and review that, or use “Review Changes…” for what is not committed.'),
          { next: 'reviewChanges' },
        );
      }
      const pull = {
        repository: identity.fullName,
        head,
        head_commit: copy.head,
        base: base.name,
        base_commit: base.commit,
      };
      const number = await registerLocalPull(connection.client, pull, signal);
      return { number, title: t('{head} into {base}', { head, base: base.name }) };
    });
  }
}

/** Whether a service may have a repository of that name: it lists it, or does not say all. */
async function mayKnow(connection: Connection, fullName: string): Promise<boolean> {
  const listing = withDelayedProgress(t('Listing the connected repositories'), signal =>
    connection.repositories(signal),
  );
  const list = await listing.catch(() => undefined);
  if (list === undefined || list.isCut || list.unreadable > 0) return true;
  return list.repositories.some(each => each.fullName.toLowerCase() === fullName.toLowerCase());
}

/** The head of a pull request, where it is the one that was found; `undefined` for any other. */
function headIn(
  resolution: PullRequestResolution | undefined,
  { identity }: OpenRepository,
  wanted: PullRequestId,
): string | undefined {
  if (resolution?.kind !== 'found') return undefined;
  const { number, repository = identity.fullName } = resolution.candidate;
  return isSamePullRequest(wanted, { number, repository }) ? resolution.headCommit : undefined;
}
