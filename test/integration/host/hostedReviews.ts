import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import * as vscode from 'vscode';
import { seriesKey } from '../../../src/reviews/current/reviewSeries.ts';
import { canaryKey } from '../../host/keys/canary.ts';
import { openPullRequest, removePullRequest } from '../../host/git/openPullRequest.ts';
import { attended, gitHere, sample } from './window.ts';

/**
 * A hosted service that answers every review of a branch with the same comments. The branch and its pull request are of
 * its own, so that no other review is compared with these.
 */
export class HostedReviews {
  readonly #branch: string;
  readonly #number: number;
  readonly #comments: readonly object[];
  readonly #server: Server;
  /** Every request with its body. */
  readonly requests: string[] = [];
  #address = '';
  #commit = '';
  #reviews = 0;

  private constructor(branch: string, number: number, comments: readonly object[]) {
    this.#branch = branch;
    this.#number = number;
    this.#comments = comments;
    this.#server = createServer((request, response) => {
      response.setHeader('content-type', 'application/json');
      void text(request).then(body => {
        this.requests.push(`${request.method} ${request.url} ${body}`);
        response.end(request.url === '/v1/repositories' ? '{"data":[]}' : JSON.stringify(this.#next()));
      });
    });
  }

  /** Makes the branch of what `write` writes, pushes it, and signs in. */
  static async start(
    branch: string,
    number: number,
    comments: readonly object[],
    write: () => Promise<void>,
  ): Promise<HostedReviews> {
    const hosted = new HostedReviews(branch, number, comments);
    await gitHere('checkout', '--quiet', '-b', branch, 'main');
    await write();
    await gitHere('add', '--all');
    await gitHere('commit', '--quiet', '--message=Reviewed');
    await gitHere('push', '--quiet', '--set-upstream', 'origin', branch);
    await openPullRequest(sample.workspace, number);
    hosted.#commit = await gitHere('rev-parse', 'HEAD');
    await once(hosted.#server.listen(0, '127.0.0.1'), 'listening');
    const { port } = hosted.#server.address() as AddressInfo;
    hosted.#address = `http://127.0.0.1:${port}`;
    await run('signIn', hosted.#address, canaryKey());
    return hosted;
  }

  /** The id of the latest review. */
  get latest(): string {
    return `${this.#branch}/${this.#reviews}`;
  }

  /** The id of a finding of the latest review. @param index of its comment */
  idOf(index: number): string {
    return `${this.#address} ${this.latest}/${index}`;
  }

  /** The key of the reviews of the branch's pull request. */
  get series(): string {
    const pullRequest = { repository: 'local/orders', number: this.#number };
    const subject = {
      kind: 'pullRequest',
      service: this.#address,
      root: sample.workspace,
      branch: this.#branch,
    } as const;
    return seriesKey({ ...subject, pullRequest, title: undefined, headCommit: undefined });
  }

  /** Is not reached from now on. */
  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  /** Is reached again where it was before. */
  async reopen(): Promise<void> {
    await once(this.#server.listen(Number(new URL(this.#address).port), '127.0.0.1'), 'listening');
  }

  /** Signs out and leaves the window on the sample's branch. */
  async dispose(): Promise<void> {
    await run('signOut');
    await vscode.workspace
      .getConfiguration('codeReview')
      .update('baseUrl', undefined, vscode.ConfigurationTarget.Global);
    this.#server.closeAllConnections();
    this.#server.close();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await gitHere('checkout', '--quiet', '--force', sample.branch);
    await gitHere('branch', '--quiet', '-D', this.#branch);
    await gitHere('push', '--quiet', 'origin', '--delete', this.#branch);
    await removePullRequest(sample.workspace, this.#number);
  }

  #next(): object {
    this.#reviews++;
    return { id: this.latest, status: 'completed', commit_id: this.#commit, comments: this.#comments };
  }
}

/** What is told while a command of the extension runs, with these answers to what it asks. */
export async function run(command: string, ...answers: string[]): Promise<string> {
  const { told } = await attended(answers, async () => vscode.commands.executeCommand(`codeReview.${command}`));
  return told.join(' ');
}
