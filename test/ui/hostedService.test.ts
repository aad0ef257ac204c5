import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { root } from '../host/cache.ts';
import { git } from '../host/git/git.ts';
import { canaryKey } from '../host/keys/canary.ts';
import { createSample } from '../host/start/sample.ts';
import { VSCodeHost } from '../host/vscode/vscodeHost.ts';
import { Workbench } from './workbench.ts';

/** A review of a repository that is not open in the window: of all of it, and of a line. */
const other = {
  id: 'r55',
  status: 'completed',
  issues_found: 2,
  suggestions: 0,
  comments: [
    {
      title: 'Walkthrough',
      body: '<details>\n<summary>Changed files</summary>\n\n- `src/other.ts` is new\n\n</details>',
    },
    { path: 'src/other.ts', line: 3, title: 'An assignment', body: 'Was `==` meant?', existing_code: 'if (a = b) {' },
  ],
};

const person = {
  GIT_AUTHOR_NAME: 'Robin Sample',
  GIT_AUTHOR_EMAIL: 'robin@acme.example',
  GIT_COMMITTER_NAME: 'Robin Sample',
  GIT_COMMITTER_EMAIL: 'robin@acme.example',
};

/** A review of the branch that has found nothing. */
const clean = { status: 'completed', issues_found: 0, suggestions: 0, comments: [] };

/** A hosted service that leaves the first look at its one review without an answer, and says at the next that it has ended. */
class Service {
  readonly server: Server;
  readonly requests: string[] = [];
  /** Resolves when the first look has come. */
  readonly firstLook: Promise<void>;
  /** The id of the latest review of the branch. */
  #latest = 0;
  /** What its reviews after the first are answered with. */
  later: object = { status: 'pending' };
  /** Answers who asks for the repositories. */
  repositories: (response: ServerResponse) => void = response => {
    response.writeHead(401).end('{"error":{"message":"It was revoked."}}');
  };

  constructor() {
    let looked = (): void => undefined;
    this.firstLook = new Promise(resolve => (looked = resolve));
    this.server = createServer((request, response) => {
      response.setHeader('content-type', 'application/json');
      this.requests.push(`${request.method} ${request.url}`);
      if (request.url === '/v1/repositories') this.repositories(response);
      else if (request.method === 'POST')
        void json(request).then(body => response.end(JSON.stringify(this.#trigger(body))));
      else if (request.url !== '/v1/reviews/r1')
        response.end(JSON.stringify({ id: `r${this.#latest}`, ...this.later }));
      else if (this.count('GET /v1/reviews/r1') === 1) looked();
      else
        response.end('{"id":"r1","status":"completed","issues_found":1,"suggestions":0,"comments":[{"body":"Hm."}]}');
    });
  }

  #trigger(body: unknown): object {
    return (body as { pr?: unknown }).pr === 5 ? other : { id: `r${++this.#latest}`, status: 'pending' };
  }

  count(wanted: string): number {
    return this.requests.filter(request => request === wanted).length;
  }

  async start(): Promise<string> {
    await once(this.server.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }
}

describe('a window with a hosted service and a key from the environment', () => {
  let folder: string;
  let service: Service;
  let workspace: string;
  let host: VSCodeHost;
  let workbench: Workbench;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'code-review-hosted-'));
    ({ workspace } = await createSample(path.join(folder, 'sample')));
    service = new Service();
    const address = await service.start();
    host = await VSCodeHost.start({
      vsix: [path.join(root, 'dist/code-review.vsix')],
      lean: true,
      env: { CODE_REVIEW_API_KEY: canaryKey() },
      settings: { 'security.workspace.trust.enabled': false, 'codeReview.baseUrl': address },
    });
    workbench = new Workbench((await host.openWindow({ folder: workspace })).page);
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await workbench.keepFailure();
  });

  after(async () => {
    await host.dispose();
    service.server.close();
    service.server.closeAllConnections();
    await rm(folder, { recursive: true, force: true });
  });

  it('says in the view of repositories that the service does not accept the key, with the ways out below', async () => {
    await workbench.openContainer();
    await workbench.unfold('Repositories');
    await workbench.page.locator('.pane-body', { hasText: /does not accept this API key.*It was revoked/ }).waitFor();
    const rows = workbench.rows('Repositories');
    await rows.filter({ hasText: 'Check Connection' }).waitFor();
    await rows.filter({ hasText: 'Sign In' }).click();
    await workbench.page.locator('.quick-input-widget', { hasText: 'Address of the code review service' }).waitFor();
    await workbench.page.keyboard.press('Escape');
  });

