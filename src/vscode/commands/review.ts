import * as vscode from 'vscode';
import { registerLocalPull } from '../../api/localPulls.ts';
import type { Disposable } from '../../core/disposable.ts';
import { CodeReviewError } from '../../core/errors.ts';
import { plainLine } from '../../core/plainText.ts';
import type { Repository } from '../../core/repository.ts';
import { findDefaultBranch } from '../../git/defaultBranch.ts';
import type { Git } from '../../git/git.ts';
import type { ProviderAccess } from '../../git/providers/client.ts';
import { parsePullRequestInput } from '../../git/pullRequestInput.ts';
import { defaultSources, resolvePullRequest, type Resolution } from '../../git/resolvePullRequest.ts';
import { isSettled, subjectName, type ReviewRecord, type ReviewSubject } from '../../reviews/reviewRecord.ts';
import type { Reviews } from '../../reviews/reviews.ts';
import { compared, summarise } from '../../reviews/reviewSummary.ts';
import type { Connection, Connections } from '../connections.ts';
import type { Log } from '../log.ts';
import { tell } from '../notify.ts';
import { withProgress } from '../progress.ts';
import { pullRequestsExtension } from '../pullRequestsExtension.ts';
import type { RememberedChoices } from '../rememberedChoices.ts';
import { settings } from '../settings.ts';
import type { OpenRepository, WorkingCopies } from '../workingCopies.ts';
import type { Worklist } from '../worklist.ts';
import { askPullRequest } from './askPullRequest.ts';
import { confirmFirst } from './confirmFirst.ts';
import { chooseRepository } from './chooseRepository.ts';
import type { SignIn } from './signIn.ts';

interface Parts {
  readonly git: Git;
  readonly copies: WorkingCopies;
  readonly connections: Connections;
  readonly reviews: Reviews;
  readonly choices: RememberedChoices;
  readonly signIn: SignIn;
  readonly log: Log;
  readonly worklist: Worklist;
  /** How providers are asked which pull request is open. */
  readonly provider: ProviderAccess;
  readonly isFindingsViewVisible: () => boolean;
}

/** The commands that trigger a review and watch it until it has ended. */
export class ReviewCommands implements Disposable {
  readonly #parts: Parts;
  readonly #resolved = new Map<string, Resolution>();
  readonly #subscription: Disposable;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#subscription = parts.copies.onDidChange(() => this.#resolved.clear());
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  /** Reviews the pull request of the checked-out branch; resolves when its result is shown or the watch was stopped. */
  async reviewCurrentBranch(): Promise<void> {
    const { copies } = this.#parts;
    // The branch may have been changed a moment ago, before the watchers tell.
    copies.forget();
    const repository = await chooseRepository(copies);
    if (repository === undefined) return;
    this.#parts.connections.prepare();
    const resolution = await this.#resolve(repository);
    const connection = await this.#open();
    if (connection === undefined) return;
    const subject = await this.#subjectOfBranch(repository, resolution, connection);
    if (subject !== undefined) await this.#run(subject, connection);
  }

  /** Reviews any pull request by repository and number or URL; `about` is the tree item the command was called from. */
  async reviewPullRequest(about?: { readonly repository: Repository }): Promise<void> {
    const connection = await this.#open();
    if (connection === undefined) return;
    const repository = about?.repository.fullName ?? (await this.#askRepository(connection));
    if (repository === undefined) return;
    const typed = await vscode.window.showInputBox({
      title: `Code Review: ${plainLine(repository)}`,
      prompt: 'Number or address of the pull request',
      placeHolder: '12',
      ignoreFocusOut: true,
      validateInput: value =>
        parsePullRequestInput(value)
          ? undefined
          : 'Type a number like 12 or #12, or paste the address of the pull request.',
    });
    const chosen = typed === undefined ? undefined : parsePullRequestInput(typed);
    if (chosen === undefined) return;
    const pullRequest = { repository: chosen.repository ?? repository, number: chosen.number };
    const open = (await this.#parts.copies.all()).find(({ identity }) =>
      isSameName(identity.fullName, pullRequest.repository),
    );
    await this.#run(
      {
        service: connection.name,
        pullRequest,
        title: undefined,
        root: open?.copy.root,
        branch: open?.copy.branch,
        // What is checked out need not be this pull request.
        headCommit: undefined,
      },
      connection,
    );
  }

