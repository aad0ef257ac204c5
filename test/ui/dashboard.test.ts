import assert from 'node:assert/strict';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchChromium } from '../host/vscode/chromium.ts';
import { fillSampleTeam } from '../unit/service/team/dashboard/sampleTeam.ts';
import { password, TeamDashboard } from '../unit/service/team/dashboard/teamDashboard.ts';
import { violations } from './accessibility.ts';

const pages = [
  '/reviews',
  '/reviews?state=failed&pr=999',
  '/reviews/rev_a10000000000000000000000',
  '/reviews/rev_a20000000000000000000000',
  '/reviews/rev_a30000000000000000000000',
  '/reviews/rev_a40000000000000000000000',
  '/reviews/rev_a60000000000000000000000',
  '/reviews/rev_a70000000000000000000000',
  '/repositories',
  '/repositories/connect',
  '/repositories/repo_00000000000000a3',
  '/repositories/repo_00000000000000a2/credential',
  '/repositories/repo_00000000000000a2/disconnect',
  '/keys',
  '/keys/new',
  '/keys/k1/revoke',
  '/usage',
  '/members',
  '/members/invite',
  '/audit',
  '/settings',
  '/account',
  '/nothing',
];

describe('the dashboard in a browser', () => {
  let team: TeamDashboard;
  let browser: Browser;
  let page: Page;

  before(async () => {
    [team, browser] = await Promise.all([TeamDashboard.start(), launchChromium()]);
  });

  after(async () => {
    await browser.close();
    assert.deepEqual(team.errors, []);
    await team.dispose();
  });

  it('lets the first member in by keyboard, and says at the field what is wrong', async () => {
    page = await newPage({ permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto(`${team.url}${(await team.members.firstLink()) ?? ''}`);
    await type('Ada', 'ada@example.com', 'short');
    await page.getByRole('alert').waitFor();
    await page.locator(':focus', { hasText: /There is a problem.*at least 12 characters/s }).waitFor();
    assert.deepEqual(await violations(page, ['html']), []);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#password$/);
    await page.fill('#password', password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/reviews');
    assert.equal(await page.title(), 'Reviews · Code Review');
    await page.keyboard.press('Tab');
    assert.equal(await focused(), 'Skip to the content');
  });

  it('copies a key that it shows once', async () => {
    await page.goto(`${team.url}/keys`);
    await page.getByRole('link', { name: 'New API key' }).click();
    await page.getByLabel('Name').fill('Ada’s laptop');
    await page.getByRole('button', { name: 'Create key' }).click();
    const key = (await page.locator('#key').textContent()) ?? '';
    assert.match(key, /^crk_live_/);
    await page.locator('[data-copy="key"]').click();
    await page.locator('[data-copy="key"]', { hasText: 'Copied' }).waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), key);
    await page.reload();
    await page.waitForURL('**/keys');
    assert.ok(!(await page.content()).includes(key));
  });

  it('does the same without JavaScript', async () => {
    const plain = await newPage({ javaScriptEnabled: false });
    await plain.goto(`${team.url}/keys/new`);
    await plain.getByLabel('Email address').fill('ada@example.com');
    await plain.getByLabel('Password').fill(password);
    await plain.getByRole('button', { name: 'Sign in' }).click();
    await plain.getByLabel('Name').fill('ci');
    await plain.getByLabel('Development').check();
    await plain.getByRole('button', { name: 'Create key' }).click();
    assert.match((await plain.locator('#key').textContent()) ?? '', /^crk_dev_/);
    assert.equal(await plain.locator('[data-copy]:visible').count(), 0);
    await plain.context().close();
  });

  it('shows by itself that a review has ended', async () => {
    const [ada] = await team.members.list();
    await fillSampleTeam(team.database, ada?.id ?? '');
    await page.goto(`${team.url}/reviews/rev_a60000000000000000000000`);
    await page.getByText('Reading 12 of 40 files.').waitFor();
    await team.database
      .updateTable('reviews')
      .set({
        status: 'failed',
        completed_at: new Date(),
        result: JSON.stringify({ status: 'failed', reason: 'the disk is full', reports: [] }),
      })
      .where('id', '=', 'rev_a60000000000000000000000')
      .execute();
    await page.getByText('The disk is full.').waitFor();
    await team.database
      .updateTable('reviews')
      .set({ status: 'pending' })
      .where('id', '=', 'rev_a60000000000000000000000')
      .execute();
  });

  it('has nothing that axe-core objects to in light and dark, and fits a screen of 360 pixels', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const path of pages) {
      await page.goto(`${team.url}${path}`);
      assert.equal(page.url(), `${team.url}${path}`);
      assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), path);
      await page.emulateMedia({ colorScheme: 'light' });
      assert.deepEqual(await violations(page, ['html']), [], path);
      await page.emulateMedia({ colorScheme: 'dark' });
      assert.deepEqual(await violations(page, ['html'], [], ['color-contrast']), [], `${path} (dark)`);
    }
  });

  async function newPage(options: BrowserContextOptions): Promise<Page> {
    const context = await browser.newContext(options);
    const made = await context.newPage();
    made.on('pageerror', error => team.errors.push(error));
    return made;
  }

  /** Fills the fields of the page one after the other, and sends them. */
  async function type(...texts: readonly string[]): Promise<void> {
    await page.locator('input:visible').first().focus();
    for (const [index, text] of texts.entries()) {
      await page.keyboard.type(text);
      await page.keyboard.press(index < texts.length - 1 ? 'Tab' : 'Enter');
    }
  }

  async function focused(): Promise<string> {
    return page.locator(':focus').innerText();
  }
});
