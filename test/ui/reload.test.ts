import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../host/cache.ts';
import { createSample } from '../host/sample.ts';
import { VSCodeHost } from '../host/vscodeHost.ts';
import { Workbench } from './workbench.ts';

/** A hosted service whose one review runs until it is told to end. */
async function serve(): Promise<{ server: Server; address: string; posts: number; end: () => void }> {
  let hasEnded = false;
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.method === 'POST') service.posts++;
    if (request.url === '/v1/repositories') response.end('{"data":[]}');
    else if (!hasEnded) response.end('{"id":"r1","status":"pending"}');
    else response.end('{"id":"r1","status":"completed","issues_found":1,"suggestions":0,"comments":[{"body":"Hm."}]}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const service = { server, address, posts: 0, end: () => (hasEnded = true) };
  return service;
}

describe('a window that is reloaded in the middle of a review', () => {
  let folder: string;
  let service: Awaited<ReturnType<typeof serve>>;
  let host: VSCodeHost;
  let workbench: Workbench;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'code-review-reload-'));
    const sample = await createSample(path.join(folder, 'sample'));
    service = await serve();
    process.env['CODE_REVIEW_API_KEY'] = 'acme_live_0123456789abcdef';
    host = await VSCodeHost.start({
      vsix: [path.join(root, 'dist/code-review.vsix')],
      settings: { 'security.workspace.trust.enabled': false, 'codeReview.baseUrl': service.address },
    });
    delete process.env['CODE_REVIEW_API_KEY'];
    workbench = new Workbench((await host.openWindow({ folder: sample.workspace })).page);
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await workbench.screenshot('failed');
  });

  after(async () => {
    await host.dispose();
    service.server.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('goes on watching by itself, without asking for another review', async () => {
    const status = (text: string) => workbench.page.locator('.statusbar-item', { hasText: text });
    await status('Review').waitFor({ timeout: 60_000 });
    await workbench.run('Code Review: Review Current Branch');
    await workbench.page.locator('.quick-input-widget', { hasText: 'requests of the hour are left' }).waitFor();
    await workbench.screenshot('13-budget');
    await workbench.page.keyboard.press('Enter');
    await status('#7: reviewing').waitFor();
    await workbench.page.reload();
    await workbench.page.locator('.monaco-workbench').waitFor({ timeout: 60_000 });
    await status('#7: reviewing').waitFor({ timeout: 60_000 });
    service.end();
    // A look that the closed window had claimed is void after a minute.
    await status('#7: 1 issue').waitFor({ timeout: 90_000 });
    assert.equal(service.posts, 1);
  });
});
