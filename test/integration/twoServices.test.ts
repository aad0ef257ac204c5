import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as vscode from 'vscode';
import { canaryKey } from '../host/canary.ts';
import { run } from './hostedReviews.ts';
import { attended, gitHere, placesIn, problems, problemsSettle, sample, uriOf } from './window.ts';

const branch = 'feature/two-services';
const file = 'twoServices.ts';
const pull = 'refs/pull/31/head';

/** A hosted service whose reviews run until it is told that they have ended. */
class PendingService {
  readonly key: string;
  /** What came with its requests for reviews. */
  readonly keys: (string | undefined)[] = [];
  hasEnded = false;
  address = '';
  /** Resolves when its review is no longer watched. */
  watched: PromiseLike<unknown> = Promise.resolve();
  readonly #server: Server;
  #reviews = 0;

  /** @param rule of its only comment */
  constructor(rule: string, key: string) {
    this.key = key;
    this.#server = createServer((request, response) => {
      response.setHeader('content-type', 'application/json');
      if (request.url === '/v1/repositories') {
        response.end('{"data":[]}');
        return;
      }
      this.keys.push(request.headers.authorization);
      if (request.method === 'POST') this.#reviews++;
      const id = `${rule}${this.#reviews}`;
      const comments = [{ path: file, line: 1, title: rule, body: rule, rule }];
      response.end(JSON.stringify(this.hasEnded ? { id, status: 'completed', comments } : { id, status: 'pending' }));
      this.#server.emit('answered');
    });
  }

  get host(): string {
    return new URL(this.address).host;
  }

  async start(): Promise<void> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    this.address = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Signs in and has the branch reviewed; resolves once the service has been asked for it. */
  async begin(): Promise<void> {
    await run('signIn', this.address, this.key);
    await attended(['Review'], async () => {
      const asked = once(this.#server, 'answered');
      this.watched = vscode.commands.executeCommand('codeReview.reviewCurrentBranch');
      await asked;
    });
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

describe('two hosted services in a window', () => {
  const one = new PendingService('one', canaryKey('production', '1111'));
  const two = new PendingService('two', canaryKey('production', '2222'));

  before(async () => {
    await gitHere('checkout', '--quiet', '-b', branch, 'main');
    await vscode.workspace.fs.writeFile(uriOf(file), Buffer.from('export const one = 1;\n'));
    await gitHere('add', '--all');
    await gitHere('commit', '--quiet', '--message=Two services');
    await gitHere('push', '--quiet', '--set-upstream', 'origin', `HEAD:refs/heads/${branch}`, `HEAD:${pull}`);
    await Promise.all([one.start(), two.start()]);
  });

  after(async () => {
    await vscode.workspace
      .getConfiguration('codeReview')
      .update('baseUrl', undefined, vscode.ConfigurationTarget.Global);
    for (const service of [one, two]) service.stop();
    await gitHere('checkout', '--quiet', '--force', sample.branch);
    await gitHere('branch', '--quiet', '-D', branch);
    await gitHere('push', '--quiet', 'origin', '--delete', branch, pull);
    await problemsSettle(() => problems(file).length === 0, 'nothing is left of them');
  });

  /** Resolves to what is told until `ended`, from a command on. */
  async function toldUntil(ended: PromiseLike<unknown>, command: string, ...answers: string[]): Promise<string[]> {
    const { told } = await attended(answers, async () => {
      await vscode.commands.executeCommand(`codeReview.${command}`);
      await ended;
    });
    return told.sort();
  }

  it('are watched each with its own key, the one that is signed out of no longer', async () => {
    for (const service of [one, two]) await service.begin();
    const looks = two.keys.length;
    const [out, stopped] = await toldUntil(two.watched, 'signOut');
    assert.match(out ?? '', new RegExp(`^Signed out: forgot the production key ••••2222 for ${two.address}`));
    assert.equal(stopped, `Stopped watching the review of local/orders #31. It goes on at ${two.host}.`);
    one.hasEnded = true;
    const { told } = await attended([], async () => one.watched);
    assert.deepEqual(told, ['Review of local/orders #31 completed: 1 issue.']);
    await problemsSettle(() => problems(file).length === 1, 'that of the other');
    assert.equal(two.keys.length, looks, 'it is asked without a key');
    assert.ok([one, two].every(each => each.keys.every(sent => sent === `Bearer ${each.key}`)));
  });

  it('wait for their own account, whichever is signed in to first', async () => {
    await run('signIn', one.address, one.key);
    const looks = two.keys.length;
    two.hasEnded = true;
    const signedIn = problemsSettle(() => problems(file).length === 2, 'those of both');
    const told = await toldUntil(signedIn, 'signIn', two.address, two.key);
    assert.match(told.join('\n'), /^Signed in with the production key ••••2222/m);
    assert.equal(two.keys.length, looks + 1);
    assert.deepEqual(placesIn(file), ['1 one', '1 two']);
  });

  it('are no longer watched where the user says so, whichever is in use', async () => {
    one.hasEnded = false;
    await one.begin();
    await run('signIn', two.address, two.key);
    const told = await toldUntil(one.watched, 'cancelReview');
    assert.deepEqual(told, [`Stopped watching the review of local/orders #31. It goes on at ${one.host}.`]);
    one.hasEnded = true;
    await run('signIn', one.address, one.key);
    assert.match(await run('resumeReview'), /^Review of local\/orders #31 completed: 1 issue/);
  });

  it('are signed out of also while neither is in use', async () => {
    assert.match(await run('signIn', ''), /^Using the embedded service/);
    for (const [service, left] of [
      [one, 2],
      [two, 1],
    ] as const) {
      const name = `Production key ••••${service.key.slice(-4)}`;
      const { told, asked, choices } = await attended([name], async () =>
        vscode.commands.executeCommand('codeReview.signOut'),
      );
      assert.match(asked.join(), /^The embedded service is in use, which needs no key\. Which key of another service/);
      assert.equal(choices.length, left);
      assert.match(told.join(), new RegExp(`^Signed out: forgot the production key .* for ${service.address}`));
    }
    assert.equal(await run('signOut'), 'The embedded service is in use, which needs no key.');
  });
});
