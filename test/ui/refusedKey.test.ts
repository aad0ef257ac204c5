import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../host/cache.ts';
import { canaryKey } from '../host/canary.ts';
import { createSample } from '../host/sample.ts';
import { VSCodeHost } from '../host/vscodeHost.ts';
import { Workbench } from './workbench.ts';

describe('a key that the service does not accept any more', () => {
  let folder: string;
  let server: Server;
  let answer: RequestListener = (_request, response) => {
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":{"message":"It was revoked."}}');
  };
  let host: VSCodeHost;
  let workbench: Workbench;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'code-review-key-'));
    const sample = await createSample(path.join(folder, 'sample'));
    server = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    process.env['CODE_REVIEW_API_KEY'] = canaryKey();
    host = await VSCodeHost.start({
      vsix: [path.join(root, 'dist/code-review.vsix')],
      settings: { 'security.workspace.trust.enabled': false, 'codeReview.baseUrl': baseUrl },
    });
    delete process.env['CODE_REVIEW_API_KEY'];
    workbench = new Workbench((await host.openWindow({ folder: sample.workspace })).page);
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await workbench.screenshot('failed');
  });

  after(async () => {
    await host.dispose();
    server.close();
    server.closeAllConnections();
    await rm(folder, { recursive: true, force: true });
  });

  it('is told in the view of repositories, with the ways out below', async () => {
    await workbench.openContainer();
    await workbench.page.locator('.pane-body', { hasText: /does not accept this API key.*It was revoked/ }).waitFor();
    const rows = workbench.rows('Repositories');
    await rows.filter({ hasText: 'Check Connection' }).waitFor();
    await workbench.screenshot('refused-key');
    await rows.filter({ hasText: 'Sign In' }).click();
    await workbench.page.locator('.quick-input-widget', { hasText: 'Address of the code review service' }).waitFor();
    await workbench.page.keyboard.press('Escape');
  });

  it('is tried again at once, also while the service keeps a request waiting', async () => {
    answer = () => undefined;
    const waits = once(server, 'request');
    await workbench.run('Code Review: Refresh Repositories');
    await waits;
    answer = (_request, response) => {
      const data = [{ id: '1', name: 'orders', full_name: 'acme/orders', provider: 'github', private: true }];
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
    };
    await workbench.run('Code Review: Refresh Repositories');
    await workbench.rows('Repositories').filter({ hasText: 'acme/orders' }).waitFor({ timeout: 5_000 });
  });
});