  /** Goes on watching a review that has not ended: that of the tree's row, else the latest that nobody watches. */
  async resume(row?: { readonly record: ReviewRecord }): Promise<void> {
    const { reviews } = this.#parts;
    const { resumable } = reviews;
    const pending = resumable.find(record => record === row?.record) ?? resumable.at(-1);
    if (pending === undefined) {
      tell('info', 'No review is waiting to be watched.');
      return;
    }
    const connection = await this.#open();
    if (connection === undefined) return;
    if (connection.name !== pending.subject.service) {
      throw new CodeReviewError(
        'input',
        `The review of ${subjectName(pending.subject)} was triggered at ${pending.subject.service}, not at ${connection.label}.`,
        'Sign in there to go on watching it.',
      );
    }
    await this.#watched(pending.subject, signal => reviews.watch(pending, connection, signal));
  }

  /** The back end; without a key the user is asked for one first. */
  async #open(): Promise<Connection | undefined> {
    const { connections, signIn } = this.#parts;
    try {
      return await connections.open();
    } catch (error) {
      if (!CodeReviewError.is(error, 'auth')) throw error;
      return (await signIn.run()) ? connections.open() : undefined;
    }
  }

  async #subjectOfBranch(
    open: OpenRepository,
    resolution: Resolution,
    connection: Connection,
  ): Promise<ReviewSubject | undefined> {
    const { choices } = this.#parts;
    const { copy, identity } = open;
    // Without a commit nothing was resolved.
    if (copy.head === undefined) return undefined;
    const subject = (
      number: number,
      title: string | undefined,
      headCommit: string | undefined,
      name?: string,
    ): ReviewSubject => ({
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
      const found = subject(candidate.number, candidate.title, headCommit, repository);
      // A review by the embedded service costs nothing and tells nobody.
      if (connection.isEmbedded || this.#wasReviewed(found)) return found;
      const answer = await confirmFirst({ repository, candidate, unpushed, label: connection.label });
      if (answer !== 'other') return answer === undefined ? undefined : found;
    }
    const isUnknown = resolution.kind === 'none' || (resolution.kind === 'ask' && resolution.candidates.length === 0);
    if (isUnknown && connection.isEmbedded) {
      const local = await this.#localPull(open, connection, resolution.reason);
      return subject(local.number, local.title, copy.head);
    }
    const candidates = resolution.kind === 'ask' ? resolution.candidates : [];
    const reason = resolution.kind === 'found' ? 'Which pull request should be reviewed?' : resolution.reason;
    const chosen = await askPullRequest(candidates, reason);
    if (chosen === undefined) return undefined;
    const repository = chosen.repository ?? identity.fullName;
    this.#resolved.clear();
    await choices.set(copy.root, copy.branch, { number: chosen.number, repository, headCommit: copy.head });
    return subject(chosen.number, chosen.title, copy.head, repository);
  }

  /** Asks the sources, and keeps a sure answer for as long as branch, commit and remotes stay as they are. */
  async #resolve({ copy, identity }: OpenRepository): Promise<Resolution> {
    const { git, choices, provider } = this.#parts;
    if (copy.head === undefined) {
      throw new CodeReviewError(
        'git',
        `${identity.fullName} has no commit yet.`,
        'Commit something, then review the branch.',
      );
    }
    const state = [copy.root, copy.branch, copy.head, identity.fullName].join('\0');
    const known = this.#resolved.get(state);
    if (known !== undefined) return known;
    const resolution = await withProgress(
      `Looking for the pull request of ${copy.branch ?? copy.head.slice(0, 8)}`,
      signal =>
        resolvePullRequest({
          git,
          copy,
          identity,
          sources: [
            pullRequestsExtension,
            ...defaultSources({ remembered: () => choices.get(copy.root, copy.branch), provider }),
          ],
          hosts: settings.hosts,
          signal,
        }),
    );
    if (resolution.kind === 'found') this.#resolved.set(state, resolution);
    return resolution;
  }

  #wasReviewed({ root, branch, pullRequest }: ReviewSubject): boolean {
    const earlier = root === undefined ? [] : this.#parts.reviews.of(root);
    return earlier.some(
      ({ subject }) => subject.branch === branch && subject.pullRequest.number === pullRequest.number,
    );
  }

  /** Gives a branch without a hosted pull request a number of the embedded service. */
  async #localPull(
    { copy, identity }: OpenRepository,
    connection: Connection,
    reason: string,
  ): Promise<{ number: number; title: string }> {
    const { git } = this.#parts;
    const head = copy.branch ?? copy.head ?? '';
    return withProgress(`Preparing the review of ${head}`, async signal => {
      const base = await findDefaultBranch(git, copy.root, identity.remote, signal);
      if (base === undefined || copy.head === undefined) {
        throw new CodeReviewError(
          'git',
          `There is nothing to compare ${head} with: ${reason}.`,
          'Check out a branch that was made from another one.',
        );
      }
      if (base.commit === copy.head) {
        throw new CodeReviewError(
          'git',
          `${head} has no commits of its own: it is where ${base.name} is.`,
          'Commit your changes on a branch, then review it.',
        );
      }
      const pull = {
        repository: identity.fullName,
        head,
        head_commit: copy.head,
        base: base.name,
        base_commit: base.commit,
      };
      return registerLocalPull(connection.client, pull, signal);
    });
  }

  async #askRepository(connection: Connection): Promise<string | undefined> {
    const { repositories } = await withProgress('Listing the connected repositories', signal =>
      connection.client.listRepositories(signal),
    );
    const items = repositories.map(({ fullName, provider }) => ({
      label: plainLine(fullName),
      description: plainLine(provider),
      fullName,
    }));
    return (await vscode.window.showQuickPick(items, { title: 'Code Review', placeHolder: 'Which repository?' }))
      ?.fullName;
  }

  /** The review of the same pull request that ended before this one. */
  #previous({ subject, triggeredAt }: ReviewRecord): ReviewRecord | undefined {
    if (subject.root === undefined) return undefined;
    const { repository, number } = subject.pullRequest;
    return this.#parts.reviews
      .of(subject.root)
      .filter(isSettled)
      .find(
        ({ subject: { pullRequest }, ...record }) =>
          record.triggeredAt < triggeredAt &&
          pullRequest.number === number &&
          isSameName(pullRequest.repository, repository),
      );
  }

  async #run(subject: ReviewSubject, connection: Connection): Promise<void> {
    await this.#watched(subject, signal => this.#parts.reviews.run(subject, connection, signal));
  }

  async #watched(subject: ReviewSubject, task: (signal: AbortSignal) => Promise<ReviewRecord>): Promise<void> {
    const { reviews } = this.#parts;
    const name = subject.title === undefined ? subjectName(subject) : `${subjectName(subject)} ${subject.title}`;
    try {
      const record = await withProgress(`Reviewing ${name}`, async (signal, report) => {
        report('Cancel stops watching; the review goes on.');
        const subscription = reviews.onDidChange(changed => {
          if (changed.state !== 'pending') return;
          const seconds = Math.round((Date.now() - changed.triggeredAt) / 1_000);
          report(
            `${changed.review.stage ?? changed.review.status}, ${seconds} s. Cancel stops watching; the review goes on.`,
          );
        });
        try {
          return await task(signal);
        } finally {
          subscription.dispose();
        }
      });
      logUnplaced(this.#parts.log, record);
      // Whoever reads that it has completed finds the problems there.
      await this.#parts.worklist.settled();
      // Whoever looks at the findings need not be told that they are there.
      if (record.state !== 'completed' || !this.#parts.isFindingsViewVisible())
        announce(record, this.#previous(record));
    } catch (error) {
      if (!CodeReviewError.is(error, 'cancelled')) throw error;
      const sentence = `Stopped watching the review of ${subjectName(subject)}. It is still pending.`;
      tell('info', sentence, [{ title: 'Resume Watching', command: 'codeReview.resumeReview' }]);
    }
  }
}

/** Comments that no file can show are written out, so that none is lost. */
function logUnplaced(log: Log, record: ReviewRecord): void {
  if (!isSettled(record)) return;
  const isElsewhere = record.subject.root === undefined;
  for (const { path, severity, title, body } of record.review.comments ?? []) {
    if (isElsewhere || path === undefined)
      log.info(
        `${subjectName(record.subject)}: ${path ?? 'general'}: ${severity}: ${title}${body === '' ? '' : ` ${body}`}`,
      );
  }
  for (const raw of record.review.undecoded) log.info(`${subjectName(record.subject)}: ${JSON.stringify(raw)}`);
}

/** One notification for each settled review. */
function announce(record: ReviewRecord, previous: ReviewRecord | undefined): void {
  if (!isSettled(record)) return;
  const hasComments = (record.review.comments?.length ?? 0) + record.review.undecoded.length > 0;
  const isHere = record.subject.root !== undefined;
  const problems =
    hasComments && isHere ? [{ title: 'Show Problems', command: 'workbench.actions.view.problems' }] : [];
  const output = { title: 'Show Output', command: 'codeReview.showOutput' };
  if (record.state === 'completed')
    tell(
      'info',
      [summarise(record), compared(previous, record)].filter(Boolean).join(' '),
      hasComments && !isHere ? [output] : problems,
    );
  else if (record.state === 'gaveUp')
    tell('warning', summarise(record), [{ title: 'Resume Watching', command: 'codeReview.resumeReview' }]);
  else tell('warning', summarise(record), [...problems, output]);
}

function isSameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
