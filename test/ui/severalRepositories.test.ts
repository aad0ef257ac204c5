import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Locator } from 'playwright-core';
import { root } from '../host/cache.ts';
import { git } from '../host/git/git.ts';
import { createSample } from '../host/start/sample.ts';
import { VSCodeHost } from '../host/vscode/vscodeHost.ts';
import { Workbench } from './workbench.ts';

/** A tool that reviews what is named so, and waits until something is written to its pipe. */
const gate = (pipe: string): object => ({
  name: 'gate',
  command: ['cat', pipe],
  format: 'rdjsonl',
  scope: 'project',
  files: ['**/gated*.ts'],
});

async function commit(folder: string, message: string): Promise<void> {
  await git(folder, ['add', '--all']);
  const person = ['-c', 'user.name=Robin Sample', '-c', 'user.email=robin@acme.example'];
  await git(folder, [...person, 'commit', '--quiet', `--message=${message}`]);
}

/** A repository without a remote, on a branch that adds one line with a finding. */
async function createBilling(folder: string): Promise<void> {
  await mkdir(folder);
  await git(folder, ['init', '--quiet', '--initial-branch=main']);
  await writeFile(path.join(folder, 'total.ts'), 'export const total = 0;\n');
  await commit(folder, 'Begin');
  await git(folder, ['switch', '--quiet', '--create', 'feature/invoice']);
  await writeFile(path.join(folder, 'invoice.ts'), 'export const isPaid = (sum: number) => sum === sum;\n');
  await commit(folder, 'Add invoices');
}

