import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type * as vscode from 'vscode';
import { parseBaseUrl } from '../../../src/api/baseUrl.ts';
import { Budget } from '../../../src/api/rateLimit/budget.ts';
import { ApiClient } from '../../../src/api/client.ts';
import { createTransport } from '../../../src/api/transport/undiciTransport.ts';
import { defaultNetwork } from '../../../src/core/protocol/networkSettings.ts';
import type { Transport } from '../../../src/api/transport/transport.ts';
import { keyProblem, maskKey } from '../../../src/core/review/apiKey.ts';
import { Emitter } from '../../../src/core/base/events.ts';
import { formatCauses, CodeReviewError, displayMessage } from '../../../src/core/base/errors.ts';
import { Redactor } from '../../../src/core/base/redactor.ts';
import { builtInOnly } from '../../../src/core/protocol/reviewerSettings.ts';
import { toJson } from '../../../src/reviews/exports/json.ts';
import { toMarkdown } from '../../../src/reviews/exports/markdown.ts';
import { toSarif } from '../../../src/reviews/exports/sarif.ts';
import { DecisionStore } from '../../../src/reviews/decisions/decisionStore.ts';
import type { SettledRecord } from '../../../src/reviews/store/reviewRecord.ts';
import { ReviewStore } from '../../../src/reviews/store/reviewStore.ts';
import { EmbeddedService } from '../../../src/vscode/connection/embeddedService.ts';
import { ApiKeyStore } from '../../../src/vscode/connection/apiKeyStore.ts';
import { Log } from '../../../src/vscode/platform/log.ts';
import { needs } from '../../host/needs.ts';
import { marker, setAside } from '../../host/keys/canary.ts';
import { createSample } from '../../host/start/sample.ts';
import { descendants, placeOf, placesBelow, seenOf, spellings } from '../../host/keys/searching.ts';

// Of every kind of character that a key may hold, with a middle that is known again wherever a part of it turns up.
const canary = `crk_"${marker}\\%2F+/=&?#<'>{}_`;
const traces = [...spellings(canary), marker, marker.toLowerCase()];

