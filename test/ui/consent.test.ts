import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { bundleForHost } from '../host/bundle.ts';
import { root } from '../host/cache.ts';
import { createSample } from '../host/sample.ts';
import { VSCodeHost } from '../host/vscodeHost.ts';
import { Workbench } from './workbench.ts';

/** The folder of an extension that provides the sample model and has VS Code ask before another one may use it. */
async function buildProvider(): Promise<string> {
  const folder = await bundleForHost('consentProvider', ['test/ui/consentProvider/extension.ts']);
  const manifest = await readFile(path.join(root, 'test/integration/modelProvider/manifest.json'), 'utf8');
  const withProposal = { ...(JSON.parse(manifest) as object), enabledApiProposals: ['chatProvider'] };
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(withProposal));
  return folder;
}

describe('a language model that is only used with consent', () => {
  let folder: string;
  let host: VSCodeHost;
  let workbench: Workbench;

  const dialog = (): Locator => workbench.page.locator('.monaco-dialog-box');

  /** Gives the answer to what VS Code asks in a review; resolves to the notification it ends with. */
  async function answered(answer: 'Allow' | 'Cancel', end: RegExp): Promise<string> {
    await dialog().waitFor({ timeout: 60_000 });
    assert.match(await dialog().innerText(), /'Code Review' wants to access the language models provided by Sample/);
    await workbench.screenshot(`consent-${answer.toLowerCase()}`);
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

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'code-review-consent-'));
    const sample = await createSample(path.join(folder, 'sample'));
    host = await VSCodeHost.start({
      vsix: [path.join(root, 'dist/code-review.vsix')],
      extensions: [await buildProvider()],
      settings: { 'security.workspace.trust.enabled': false },
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
    await rm(folder, { recursive: true, force: true });
  });

  it('is offered after a review without one', async () => {
    await workbench.page.locator('.statusbar-item', { hasText: 'Review' }).waitFor({ timeout: 60_000 });
    await workbench.run('Code Review: Review Current Branch');
    const toast = workbench.notification(/completed: 13 issues/);
    await toast.waitFor({ timeout: 60_000 });
    assert.doesNotMatch(await toast.innerText(), /Incomplete/);
    assert.equal(await dialog().count(), 0);
  });

  it('is asked for with one click, does not read where the user declines, and the review says so and why', async () => {
    await workbench
      .notification(/completed: 13 issues/)
      .getByText('Review with Sample Reader as Well')
      .click();
    const told = await answered('Cancel', /completed: 13 issues.*Incomplete/s);
    assert.match(told, /Incomplete: the language model did not run\./);
    assert.match(told, /Show Report/);
    await noted(/The language model did not run: Sample Reader may not be used/);
  });

  it('is asked for again at the next review, and reads where the user allows it', async () => {
    await workbench.run('Code Review: Review Current Branch');
    const told = await answered('Allow', /completed: 14 issues/);
    assert.doesNotMatch(told, /Incomplete/);
    await workbench.openContainer();
    await workbench.rows('Findings').filter({ hasText: 'Two requests at once pay the money back twice' }).waitFor();
    await workbench
      .rows('Findings')
      .filter({
        hasText: /The language model read 10 files \(.*refundService\.ts.*\) and \d+ places in other files with /,
      })
      .waitFor();
    await workbench.screenshot('consent-read');
  });
});
