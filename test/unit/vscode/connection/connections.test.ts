import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { lazyTransport } from '../../../../src/api/transport/lazyTransport.ts';
import type { Transport } from '../../../../src/api/transport/transport.ts';
import { Redactor } from '../../../../src/core/base/redactor.ts';
import { builtInOnly } from '../../../../src/core/protocol/reviewerSettings.ts';
import type { Connection } from '../../../../src/vscode/connection/connections.ts';
import { EmbeddedService } from '../../../../src/vscode/connection/embeddedService.ts';
import { standInForEditor } from '../../security/shown/editor.ts';

/** A service whose first process is killed while it has a request, of which the next one answers any. */
const script = `
  const { appendFileSync, readFileSync } = require('node:fs');
  const { createServer } = require('node:http');
  const path = require('node:path');
  const log = path.join(__dirname, 'asked');
  const socketPath = process.platform === 'win32'
    ? '\\\\\\\\.\\\\pipe\\\\code-review-test-' + process.pid
    : path.join(__dirname, process.pid + '.sock');
  const server = createServer((request, response) => {
    appendFileSync(log, process.pid + ' ' + request.method + '\\n');
    if (readFileSync(log, 'utf8').split('\\n').length === 2) process.kill(process.pid, 'SIGKILL');
    else response.setHeader('content-type', 'application/json').end('{"id":"r1","status":"pending"}');
  });
  process.on('message', ({ type }) => {
    if (type === 'start') server.listen(socketPath, () => process.send({ type: 'ready', socketPath }));
  });
`;

describe('the connection to the embedded service', () => {
  const { signal } = new AbortController();
  let folder: string;
  let transport: Transport;
  let service: EmbeddedService;

  before(standInForEditor);

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'code-review-connection-'));
    await writeFile(path.join(folder, 'service.cjs'), script);
    transport = lazyTransport({ userAgent: 'test' });
    service = new EmbeddedService({
      script: path.join(folder, 'service.cjs'),
      dataFolder: folder,
      keepDays: () => 30,
      gitExecutable: () => Promise.resolve('git'),
      repositories: () => Promise.resolve([]),
      reviewers: () => Promise.resolve(builtInOnly),
      ask: () => Promise.reject(new Error('there is no model')),
      redactor: new Redactor(),
      onLine: () => undefined,
      onError: error => assert.fail(String(error)),
    });
  });

  afterEach(async () => {
    service.dispose();
    await transport.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function connected(): Promise<Connection> {
    const { Connections } = await import('../../../../src/vscode/connection/connections.ts');
    const log = { exchange: () => undefined } as never;
    return new Connections(transport, {} as never, service, {} as never, log, {} as never).openEmbedded();
  }

  const asks = {
    triggered: (connection: Connection) => connection.triggerReview({ repository: 'acme/app', number: 7 }, signal),
    'looked at': (connection: Connection) => connection.getReview('r1', signal),
    registered: (connection: Connection) => connection.client.put('/v1/pulls', 'the pull request', {}, signal),
  };

  for (const [what, ask] of Object.entries(asks)) {
    it(`goes on with the next process where one is killed while something is ${what}`, async () => {
      const { id } = (await ask(await connected())) as { id: string };
      assert.equal(id, 'r1');
      const asked = (await readFile(path.join(folder, 'asked'), 'utf8')).trim().split('\n');
      assert.equal(new Set(asked.map(line => line.split(' ')[0])).size, 2, 'two processes were asked');
    });
  }
});