const { signal } = new AbortController();
const program = path.resolve(import.meta.dirname, '../../../src/service/main.ts');
const quick = { connect: 1_000, headers: 100, body: 100, total: 2_000 };

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** How a service may fail, some with the key that it was sent. */
const failures: Readonly<Record<string, Answer>> = {
  'a refused key': (request, response) => say(response, 401, { detail: `unknown key ${sentKey(request)}` }),
  'a refused key in a page': (request, response) =>
    response.writeHead(401, { 'content-type': 'text/html' }).end(`<p>${sentKey(request)}</p>`),
  'a key without access': (request, response) =>
    say(response, 403, { error: { message: request.headers.authorization } }),
  'something unknown': (_, response) => say(response, 404, {}),
  'a used up limit': (request, response) =>
    response
      .writeHead(429, { 'retry-after': '60', 'x-request-id': encodeURIComponent(sentKey(request)) })
      .end(JSON.stringify({ message: `limit of ${encodeURIComponent(sentKey(request))}` })),
  'a redirect with the key': (request, response) =>
    response.writeHead(302, { location: `/?key=${encodeURIComponent(sentKey(request))}` }).end(),
  'a failure of its own': (request, response) => say(response, 500, { title: sentKey(request) }),
  'a wrong request': (request, response) => say(response, 422, { message: JSON.stringify(request.headers) }),
  'no JSON': (_, response) => response.writeHead(200).end('{"data":'),
  'a web page': (_, response) => response.writeHead(200).end('<!doctype html>'),
  'another shape': (_, response) => say(response, 200, { data: 7 }),
  'a reset': (request, response) => {
    request.socket.resetAndDestroy();
    response.destroy();
  },
  'half an answer': (_, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{"data":[');
    response.destroy();
  },
  silence: () => undefined,
  'itself in a list': (request, response) =>
    say(response, 200, { data: [{ full_name: `acme/${sentKey(request)}`, id: sentKey(request) }] }),
  'itself in a review': (request, response) =>
    say(response, 200, {
      id: sentKey(request),
      status: 'failed',
      reason: sentKey(request),
      comments: [{ body: sentKey(request) }],
    }),
  'itself in no JSON': (request, response) => response.writeHead(200).end(sentKey(request)),
  'a compressed answer': (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
};

function say(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function sentKey(request: IncomingMessage): string {
  return (request.headers.authorization ?? '').replace('Bearer ', '');
}

function filesWith(folder: string, texts: readonly string[]): string[] {
  return placesBelow(folder, bytes => placeOf(texts, bytes));
}

describe('a key', () => {
  let folder: string;
  let server: Server;
  let answer: Answer;
  let origin: string;
  let received: string[];
  const said: string[] = [];
  const redactor = new Redactor();
  const note = (line: string): unknown => said.push(line);
  const log = new Log(
    { info: note, debug: note, warn: note, error: note } as unknown as vscode.LogOutputChannel,
    redactor,
  );

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'code-review-canary-'));
    server = createServer((request, response) => {
      received.push(request.headers.authorization ?? '');
      request.resume().on('end', () => answer(request, response));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  beforeEach(() => {
    received = [];
    said.length = 0;
  });

  after(async () => {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true, force: true });
  });

  afterEach(() => {
    nowhereIn(said.join('\n'), 'a log, an error or a notification');
    assert.deepEqual(filesWith(folder, traces), []);
  });

  function nowhereIn(text: string, where: string): void {
    for (const trace of traces) assert.ok(!text.includes(trace), `${where} holds ${trace}`);
  }

  /** A ring that holds the canary, in storage that is looked at by nobody else. */
  async function ring(): Promise<{ keys: ApiKeyStore; state: Map<string, unknown> }> {
    const stored = new Map<string, string>();
    const state = new Map<string, unknown>();
    const changes = new Emitter<vscode.SecretStorageChangeEvent>(error => assert.fail(String(error)));
    const secrets = {
      get: (name: string) => Promise.resolve(stored.get(name)),
      store: (name: string, value: string) => Promise.resolve(void stored.set(name, value)),
      delete: (name: string) => Promise.resolve(void stored.delete(name)),
      onDidChange: changes.event,
    } as unknown as vscode.SecretStorage;
    const memento = {
      keys: () => [...state.keys()],
      get: (name: string, fallback: unknown) => state.get(name) ?? fallback,
      update: (name: string, value: unknown) => Promise.resolve(void state.set(name, value)),
    } as unknown as vscode.Memento;
    const keys = new ApiKeyStore({ secrets, state: memento, redactor, onError: error => log.error('keys', error) });
    await keys.store(parseBaseUrl(origin).origin, 'production', canary);
    return { keys, state };
  }

  function clientOf(transport: Transport, keys: ApiKeyStore, address = origin): ApiClient {
    const key = async (): Promise<string> => {
      const active = await keys.active(origin);
      return active?.key ?? assert.fail('no key');
    };
    const budget = new Budget({
      // One of its own, so that no limit of a test keeps another from asking.
      folder: path.join(folder, `budgets-${randomUUID()}`),
      origin: address,
      key: canary,
      limit: () => 1_000_000,
      onError: error => log.error('budget', error),
    });
    const exchange = (each: Parameters<Log['exchange']>[0]): void => log.exchange(each);
    return new ApiClient({
      baseUrl: parseBaseUrl(address),
      key,
      transport,
      log: exchange,
      permits: budget,
      random: () => 0,
    });
  }

  /** Everything that is made of an error, for people and for the log. */
  function tell(error: unknown): void {
    assert.ok(CodeReviewError.is(error), String(error));
    said.push(
      displayMessage(error),
      formatCauses(error),
      error.stack ?? '',
      JSON.stringify(error),
      JSON.stringify(error.details),
    );
    log.error('asking the service', error);
  }

  async function askEverything(client: ApiClient): Promise<void> {
    for (const ask of [
      () => client.listRepositories(signal),
      () => client.triggerReview({ repository: 'acme/app', number: 7 }, signal),
      () => client.getReview('rev_1', signal),
      () => client.put('/v1/local/pulls', 'the branch', {}, signal),
    ])
      await ask().then(
        result => said.push(JSON.stringify(result)),
        (error: unknown) => tell(error),
      );
  }

  it('can be sent, and be found where it is', async () => {
    assert.equal(keyProblem(canary), undefined);
    assert.ok(!traces.some(trace => maskKey(canary).includes(trace)));
    const test = await mkdtemp(path.join(tmpdir(), setAside));
    for (const [index, text] of spellings(canary).entries()) await writeFile(path.join(test, `${index}`), `x${text}x`);
    await writeFile(path.join(test, 'base64'), Buffer.from(`Bearer ${canary}`).toString('base64'));
    await mkdir(path.join(test, marker));
    assert.equal(filesWith(test, traces).length, spellings(canary).length + 2);
    await rm(test, { recursive: true });
  });

  it('goes to its service and into nothing that is kept of a review', async () => {
    const { keys, state } = await ring();
    const comment = { path: 'a.ts', line: 1, title: 'Broken', body: 'It is.', suggested_code: 'x' };
    answer = (request, response) => {
      if (request.url === '/v1/repositories') say(response, 200, { data: [{ full_name: 'acme/app' }] });
      else say(response, 200, { id: 'rev_1', status: 'completed', comments: [comment], issues_found: 1 });
    };
    const transport = createTransport({ userAgent: 'unit-test', timeouts: quick });
    const client = clientOf(transport, keys);
    await askEverything(client);
    const review = await client.getReview('rev_1', signal);
    await transport.close();
    const subject = {
      kind: 'pullRequest' as const,
      service: origin,
      pullRequest: { repository: 'acme/app', number: 7 },
      title: 'Title',
      root: '/repository',
      branch: 'feature',
      headCommit: undefined,
    };
    const record: SettledRecord = {
      state: 'completed',
      subject,
      triggeredAt: 1,
      reviewId: review.id,
      settledAt: 2,
      review,
    };
    await new ReviewStore(path.join(folder, 'reviews')).save(record);
    const identity = { key: 'k', surroundings: undefined, turn: 1 };
    const finding = { fingerprint: 'f', key: 'k', identity: () => identity };
    const decisions = new DecisionStore(path.join(folder, 'decisions'));
    await decisions.decide({ fullName: 'acme/app', home: undefined }, [finding], new Set(['f']), {
      state: 'done',
      at: 1,
    });
    said.push(toJson(record), toMarkdown(record), JSON.stringify(toSarif(record, '1.0.0')));
    keys.markUsed(origin, 'production');
    said.push(JSON.stringify([...state]), JSON.stringify(await keys.list(origin)));
    log.info(`a line with ${canary} in it`);
    log.info(`${'x'.repeat(1_990)} ${canary}`);
    log.error(`while ${encodeURIComponent(canary)}`, new Error(JSON.stringify({ canary })));
    assert.equal(received.length, 5);
    for (const authorization of received) assert.equal(authorization, `Bearer ${canary}`);
  });

  for (const [failure, how] of Object.entries(failures)) {
    it(`is in nothing that is said of ${failure}`, async () => {
      const { keys } = await ring();
      answer = how;
      const timeouts = failure === 'silence' ? { ...quick, total: 500 } : quick;
      const transport = createTransport({ userAgent: 'unit-test', timeouts });
      await askEverything(clientOf(transport, keys));
      await transport.close();
      assert.ok(received.length >= 1);
      assert.ok(said.length > 0);
    });
  }

  it('goes to no proxy, no address of a redirect and no server that does not speak TLS', async () => {
    const { keys } = await ring();
    let seen = '';
    const other = createTcpServer(socket => {
      socket.on('data', bytes => {
        seen += bytes.toString('latin1');
        if (bytes.toString('latin1').startsWith('CONNECT')) socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
        else socket.end();
      });
      socket.on('error', () => undefined);
    });
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    const elsewhere = `127.0.0.1:${(other.address() as AddressInfo).port}`;
    const proxied = createTransport({
      userAgent: 'unit-test',
      timeouts: quick,
      network: () => ({ ...defaultNetwork, proxy: `http://user:password@${elsewhere}` }),
    });
    await askEverything(clientOf(proxied, keys, 'https://review.invalid'));
    assert.match(seen, /^CONNECT review\.invalid:443/);
    const direct = createTransport({ userAgent: 'unit-test', timeouts: quick });
    await askEverything(clientOf(direct, keys, `https://${elsewhere}`));
    await askEverything(clientOf(direct, keys, 'https://127.0.0.1:1'));
    await askEverything(clientOf(direct, keys, 'https://review.invalid'));
    answer = (_, response) => response.writeHead(307, { location: `http://${elsewhere}/v1/repositories` }).end();
    await askEverything(clientOf(direct, keys));
    await Promise.all([proxied.close(), direct.close()]);
    other.close();
    nowhereIn(seen, 'what another server got');
    assert.doesNotMatch(seen.replaceAll(/proxy-authorization/gi, ''), /authorization/i);
  });

  it('of the embedded service is in no argument, no environment, no file and no line of its processes', async function () {
    needs(this, '/proc');
    const sample = await createSample(path.join(folder, 'sample'));
    const embedded = new EmbeddedService({
      script: program,
      dataFolder: path.join(folder, 'service'),
      keepDays: () => 30,
      gitExecutable: () => Promise.resolve('git'),
      repositories: () =>
        Promise.resolve([{ root: sample.workspace, fullName: 'acme/orders', provider: 'git', webUrl: undefined }]),
      reviewers: () => Promise.resolve(builtInOnly),
      ask: () => Promise.reject(new Error('there is no model')),
      redactor,
      onLine: line => log.warn(line),
      onError: error => log.error('embedded service', error),
    });
    const { baseUrl, key } = await embedded.running();
    const own = spellings(key);
    const transport = createTransport({ userAgent: 'unit-test' });
    const exchange = (each: Parameters<Log['exchange']>[0]): void => log.exchange(each);
    const client = (used: string): ApiClient =>
      new ApiClient({ baseUrl, key: () => Promise.resolve(used), transport, log: exchange });
    const look = (): number => {
      const all = descendants();
      for (const id of all) for (const text of own) assert.ok(!seenOf(id).includes(text), seenOf(id).slice(0, 200));
      return all.length;
    };
    assert.ok(look() >= 1);
    const ended = new Promise<string>(resolve =>
      embedded.onHint(id => {
        void client(key)
          .getReview(id, signal)
          .then(({ state }) => state !== 'running' && resolve(id));
      }),
    );
    const pending = await client(key).triggerReview({ repository: 'acme/orders', number: 7 }, signal);
    look();
    assert.equal(await ended, pending.id);
    assert.ok(look() >= 2, 'the service and its engine');
    const review = await client(key).getReview(pending.id, signal);
    assert.equal(review.state, 'completed');
    said.push(JSON.stringify(review));
    await client(`${key}x`).listRepositories(signal).catch(tell);
    await client(key).getReview('rev_x', signal).catch(tell);
    await transport.close();
    embedded.dispose();
    for (const text of own) assert.ok(!said.join('\n').includes(text));
    assert.deepEqual(filesWith(folder, own), []);
  });
});
