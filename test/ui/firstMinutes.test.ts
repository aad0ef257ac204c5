import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { root } from '../host/cache.ts';
import { git } from '../host/git/git.ts';
import { VSCodeHost } from '../host/vscode/vscodeHost.ts';
import { violations } from './accessibility.ts';
import { Workbench } from './workbench.ts';

describe('the first minutes', () => {
  let folder: string;
  let host: VSCodeHost;
  let workbench: Workbench;

  /** Waits until the findings view says something, and returns its buttons. */
  async function offered(words: string): Promise<string[]> {
    const pane = workbench.pane('Findings');
    await pane.locator('.pane-body', { hasText: words }).waitFor();
    return pane.locator('.pane-body .monaco-button').allInnerTexts();
  }

  /** Waits until the title of the findings view has an action to review, or none: it follows a moment after the text below. */
  async function canReview(can: boolean): Promise<void> {
    await workbench.pane('Findings').hover();
    const actions = title('Findings').locator('.action-label[aria-label*="Review"]');
    await actions.first().waitFor({ state: can ? 'attached' : 'detached' });
  }

  const title = (view: string): Locator => workbench.pane(view).locator('.pane-header');

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'code-review-first-'));
    await mkdir(path.join(folder, 'notes'));
    await writeFile(path.join(folder, 'notes/plan.ts'), 'export const plan = 1;\n');
    host = await VSCodeHost.start({
      vsix: [path.join(root, 'dist/code-review.vsix')],
      lean: true,
      settings: { 'security.workspace.trust.startupPrompt': 'never' },
    });
    workbench = new Workbench((await host.openWindow({ folder: path.join(folder, 'notes') })).page);
    await workbench.openContainer();
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await workbench.keepFailure();
  });

  after(async () => {
    await host.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  it('offer to trust the folder, and follow at once', async () => {
    const restricted = await offered('In Restricted Mode git does not run');
    assert.deepEqual(restricted, ['Manage Workspace Trust']);
    await workbench.pane('Findings').getByText('Manage Workspace Trust').click();
    const editor = workbench.page.locator('.workspace-trust-editor');
    await editor.locator('.monaco-button', { hasText: /^Trust$/ }).click();
    await editor.locator('.workspace-trust-trusted').waitFor();
    await editor.focus();
    await workbench.page.keyboard.press('Escape');
    await editor.waitFor({ state: 'detached' });
  });

  it('offer nothing that cannot work in a folder without git', async () => {
    const buttons = await offered('This folder is not in a git repository');
    assert.deepEqual(buttons, ['Open Folder', 'Initialize Repository']);
    await canReview(false);
    assert.deepEqual(await workbench.titlesIn('Code Review: Review'), []);
  });

  it('follow a repository that is made, and its first commit', async () => {
    const notes = path.join(folder, 'notes');
    await git(notes, ['init', '--quiet']);
    assert.deepEqual(await offered('no commit yet'), ['Review Changes']);
    await git(notes, ['add', '--all']);
    await git(notes, [
      '-c',
      'user.name=Robin',
      '-c',
      'user.email=robin@acme.example',
      'commit',
      '--quiet',
      '-m',
      'Plan',
    ]);
    assert.deepEqual(await offered('See what a reviewer says'), ['Review Current Branch']);
    await canReview(true);
  });

  it('say where reviews come from, and leave the room to the findings', async () => {
    // Here the extension runs on a server.
    await title('Findings').filter({ hasText: 'the remote machine' }).waitFor();
    assert.equal(await title('Repositories').getAttribute('aria-expanded'), 'false');
  });

  it('have a tour, with its steps and their pictures', async () => {
    await workbench.pane('Findings').getByText('Take the tour').click();
    const tour = workbench.page.locator('.gettingStartedContainer');
    await tour.locator('.getting-started-step', { hasText: 'Review your branch' }).waitFor();
    assert.equal(await tour.locator('.getting-started-step').count(), 5);
    // A narrower one has no room for them.
    await workbench.page.setViewportSize({ width: 1600, height: 900 });
    await tour.locator('.getting-started-media img').first().waitFor();
    const ours = ['.step-title', '.step-description-container', '.getting-started-media', '.part.sidebar .pane-body'];
    assert.deepEqual(await violations(workbench.page, ours), []);
  });

  it('offer a folder and a clone in an empty window', async () => {
    await workbench.page.context().close();
    workbench = new Workbench((await host.openWindow({})).page);
    await workbench.openContainer();
    assert.deepEqual(await offered('Open the folder of a git repository'), ['Open Folder', 'Clone Repository']);
    await canReview(false);
  });
});
