import * as vscode from 'vscode';
import { CodeReviewError } from '../../core/base/errors.ts';
import { plainLabel, plainLine } from '../../core/base/text.ts';
import { t } from '../../core/base/l10n.ts';
import type { Repository } from '../../core/review/repository.ts';
import { repositoryUrl } from '../../core/review/repositoryUrl.ts';
import { subjectName, type ReviewSubject } from '../../reviews/store/reviewRecord.ts';
import type { ReviewSubjects } from '../review/reviewSubjects.ts';
import type { Connection, Connections } from '../connection/connections.ts';
import { withDelayedProgress } from '../platform/delayedProgress.ts';
import { providerName } from '../repository/providerNames.ts';
import type { ReviewWatch } from '../review/reviewWatch.ts';
import { settings } from '../platform/settings.ts';
import type { OpenRepositories } from '../repository/openRepositories.ts';
import { chooseRepository, type RepositoryArgument } from '../repository/chooseRepository.ts';
import type { SignIn } from './setup/signIn.ts';

interface Parts {
  readonly copies: OpenRepositories;
  readonly connections: Connections;
  readonly subjects: () => Promise<ReviewSubjects>;
  readonly watch: ReviewWatch;
  readonly signIn: () => Promise<SignIn>;
}

/** The commands that trigger a review and watch it until it has ended. */
export class ReviewCommands {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Reviews the pull request of the checked-out branch; resolves when its result is shown or the watch was stopped. */
  async reviewCurrentBranch(about?: RepositoryArgument): Promise<void> {
    const { copies, connections, watch } = this.#parts;
    // The branch may have been changed a moment ago, before the watchers tell.
    copies.forget();
    const repository = await chooseRepository(copies, about);
    if (repository === undefined) return;
    connections.prepare();
    const subjects = await this.#parts.subjects();
    const resolution = await subjects.resolve(repository);
    const isAutomatic = about?.isAutomatic === true;
    // A box that nobody has asked for would take what is being typed.
    const connection = await (isAutomatic ? connections.open() : this.#open());
    if (connection === undefined) return;
    const subject = await subjects.subject(repository, resolution, connection);
    if (subject !== undefined) await watch.run(subject, connection, { isAutomatic });
  }

  /** Reviews any pull request by its number or address. @param given its repository; without one, the user is asked */
  async reviewPullRequest(given?: Repository): Promise<void> {
    const connection = await this.#open();
    if (connection === undefined) return;
    const repository = given ?? (await this.#askRepository(connection));
    if (repository === undefined) return;
    const { isOnOtherHost, parsePullRequestInput } = await import('../repository/repositoryReading.ts');
    // The branch may have been changed a moment ago, before the watchers tell.
    this.#parts.copies.forget();
    const known = (await this.#parts.copies.all()).find(({ identity }) =>
      isSameName(identity.fullName, repository.fullName),
    )?.identity.host;
    const address = repositoryUrl(repository);
    const host = address === undefined ? known : new URL(address).hostname;
    const typed = await vscode.window.showInputBox({
      title: `Code Review: ${plainLine(repository.fullName)}`,
      prompt: t('Number or address of the pull request'),
      placeHolder: '12',
      ignoreFocusOut: true,
      validateInput: value => {
        const input = parsePullRequestInput(value, settings.hosts);
        if (input === undefined) return t('Type a number like 12 or #12, or paste the address of the pull request.');
        return isOnOtherHost(input, host)
          ? t('This pull request is at {otherHost}, and {repository} is at {host}. Choose its own repository first.', {
              otherHost: input.host ?? '',
              repository: plainLine(repository.fullName),
              host: host ?? '',
            })
          : undefined;
      },
    });
    const chosen = typed === undefined ? undefined : parsePullRequestInput(typed, settings.hosts);
    if (chosen === undefined) return;
    const pullRequest = { repository: chosen.repository ?? repository.fullName, number: chosen.number };
    // Another branch may have been checked out since it was asked for.
    const copies = (await this.#parts.copies.all()).filter(
      ({ identity }) => isSameName(identity.fullName, pullRequest.repository) && !isOnOtherHost(chosen, identity.host),
    );
    const subjects = await this.#parts.subjects();
    await this.#parts.watch.run(await subjects.ofNumber(pullRequest, copies, connection.name), connection);
  }

  /** Opens the service of a review; undefined if the user dismissed the sign-in. @throws CodeReviewError of kind `input` */
  async openFor(subject: ReviewSubject): Promise<Connection | undefined> {
    const connection = await this.#open(subject.service);
    if (connection === undefined || connection.name === subject.service) return connection;
    throw new CodeReviewError(
      'input',
      t('The review of {name} was triggered at {service}, not at {label}.', {
        name: subjectName(subject),
        service: subject.service,
        label: connection.label,
      }),
      t('Sign in there first.'),
    );
  }

  /** The back end; without a key the user is asked for one first. */
  async #open(service?: string): Promise<Connection | undefined> {
    const { connections, signIn } = this.#parts;
    try {
      return await connections.open(service);
    } catch (error) {
      if (!CodeReviewError.is(error, 'auth')) throw error;
      return (await (await signIn()).run()) ? connections.open(service) : undefined;
    }
  }

  async #askRepository(connection: Connection): Promise<Repository | undefined> {
    const { repositories } = await withDelayedProgress(t('Listing the connected repositories'), signal =>
      connection.repositories(signal),
    );
    const items = repositories.map(repository => ({
      label: plainLabel(repository.fullName),
      description: plainLabel(providerName(repository.provider)),
      repository,
    }));
    const title = t('Code Review: Review Pull Request');
    return (await vscode.window.showQuickPick(items, { title, placeHolder: t('Which repository?') }))?.repository;
  }
}

function isSameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