describe('a window with two repositories and a folder without git', () => {
  let folder: string;
  let workspace: string;
  let folders: string[];
  let pipe: string;
  let host: VSCodeHost;
  let workbench: Workbench;

  const status = (text: string): Locator => workbench.page.locator('.statusbar-item', { hasText: text });
  const badge = (count: number): Locator =>
    workbench.page.locator('.activitybar .badge-content', { hasText: new RegExp(`^${count}$`) });
  const row = (text: string | RegExp): Locator => workbench.rows('Findings').filter({ hasText: text });

  /** Opens a file of the window from the explorer. */
  async function openFile(name: string): Promise<void> {
    await workbench.run('View: Show Explorer');
    await workbench.page.locator('.explorer-folders-view .monaco-list-row', { hasText: name }).dblclick();
    await workbench.page.locator('.tab.active', { hasText: name }).waitFor();
  }

  /** Reviews the branch of one of the repositories, which has to be chosen where no file is open. */
  async function review(repository: string): Promise<void> {
    await workbench.run('Code Review: Review Current Branch');
    await workbench.choose(repository);
  }

  /** Gives the window other folders, as who edits its file. */
  async function setFolders(shown: readonly string[]): Promise<void> {
    await writeFile(workspace, JSON.stringify({ folders: shown.map(each => ({ path: each })) }));
  }

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'code-review-several-'));
    const { workspace: orders } = await createSample(path.join(folder, 'sample'));
    const [billing, notes] = [path.join(folder, 'billing'), path.join(folder, 'notes')];
    await createBilling(billing);
    await mkdir(notes);
    await writeFile(path.join(notes, 'plan.md'), 'Refunds first.\n');
    await createBilling(path.join(notes, 'drafts'));
    pipe = path.join(await mkdtemp(path.join(folder, 'pipes-')), 'gate');
    await promisify(execFile)('mkfifo', [pipe]);
    workspace = path.join(folder, 'shop.code-workspace');
    folders = [orders, billing, notes];
    await setFolders(folders);
    host = await VSCodeHost.start({
      vsix: [path.join(root, 'dist/code-review.vsix')],
      lean: true,
      settings: { 'security.workspace.trust.enabled': false, 'codeReview.tools': [gate(pipe)] },
    });
    const { page } = await host.openWindow({ folder: workspace, browser: { viewport: { width: 1280, height: 1200 } } });
    workbench = new Workbench(page);
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await workbench.keepFailure();
  });

  after(async () => {
    await host.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  it('has the reviews of both below their repositories, and counts all of them', async () => {
    await status('Review').waitFor({ timeout: 60_000 });
    await workbench.openContainer();
    await review('local/orders');
    await badge(13).waitFor({ timeout: 60_000 });
    await review('local/billing');
    await badge(14).waitFor({ timeout: 60_000 });
    await row(/local\/orders\s*13 open/).waitFor();
    await row(/local\/billing\s*1 open/).waitFor();
    await row(/feature\/invoice into main\s*1 open/).waitFor();
    await workbench.run('Problems: Focus on Problems View');
    await workbench.page.locator('.panel .badge', { hasText: '14' }).waitFor();
    const problems = workbench.page.locator('.markers-panel .monaco-list-row');
    await workbench.page.locator('.viewpane-filter input').fill('itself, so it is always');
    await problems.filter({ hasText: 'invoice.ts' }).waitFor();
    await problems.filter({ hasText: 'refund.ts' }).waitFor();
    await workbench.page.locator('.viewpane-filter input').fill('');
    await workbench.run('View: Toggle Panel Visibility');
  });

  it('speaks of the repository of the active editor in the status bar, and goes through its findings only', async () => {
    await row('compares a value with itself').last().click();
    await workbench.page.locator('.tab.active', { hasText: 'invoice.ts' }).waitFor();
    await status('billing Review: 1 open').waitFor();
    await workbench.thread(/1 of 1/).waitFor();
    await workbench.page.keyboard.press('Control+Shift+F8');
    await status('There is no other finding').waitFor();
    await row('The callback of ‘map’').click();
    await workbench.page.locator('.tab.active', { hasText: 'refund.ts' }).waitFor();
    await status('orders #7: 13 open').waitFor();
    await workbench.thread(/1 of 13/).waitFor();
  });

  it('keeps both in a file without git, and names the one that it speaks of', async () => {
    await openFile('plan.md');
    await status('orders #7: 13 open').waitFor();
    await badge(14).waitFor();
    await workbench.page.locator('.statusbar-item [aria-label^="Code Review: local/orders"]').waitFor();
    await workbench.run('Code Review: Review Changes…');
    const choice = workbench.page.locator('.quick-input-widget', { hasText: 'local/billing' });
    await choice.getByText('local/orders').waitFor();
    await workbench.page.keyboard.press('Escape');
  });

  it('has them again after a reload, and takes what is decided in one out of all numbers', async () => {
    await workbench.page.reload();
    await workbench.page.locator('.monaco-workbench').waitFor({ timeout: 60_000 });
    await workbench.openContainer();
    await badge(14).waitFor({ timeout: 60_000 });
    const finding = row('compares a value with itself').last();
    await finding.click();
    await workbench.page.locator('.tab.active', { hasText: 'invoice.ts' }).waitFor();
    await workbench.useAction(finding, 'Mark as Done', badge(13));
    await status('billing Review: all done').waitFor();
    await row(/local\/billing/).waitFor();
    await row(/local\/orders\s*13 open/).waitFor();
  });

  describe('from which the folder of a running review is removed', () => {
    const running = (): Locator => row(/feature\/invoice into main\s*running gate/);

    /** Reviews a new commit of billing, and removes that from the window while the review waits for its tool. */
    async function removed(file: string): Promise<void> {
      const [orders = '', billing = '', notes = ''] = folders;
      await writeFile(path.join(billing, file), 'export const isDue = (sum: number) => sum === sum;\n');
      await commit(billing, 'Gate');
      await row(/feature\/invoice into main.*1 commit behind/).waitFor();
      await workbench.run('View: Close All Editors');
      await review('local/billing');
      await running().waitFor();
      await setFolders([orders, notes]);
      await row(/local\/billing/).waitFor({ state: 'hidden' });
    }

    it('shows nothing of it, and goes on with it where it is added again', async () => {
      await removed('gated.ts');
      await status('#7: 13 open').waitFor();
      await setFolders(folders);
      await running().waitFor();
      await writeFile(pipe, '');
      await row(/feature\/invoice into main\s*2 open/).waitFor();
      await badge(15).waitFor();
    });

    it('tells how it has ended, with its report, and has its findings once it is added again', async () => {
      await removed('gatedToo.ts');
      await writeFile(pipe, '');
      const end = workbench.notification('completed: 3 issues');
      await end.getByText('Show Report').click();
      await workbench.pageShown('Review of feature/invoice into main');
      await badge(13).waitFor();
      await setFolders(folders);
      await row(/feature\/invoice into main\s*3 open/).waitFor();
      await badge(16).waitFor();
    });
  });

  describe('whose folder without git holds a third one', () => {
    it('has it like the others, chosen by name or by its file', async () => {
      await workbench.run('View: Close All Editors');
      await review('drafts');
      await row(/local\/drafts\s*1 open/).waitFor({ timeout: 60_000 });
      await badge(17).waitFor();
      await row('compares a value with itself').last().click();
      await workbench.page.locator('.tab.active', { hasText: 'invoice.ts' }).waitFor();
      await status('drafts Review: 1 open').waitFor();
      const [, , notes = ''] = folders;
      await writeFile(path.join(notes, 'drafts', 'draft.ts'), 'export const isOld = (age: number) => age === age;\n');
      await workbench.run('Code Review: Review Changes…');
      await workbench.choose('All uncommitted work');
      await row(/local\/drafts\s*2 open/).waitFor({ timeout: 60_000 });
      await badge(18).waitFor();
      await workbench.page.reload();
      await workbench.page.locator('.monaco-workbench').waitFor({ timeout: 60_000 });
      await badge(18).waitFor({ timeout: 60_000 });
    });
  });
});
