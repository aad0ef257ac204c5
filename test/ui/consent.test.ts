import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { bundleForHost } from '../host/programs/bundle.ts';
import { root } from '../host/cache.ts';
import { git } from '../host/git/git.ts';
import { createSample, type Sample } from '../host/start/sample.ts';
import { VSCodeHost } from '../host/vscode/vscodeHost.ts';
import { PrivateGitLab, token } from './privateGitLab.ts';
import { Workbench } from './workbench.ts';

/** The folder of an extension that provides the sample model and has VS Code ask before another one may use it. */
async function buildModelProvider(): Promise<string> {
  const folder = await bundleForHost('consentProvider', ['test/ui/consentProvider/extension.ts']);
  const manifest = await readFile(path.join(root, 'test/integration/models/provider/manifest.json'), 'utf8');
  const withProposal = { ...(JSON.parse(manifest) as object), enabledApiProposals: ['chatProvider'] };
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(withProposal));
  return folder;
}

const sampleModels = /'Code Review' wants to access the language models provided by Sample/;

describe('a window that uses an account of the user only with consent', () => {
  let folder: string;
  let sample: Sample;
  let gitLab: PrivateGitLab;
  let host: VSCodeHost;
  let workbench: Workbench;

  const dialog = (): Locator => workbench.page.locator('.monaco-dialog-box');
  const picker = (text: string | RegExp): Locator =>
    workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: text });

  /** Gives the answer to what VS Code asks in a review; resolves to the notification it ends with. */
  async function answered(answer: 'Allow' | 'Cancel', question: RegExp, end: RegExp): Promise<string> {
    await dialog().waitFor({ timeout: 60_000 });
    assert.match(await dialog().innerText(), question);
    await dialog().locator('.monaco-button', { hasText: answer }).click();
    const toast = workbench.notification(end);
    await toast.waitFor({ timeout: 60_000 });
    return toast.innerText();
  }

  /** Resolves when the findings view has a row with these words. */
  async function noted(words: RegExp): Promise<void> {
    await workbench.openContainer();
    await workbench.rows('Findings').filter({ hasText: words }).waitFor();
    await workbench.run('View: Show Explorer');
  }

  /** Asserts that the host was asked, and only without a token. */
  function assertAskedWithoutToken(): void {
    assert.ok(gitLab.asked.length > 0 && gitLab.asked.every(each => each === undefined), 'a token went out unasked');
  }

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'code-review-consent-'));
    sample = await createSample(path.join(folder, 'sample'));
    gitLab = await PrivateGitLab.start(sample);
    host = await VSCodeHost.start({
      vsix: [path.join(root, 'dist/code-review.vsix')],
      extensions: await Promise.all([PrivateGitLab.buildExtension(), buildModelProvider()]),
      lean: true,
      env: await gitLab.env(folder),
      settings: { 'security.workspace.trust.enabled': false, 'codeReview.hosts': { [gitLab.name]: 'gitlab' } },
    });
    workbench = new Workbench((await host.openWindow({ folder: sample.workspace })).page);
    // There the findings are, about which nobody who sees them is notified.
    await workbench.page.setViewportSize({ width: 1280, height: 1400 });
    await workbench.run('View: Show Explorer');
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await workbench.keepFailure();
  });

  after(async () => {
    await host.dispose();
    gitLab.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('asks which pull request it is where only a sign-in tells, with the access to allow below', async () => {
    await workbench.page.locator('.statusbar-item', { hasText: 'Review' }).waitFor({ timeout: 60_000 });
    await workbench.run('Code Review: Review Current Branch');
    await picker(/may be closed: the refs of 127\.0\.0\.1 do not tell/).waitFor({ timeout: 60_000 });
    assertAskedWithoutToken();
    await picker(/Allow Access to Private Repositories of 127\.0\.0\.1/).click();
  });

  it('reviews it without a further question once VS Code was told to allow it, and offers a language model', async () => {
    const told = await answered(
      'Allow',
      /'Code Review' wants to (?:access|sign in using).*GitLab/s,
      /completed: 13 issues/,
    );
    assert.equal(gitLab.asked.at(-1), `Bearer ${token}`);
    assert.doesNotMatch(told, /Incomplete/);
    assert.equal(await dialog().count(), 0);
  });

  it('asks for the model with one click, which does not read where the user declines, and the review says so and why', async () => {
    await workbench
      .notification(/completed: 13 issues/)
      .getByText('Review with Sample Reader as Well')
      .click();
    const told = await answered('Cancel', sampleModels, /completed: 13 issues.*Incomplete/s);
    assert.match(told, /Incomplete: the language model did not run\./);
    assert.match(told, /Show Report/);
    await noted(/The language model did not run: Sample Reader may not be used/);
  });

  it('asks again at the next review, and the model reads where the user allows it', async () => {
    await workbench.run('Code Review: Review Current Branch');
    const told = await answered('Allow', sampleModels, /completed: 14 issues/);
    assert.doesNotMatch(told, /Incomplete/);
    await workbench.openContainer();
    await workbench.rows('Findings').filter({ hasText: 'Two requests at once pay the money back twice' }).waitFor();
    await workbench
      .rows('Findings')
      .filter({
        hasText: /The language model read 10 files \(.*refundService\.ts.*\) and \d+ places in other files with /,
      })
      .waitFor();
  });

  it('asks which pull request it is again after Sign Out, and no token goes out any more', async () => {
    await workbench.run('Code Review: Sign Out');
    await workbench.notification(/no longer uses your sign-in to 127\.0\.0\.1/).waitFor();
    await git(sample.workspace, ['commit', '--quiet', '--allow-empty', '--message=More'], {
      GIT_AUTHOR_NAME: 'Robin Sample',
      GIT_AUTHOR_EMAIL: 'robin@acme.example',
      GIT_COMMITTER_NAME: 'Robin Sample',
      GIT_COMMITTER_EMAIL: 'robin@acme.example',
    });
    gitLab.asked.length = 0;
    await workbench.run('Code Review: Review Current Branch');
    await picker(/Allow Access to Private Repositories of 127\.0\.0\.1/).waitFor({ timeout: 60_000 });
    assertAskedWithoutToken();
  });
});
