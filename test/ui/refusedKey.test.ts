import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openSignedIn, type SignedInWindow } from './signedInWindow.ts';
import type { Workbench } from './workbench.ts';

describe('a key that the service does not accept any more', () => {
  let server: Server;
  let answer: RequestListener = (_request, response) => {
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":{"message":"It was revoked."}}');
  };
  let opened: SignedInWindow;
  let workbench: Workbench;

  before(async () => {
    server = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    opened = await openSignedIn(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    ({ workbench } = opened);
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await workbench.keepFailure();
  });

  after(async () => {
    await opened.dispose();
    server.close();
    server.closeAllConnections();
  });

  it('is told in the view of repositories, with the ways out below', async () => {
    await workbench.openContainer();
    await workbench.unfold('Repositories');
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
