import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ServedRepository } from '../../../../src/core/protocol/serviceMessages.ts';
import { openStore } from '../../../../src/service/store/openStore.ts';
import { startServer, type RunningServer } from '../../../../src/service/http/server.ts';
import type { StoredReview } from '../../../../src/service/store/store.ts';
import { engineProcesses } from '../../../../src/service/jobs/engineProcess.ts';
import { canaryKey } from '../../../host/keys/canary.ts';

const key = canaryKey('development');
const engine = `process.on('message', ({ root, reviewers: { tools, isOutside } }) =>
  process.send({ status: 'failed', reason: [root, ...(isOutside ? [] : tools)].join(' with '), reports: [] }));`;

describe('a running service', () => {
  let folder: string;
  let server: RunningServer;
  const errors: unknown[] = [];
  const tools: string[] = [];
  const settled = new EventEmitter();

  const copy = (name: string): ServedRepository => ({
    root: path.join(folder, name),
    fullName: `acme/${name}`,
    provider: 'git',
    webUrl: undefined,
  });

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'code-review-server-'));
    await writeFile(path.join(folder, 'engine.cjs'), engine);
    const store = await openStore(path.join(folder, 'data'));
    for (const name of ['theirs', 'ours']) await store.putReview(pending(`rev_${name}`, copy(name)));
    await store.close();
    errors.length = 0;
    tools.length = 0;
    server = await startServer({
      dataFolder: path.join(folder, 'data'),
      startEngine: engineProcesses(path.join(folder, 'engine.cjs')),
      port: 0,
      plan: { name: 'free', requestsPerHour: 100 },
      ownKey: key,
      repositories: [copy('ours')],
      gitExecutable: 'git',
      reviewers: () => ({ model: undefined, tools }),
      onSettled: id => settled.emit(id),
      onError: error => errors.push(error),
    });
  });

  afterEach(async () => {
    server.close();
    await rm(folder, { recursive: true, force: true });
  });

  function get(url: string): Promise<Response> {
    return fetch(`http://127.0.0.1:${server.port}${url}`, {
      headers: { authorization: `Bearer ${key}`, connection: 'close' },
    });
  }

  it('makes what was not finished of the repositories that it serves, and of others only once it serves them', async () => {
    await once(settled, 'rev_ours');
    const store = await openStore(path.join(folder, 'data'));
    assert.equal((await store.review('rev_theirs'))?.status, 'pending');
    server.serve([copy('ours'), copy('theirs')]);
    await once(settled, 'rev_theirs');
    assert.deepEqual((await store.review('rev_theirs'))?.result, {
      status: 'failed',
      reason: copy('theirs').root,
      reports: [],
    });
    await store.close();
  });

  it('has tools of the project run in the repositories of the window alone, not in others that an editor led to', async () => {
    await once(settled, 'rev_ours');
    const store = await openStore(path.join(folder, 'data'));
    const reasonOf = async (id: string): Promise<unknown> => (await store.review(id))?.result;
    tools.push('a linter');
    for (const name of ['below', 'beside']) await store.putReview(pending(`rev_${name}`, copy(name)));
    const ended = Promise.all([once(settled, 'rev_below'), once(settled, 'rev_beside')]);
    server.serve([copy('ours'), copy('below'), { ...copy('beside'), isOutside: true }]);
    await ended;
    const failed = { status: 'failed', reports: [] };
    assert.deepEqual(await reasonOf('rev_below'), { ...failed, reason: `${copy('below').root} with a linter` });
    assert.deepEqual(await reasonOf('rev_beside'), { ...failed, reason: copy('beside').root });
    await store.close();
  });

  it('answers the process that started it where nothing can be written', async () => {
    await once(settled, 'rev_ours');
    const other = new DatabaseSync(path.join(folder, 'data', 'service.sqlite'));
    other.exec('BEGIN IMMEDIATE');
    const answer = await get('/v1/repositories');
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('ratelimit-remaining'), '1000000');
    other.close();
  });

  it('takes a client that goes away in the middle of a request for no failure', async () => {
    for (let client = 0; client < 10; client++) {
      const socket = connect(server.port, '127.0.0.1');
      const head = `POST /v1/reviews HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n`;
      socket.write(`${head}Content-Type: application/json\r\nContent-Length: 99\r\n\r\n{"repo`);
      // Its answer tells that the request before was read as far as it was sent.
      assert.equal((await get('/v1/repositories')).status, 200);
      socket.destroy();
      await once(socket, 'close');
    }
    assert.equal((await get('/v1/repositories')).status, 200);
    assert.deepEqual(errors, []);
  });
});

function pending(id: string, { root, fullName }: ServedRepository): StoredReview {
  return {
    id,
    repository: fullName,
    pr: 7,
    root,
    base: 'b',
    head: 'h',
    status: 'pending',
    createdAt: Date.now(),
    completedAt: undefined,
    engine: '1',
    configuration: '',
    result: undefined,
  };
}
