import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseBaseUrl } from '../../../../src/api/baseUrl.ts';
import { Budgets } from '../../../../src/api/rateLimit/budgets.ts';
import type { HttpResponse, Transport } from '../../../../src/api/transport/transport.ts';
import { Emitter } from '../../../../src/core/base/events.ts';
import { Redactor } from '../../../../src/core/base/redactor.ts';
import { ApiKeyStore } from '../../../../src/vscode/connection/apiKeyStore.ts';
import type { Connections } from '../../../../src/vscode/connection/connections.ts';
import type { RepositoriesView } from '../../../../src/vscode/views/repositories/repositoriesView.ts';
import { canaryKey } from '../../../host/keys/canary.ts';
import { editor, standInForEditor } from '../../security/shown/editor.ts';
import { State, Storage } from '../connection/keyStorage.ts';

const address = parseBaseUrl('https://review.example.com');
const production = canaryKey('production', '1111');
const development = canaryKey('development', '2222');
const onError = (error: unknown): void => assert.fail(String(error));

/** A service that answers each request when the test says so. */
class Service implements Transport {
  readonly #waiting: ((response: HttpResponse) => void)[] = [];
  readonly #asked: (() => void)[] = [];
  requests = 0;

  send(_request: unknown, signal: AbortSignal): Promise<HttpResponse> {
    this.requests++;
    return new Promise((resolve, reject) => {
      this.#waiting.push(resolve);
      signal.addEventListener('abort', () => reject(new Error('aborted')));
      this.#asked.shift()?.();
    });
  }

  /** Resolves with the next request. */
  next(): Promise<void> {
    return new Promise(resolve => this.#asked.push(resolve));
  }

  answer(status = 200): void {
    const body = status === 200 ? '{"data":[{"id":"1","full_name":"acme/orders"}]}' : '{}';
    for (const resolve of this.#waiting.splice(0)) resolve({ status, headers: {}, body });
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

describe('the view of the connected repositories', () => {
  let folder: string;
  let service: Service;
  let keys: ApiKeyStore;
  let budgets: Budgets;
  let connections: Connections;
  let view: RepositoriesView;
  /** The names of the repositories that are open. */
  let opened: string[];
  let changed: Emitter<void>;
  let visited: Emitter<void>;
  let redrawn: number;

  before(standInForEditor);

  beforeEach(async () => {
    editor.settings.user = { 'codeReview.baseUrl': address.href };
    folder = await mkdtemp(path.join(tmpdir(), 'code-review-repositories-'));
    service = new Service();
    keys = new ApiKeyStore({
      secrets: new Storage().secrets,
      state: new State(),
      redactor: new Redactor(),
      onError,
    });
    budgets = new Budgets({ folder, limit: () => 100, onError });
    const { Connections: Made } = await import('../../../../src/vscode/connection/connections.ts');
    const { RepositoriesView: View } = await import('../../../../src/vscode/views/repositories/repositoriesView.ts');
    const log = { exchange: () => undefined, error: () => undefined } as never;
    connections = new Made(service, keys, {} as never, budgets, log, {} as never);
    [opened, redrawn] = [[], 0];
    changed = new Emitter<void>(onError);
    visited = new Emitter<void>(onError);
    const copies = {
      onDidChange: changed.event,
      onDidVisit: visited.event,
      all: () => Promise.resolve(opened.map(fullName => ({ identity: { fullName, provider: 'git' } }))),
    } as never;
    const tree = { view: {}, redraw: () => redrawn++ } as never;
    view = new View(tree, connections, copies, log);
  });

  afterEach(async () => {
    view.dispose();
    keys.dispose();
    budgets.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  const rows = async (): Promise<string[]> =>
    (await view.getChildren()).map(row => ('repository' in row ? row.repository.fullName : row.label));

  /** The rows, where the service is asked and answers. */
  async function rowsAnswered(status?: number): Promise<string[]> {
    const asked = service.next();
    const drawn = rows();
    await asked;
    service.answer(status);
    return drawn;
  }

  it('says which of them are open, also of one that an editor leads to later', async () => {
    await keys.store(address.origin, 'production', production);
    await rowsAnswered();
    const areOpen = async (): Promise<unknown[]> =>
      (await view.getChildren()).map(row => 'repository' in row && row.isOpen);
    assert.deepEqual(await areOpen(), [false]);
    const before = redrawn;
    opened = ['acme/orders'];
    visited.fire();
    assert.deepEqual([redrawn - before, await areOpen()], [1, [true]]);
    opened = [];
    changed.fire();
    assert.deepEqual([redrawn - before, await areOpen()], [2, [false]]);
    assert.equal(service.requests, 1);
  });

  /** Lists to check a key, and stores it: as a sign-in does. */
  async function signIn(): Promise<void> {
    const asked = service.next();
    const listed = connections.check(address, production, new AbortController().signal);
    await asked;
    service.answer();
    await listed;
    await keys.store(address.origin, 'production', production);
  }

  it('asks for nothing that the sign-in has just been told', async () => {
    assert.deepEqual(await rows(), ['Sign In', 'Check Connection']);
    const followed: Promise<void>[] = [];
    keys.onDidChange(() => followed.push(view.follow()));
    await signIn();
    await Promise.all(followed);
    assert.ok(followed.length > 1, 'it is told of one sign-in more than once');
    assert.deepEqual(await rows(), ['acme/orders']);
    assert.equal(service.requests, 1);
    await signIn();
    assert.equal(service.requests, 2, 'a sign-in asks whether the service can be reached now');
  });

  it('asks once where it is drawn again, or told of the account again, while the service answers', async () => {
    await keys.store(address.origin, 'production', production);
    const asked = service.next();
    const first = rows();
    await asked;
    const others = [view.follow(), view.follow()];
    const again = rows();
    await Promise.all(others);
    service.answer();
    assert.deepEqual(await Promise.all([first, again]), [['acme/orders'], ['acme/orders']]);
    await view.follow();
    assert.deepEqual(await rows(), ['acme/orders']);
    assert.equal(service.requests, 1);
  });

  it('keeps a failure until somebody tries again', async () => {
    await keys.store(address.origin, 'production', production);
    const failed = ['Sign In', 'Check Connection'];
    assert.deepEqual(await rowsAnswered(401), failed);
    assert.deepEqual(await rows(), failed);
    assert.equal(service.requests, 1);
    view.refresh();
    assert.deepEqual(await rowsAnswered(), ['acme/orders']);
    view.refresh();
    await rowsAnswered();
    assert.equal(service.requests, 3);
  });

  it('lists anew with another key, and does not wait for what was asked with the one before', async () => {
    await keys.store(address.origin, 'production', production);
    const asked = service.next();
    const first = rows();
    await asked;
    await keys.store(address.origin, 'development', development);
    const askedAgain = service.next();
    await view.follow();
    await askedAgain;
    service.answer();
    assert.deepEqual(await first, ['acme/orders']);
    assert.equal(service.requests, 2);
  });
});
