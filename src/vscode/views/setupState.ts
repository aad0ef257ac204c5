import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/disposable.ts';
import { CodeReviewError } from '../../core/base/errors.ts';
import { t } from '../../core/base/l10n.ts';
import { machineName } from '../../core/system/machineName.ts';
import type { Git } from '../../git/run/git.ts';
import type { ApiKeyStore } from '../connection/apiKeyStore.ts';
import type { Connections } from '../connection/connections.ts';
import type { ReviewerChoice } from '../connection/reviewerChoice.ts';
import { setContextKey, type ContextKeys } from '../platform/contextKeys.ts';
import type { OpenRepositories } from '../repository/openRepositories.ts';
import { repositoryState, type RepositoryState } from '../repository/repositoryState.ts';
import type { FindingsView } from './findingsTree/findingsView.ts';

interface Parts {
  readonly git: Git;
  readonly copies: OpenRepositories;
  readonly connections: Connections;
  readonly keys: ApiKeyStore;
  readonly reviewers: ReviewerChoice;
  readonly findings: FindingsView;
  readonly onError: (error: unknown) => void;
}

/** The service that reviews, for people. */
interface ServiceState {
  readonly label: string;
  readonly state: ContextKeys['codeReview.service'];
}

/**
 * What is set up in this window: repository, service and key. Chooses the welcome text of the findings view and names the
 * service in its title. Reads nothing before the view is first visible.
 */
export class SetupState implements Disposable {
  readonly #parts: Parts;
  readonly #owned = new DisposableStore();
  #repository: RepositoryState = 'unknown';
  #isSeen: boolean;
  #turn = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { copies, keys, reviewers, findings } = parts;
    const read = (): void => void this.#read().catch(parts.onError);
    // The view may be what all of this was loaded for.
    this.#isSeen = findings.isVisible;
    read();
    this.#owned.add(
      findings.onDidChangeVisibility(() => {
        if (this.#isSeen) return;
        this.#isSeen = true;
        read();
      }),
    );
    this.#owned.add(copies.onDidChange(read));
    this.#owned.add(keys.onDidChange(read));
    this.#owned.add(reviewers.onDidChange(read));
    this.#owned.add(
      vscode.workspace.onDidChangeConfiguration(event => {
        if (event.affectsConfiguration('git')) read();
      }),
    );
    this.#owned.add(
      vscode.window.onDidChangeActiveTextEditor(() => {
        // A file of a repository below or beside the folders.
        if (this.#repository === 'none') read();
      }),
    );
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #read(): Promise<void> {
    if (!this.#isSeen) return;
    const turn = ++this.#turn;
    const { git, copies, findings, keys, reviewers } = this.#parts;
    const [repository, service, origins] = await Promise.all([
      repositoryState(git, copies),
      this.#service(),
      keys.origins(),
    ]);
    if (turn !== this.#turn) return;
    this.#repository = repository;
    setContextKey('codeReview.repository', repository);
    setContextKey('codeReview.service', service.state);
    setContextKey('codeReview.hasKey', origins.length > 0);
    setContextKey('codeReview.hasModel', reviewers.name !== undefined);
    findings.nameService(service.label);
  }

  async #service(): Promise<ServiceState> {
    const { connections, keys, reviewers } = this.#parts;
    try {
      const { hosted } = connections;
      if (hosted === undefined) {
        const model = reviewers.name === undefined ? '' : ` · ${t('{name} reviews as well', { name: reviewers.name })}`;
        return { label: `${machineName(vscode.env.remoteName)}${model}`, state: 'embedded' };
      }
      const { host } = new URL(hosted.origin);
      const active = await keys.active(hosted.origin);
      return active === undefined
        ? { label: `${host} · ${t('signed out')}`, state: 'signedOut' }
        : {
            label: `${host} · ${active.kind === 'production' ? t('production key') : t('development key')}`,
            state: 'signedIn',
          };
    } catch (error) {
      if (!CodeReviewError.is(error, 'input')) throw error;
      return { label: t('address cannot be used'), state: 'signedOut' };
    }
  }
}
