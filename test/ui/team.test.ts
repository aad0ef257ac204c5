import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { cacheFolder, root } from '../host/cache.ts';
import { launchChromium } from '../host/vscode/chromium.ts';
import { git } from '../host/git/git.ts';
import { VSCodeHost } from '../host/vscode/vscodeHost.ts';
import { violations } from './accessibility.ts';
import { fullName, TeamOfProcesses, token } from './team/teamOfProcesses.ts';
import { Workbench } from './workbench.ts';

const review = 'Code Review: Review Current Branch';
const password = ['correct', 'horse', 'battery'].join(' ');
const today = (): string => new Date().toISOString().slice(0, 10);
const startedOn = today();

describe('a team with its service on several processes', () => {
  let team: TeamOfProcesses;
  let browser: Browser;
  let ada: Page;
  let host: VSCodeHost;
  let workbench: Workbench;
  let addresses: readonly [string, string];
  let key: string;

  before(async () => {
    [team, browser, host] = await Promise.all([
      TeamOfProcesses.start(),
      launchChromium(),
      VSCodeHost.start({
        vsix: [path.join(root, 'dist/code-review.vsix')],
        lean: true,
        settings: { 'security.workspace.trust.enabled': false },
      }),
    ]);
    const [one, two] = await Promise.all(team.apis.map(each => each.url()));
    addresses = [one ?? '', two ?? ''];
    await Promise.all(team.workers.map(each => each.line(/worker started/)));
    ada = await newPage();
    workbench = new Workbench((await host.openWindow({ folder: team.sample.workspace })).page);
  });

  afterEach(async function () {
    if (this.currentTest?.state !== 'failed') return;
    await ada.screenshot({ path: path.join(cacheFolder, 'screenshots/failed-dashboard.png') });
    console.log(team.log());
    await workbench.keepFailure();
  });

  after(async () => {
    try {
      await Promise.all([browser.close(), host.dispose()]);
    } finally {
      await team.dispose();
    }
  });

  it('has its first member by the link that was printed', async () => {
    const links = await Promise.all(team.apis.map(each => each.line(/^Open http/)));
    const link = links.map(line => / (http\S+) /.exec(line)?.[1] ?? '').find(each => each.startsWith(addresses[0]));
    await ada.goto(link ?? '');
    await join(ada, 'Ada', 'ada@acme.example', 'Create account');
    await looksGood();
  });

  it('connects a repository, which is checked step by step', async () => {
    await ada.goto(`${addresses[0]}/repositories/connect`);
    await ada.getByLabel('Clone address').fill(team.git.url(fullName));
    await ada.getByLabel('User name').fill('ci');
    await ada.getByLabel('New token', { exact: true }).fill('wrong');
    await ada.getByRole('button', { name: 'Connect' }).click();
    await ada.locator('.steps li', { hasText: 'Failed' }).filter({ hasText: 'credential' }).waitFor();
    await looksGood();
    await ada.getByLabel('New token', { exact: true }).fill(token);
    await ada.getByRole('button', { name: 'Connect' }).click();
    await ada.getByRole('heading', { name: fullName }).waitFor();
    for (const step of ['credential', 'repository', 'pull requests'])
      await ada.locator('.steps li', { hasText: 'Passed' }).filter({ hasText: step }).first().waitFor();
    assert.ok(!(await ada.content()).includes(token));
    await looksGood();
  });

  it('invites a second member, who joins at the other process and makes a key', async () => {
    await ada.goto(`${addresses[0]}/members/invite`);
    await ada.getByRole('button', { name: 'Create link' }).click();
    const link = (await ada.locator('#link').textContent()) ?? '';
    const robin = await newPage();
    // One address leads to all processes where a team has one; here each has its own.
    await robin.goto(link.replace(addresses[0], addresses[1]));
    await join(robin, 'Robin', 'robin@acme.example', 'Join');
    await robin.goto(`${addresses[1]}/keys/new`);
    await robin.getByLabel('Name').fill('Robin’s laptop');
    await robin.getByRole('button', { name: 'Create key' }).click();
    await robin.locator('[data-copy="key"]').click();
    await robin.locator('[data-copy="key"]', { hasText: 'Copied' }).waitFor();
    key = await robin.evaluate<string>('navigator.clipboard.readText()');
    await robin.context().close();
    await ada.goto(`${addresses[0]}/members`);
    await ada.getByText('robin@acme.example').waitFor();
    await looksGood();
  });

  it('signs in from the editor with that key, and sees what is connected', async () => {
    await workbench.openContainer();
    await workbench.run('Code Review: Sign In');
    await workbench.answer('Address of the code review service', addresses[0]);
    await workbench.answer('API key for', key);
    await workbench.notification(/Signed in with the production key ••••\S{4}: 1 connected repository/).waitFor();
    await workbench.unfold('Repositories');
    const row = workbench.rows('Repositories').filter({ hasText: fullName });
    await row.waitFor();
    assert.match((await row.getAttribute('aria-label')) ?? '', /open in this window/);
  });

  it('reviews the current branch, with the findings at their lines', async () => {
    // What was reviewed before is answered at once: the window does not have to look again.
    await ended(await ask(addresses[1], team.sample.number));
    await workbench.run('View: Show Explorer');
    await workbench.run(review);
    await workbench.page.locator('.quick-input-widget', { hasText: 'Which pull request?' }).waitFor();
    await workbench.page.keyboard.press('Enter');
    const toast = workbench.notification(/completed: \d+ issues/);
    await toast.waitFor();
    await toast.getByText('Show Problems').click();
    await workbench.page.locator('.viewpane-filter input').fill('between the quotes of a query');
    const problem = workbench.page.locator('.markers-panel .monaco-list-row', {
      hasText: 'eslint/review/sql-from-template',
    });
    await problem.click();
    await workbench.page.locator('.editor-instance .view-line', { hasText: 'SELECT body FROM refunds' }).waitFor();
  });

  it('tells in the dashboard that the review is completed, and the key was used today', async () => {
    await ada.goto(`${addresses[0]}/reviews`);
    await ada.locator('tbody tr', { hasText: 'Completed' }).first().waitFor();
    await looksGood();
    await ada.locator('tbody a').first().click();
    await ada.getByText('between the quotes of a query').first().waitFor();
    await looksGood();
    await ada.goto(`${addresses[0]}/keys`);
    const row = ada.locator('tbody tr', { hasText: 'Robin’s laptop' });
    await row.filter({ hasText: `••••${key.slice(-4)}` }).waitFor();
    const used = await row.locator('time').last().getAttribute('datetime');
    assert.ok([startedOn, today()].includes(used?.slice(0, 10) ?? ''), used ?? 'never used');
    assert.ok(!(await ada.content()).includes(key));
    await looksGood();
  });

  it('ends each review once, though a process of each kind is killed in the middle', async () => {
    const { workspace, base, branch, number } = team.sample;
    const head = await commit(workspace, 'src/total.ts', 'export const total = (a: number): boolean => a === a;\n');
    await team.push(head, `refs/heads/${branch}`, `refs/pull/${number}/head`);
    const other = await git(workspace, [...author, 'commit-tree', '-p', base, '-m', 'Another', `${head}^{tree}`]);
    await team.push(other, 'refs/pull/8/head');
    const release = team.hold();
    await workbench.openContainer();
    await workbench.run(review);
    // Each worker makes one at a time: with two under way, each has one.
    const second = await ask(addresses[1], 8);
    await team.whenWaiting(2);
    await Promise.all([team.apis[1]?.end('SIGKILL'), team.workers[1]?.end('SIGKILL')]);
    release();
    for (let left = 2; left > 0; left = await pending()) if (left === 1) await team.passTime();
    await ended(second);
    await workbench.rows('Findings').filter({ hasText: 'total.ts' }).waitFor();
    await ada.goto(`${addresses[0]}/reviews`);
    const reviews = await ada.locator('tbody tr').allInnerTexts();
    for (const each of reviews) assert.match(each, /Completed/);
    const told = team.log().match(/"review ended"/g) ?? [];
    assert.equal(told.length, reviews.length);
  });

  it('keeps keys and tokens out of addresses and logs', () => {
    const seen = team.log() + team.git.seen.map(({ url }) => url).join('\n');
    for (const secret of [key, token, password]) assert.ok(!seen.includes(secret));
  });

  const author = ['-c', 'user.name=Robin', '-c', 'user.email=robin@acme.example'] as const;

  async function commit(folder: string, file: string, text: string): Promise<string> {
    await writeFile(path.join(folder, file), text);
    await git(folder, ['add', '--all']);
    await git(folder, [...author, 'commit', '--quiet', '-m', 'More']);
    return git(folder, ['rev-parse', 'HEAD']);
  }

  async function newPage(): Promise<Page> {
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    context.setDefaultTimeout(60_000);
    return context.newPage();
  }

  async function join(page: Page, name: string, email: string, button: string): Promise<void> {
    await page.getByLabel('Your name').fill(name);
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: button }).click();
    await page.waitForURL('**/reviews');
  }

  /** Has axe-core look at a page of the dashboard. */
  async function looksGood(): Promise<void> {
    assert.deepEqual(await violations(ada, ['html']), [], ada.url());
  }

  /** Asks for a review as a build does. @returns its id */
  async function ask(address: string, pr: number): Promise<string> {
    const response = await fetch(`${address}/v1/reviews`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ repository: fullName, pr }),
    });
    assert.equal(response.status, 201);
    return ((await response.json()) as { readonly id: string }).id;
  }

  /** The number of reviews that have not ended, half a second from now. */
  async function pending(): Promise<number> {
    await delay(500);
    await ada.goto(`${addresses[0]}/reviews?state=pending`);
    return ada.locator('tbody tr').count();
  }

  /** Waits until a review is completed. */
  async function ended(id: string): Promise<void> {
    for (;;) {
      const response = await fetch(`${addresses[0]}/v1/reviews/${id}`, { headers: { authorization: `Bearer ${key}` } });
      const { status } = (await response.json()) as { readonly status: string };
      if (status === 'completed') return;
      assert.match(status, /^(?:pending|running)$/);
      await delay(200);
    }
  }
});