  it('tries the key again at once, also while the service keeps a request waiting', async () => {
    service.repositories = () => undefined;
    const waits = once(service.server, 'request');
    await workbench.run('Code Review: Refresh Repositories');
    await waits;
    service.repositories = response => response.end('{"data":[{"id":"1","full_name":"acme/other"}]}');
    await workbench.run('Code Review: Refresh Repositories');
    await workbench.rows('Repositories').filter({ hasText: 'acme/other' }).waitFor({ timeout: 5_000 });
    // Folded, it asks for nothing when the window is reloaded.
    await workbench.pane('Repositories').locator('.pane-header').click();
  });

  it('goes on watching by itself where it is reloaded in the middle of a review, without asking for another one', async () => {
    const status = (text: string) => workbench.page.locator('.statusbar-item', { hasText: text });
    const budgetLeft = (count: number) =>
      workbench.page.locator(`.statusbar-item [aria-label*="${count} of 100 requests left this hour"]`);
    await status('Review').waitFor();
    await workbench.run('Code Review: Review Current Branch');
    await workbench.page.locator('.quick-input-widget', { hasText: 'requests left this hour' }).waitFor();
    await workbench.page.keyboard.press('Enter');
    await status('#7: reviewing').waitFor();
    await service.firstLook;
    const running = workbench.rows('Findings').filter({ hasText: /#7.*reviewing, \d+ s/ });
    const time = await running.innerText();
    // The service says nothing meanwhile.
    await running.filter({ hasNotText: time.trim() }).waitFor();
    assert.equal(service.count('GET /v1/repositories'), 3);
    const asked = service.requests.length;
    await budgetLeft(100 - asked).waitFor();
    await workbench.page.reload();
    await workbench.page.locator('.monaco-workbench').waitFor({ timeout: 60_000 });
    // At once, though the look that the closed window was making is not a minute old.
    await status('#7: 1 open').waitFor({ timeout: 30_000 });
    await budgetLeft(99 - asked).waitFor();
    assert.equal(service.requests.length, asked + 1);
    assert.equal(service.count('POST /v1/reviews'), 1);
    assert.equal(service.count('GET /v1/reviews/r1'), 2);
  });

  it('shows what a review of a repository that is not open says as pages, with the code that it quotes', async () => {
    await workbench.run('Code Review: Review Pull Request');
    await workbench.choose('acme/other');
    await workbench.answer('Number or address', '5');
    await workbench.rows('Findings').filter({ hasText: 'An assignment' }).click({ timeout: 30_000 });
    const finding = await workbench.pageShown('src/other.ts: An assignment');
    await finding.getByText('if (a = b) {').waitFor();
    await workbench.rows('Findings').filter({ hasText: 'Walkthrough' }).click();
    const page = await workbench.pageShown('Walkthrough');
    const folded = page.getByText('is new');
    await page.getByText('Changed files').waitFor();
    assert.equal(await folded.isVisible(), false);
    await page.getByText('Changed files').press('Enter');
    await folded.waitFor();
    await page.getByRole('link', { name: 'All findings of this review' }).press('Enter');
    const report = await workbench.pageShown('Review of acme/other #5');
    await report.getByRole('heading', { name: 'An assignment' }).waitFor();
    assert.equal(await workbench.page.locator('.editor-instance .monaco-editor').count(), 0);
  });

  it('gives no tick for a commit that was taken back while it was reviewed, and says so, until it is there again', async () => {
    const status = (text: string) => workbench.page.locator('.statusbar-item', { hasText: text });
    const tick = status('#7: no issues').locator('.codicon-pass');
    const row = (text: RegExp) => workbench.rows('Findings').filter({ hasText: text });
    const head = await git(workspace, ['rev-parse', 'HEAD']);
    await workbench.run('View: Show Explorer');
    await workbench.run('Code Review: Review Current Branch');
    await status('#7: reviewing').waitFor();
    await git(workspace, ['reset', '--quiet', '--hard', 'HEAD~1']);
    service.later = { ...clean, commit_id: head };
    const other = `It has read ${head.slice(0, 8)}, which is not what is checked out now.`;
    await workbench.notification(other).waitFor({ timeout: 60_000 });
    await status('#7: no issues in a commit that is not checked out').waitFor();
    assert.equal(await tick.count(), 0);
    await workbench.openContainer();
    await row(/#7.*no issues · 1 commit ahead/).waitFor();
    await git(workspace, ['commit', '--quiet', '--allow-empty', '--message=Other work'], person);
    await row(/#7.*no issues · 1 commit behind · 1 commit ahead/).waitFor();
    assert.equal(await tick.count(), 0);
    await git(workspace, ['reset', '--quiet', '--hard', head]);
    await tick.waitFor();
  });
});
