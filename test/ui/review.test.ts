import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { root } from '../host/cache.ts';
import { git } from '../host/git/git.ts';
import { createSample, type Sample } from '../host/start/sample.ts';
import { ServiceProcess } from '../host/programs/serviceProcess.ts';
import { VSCodeHost } from '../host/vscode/vscodeHost.ts';
import { violations } from './accessibility.ts';
import { Workbench } from './workbench.ts';

/** Unfolds a row that may be unfolded already. */
async function unfold(row: Locator): Promise<void> {
  if ((await row.getAttribute('aria-expanded')) === 'false') await row.click();
}

/** What a browser calls itself, which tells the workbench its system. */
function userAgent(system: string): string {
  return `Mozilla/5.0 (${system}) AppleWebKit/537.36 Chrome/147.0.0.0`;
}

/** Asserts that the keys of commands, by their titles, are bound to nothing else. */
async function assertFreeKeys(workbench: Workbench, keys: Readonly<Record<string, string>>): Promise<void> {
  const { page } = workbench;
  await workbench.run('Preferences: Open Keyboard Shortcuts');
  for (const [command, key] of Object.entries(keys)) {
    await page.getByPlaceholder('Type to search in keybindings').fill(`"${key}"`);
    const rows = page.locator('.keybindings-editor .monaco-list-row');
    await rows.filter({ hasText: command }).waitFor();
    await rows.nth(1).waitFor({ state: 'detached' });
  }
  const editor = page.locator('.monaco-modal-editor-block');
  await editor
    .getByRole('button', { name: /^Close/ })
    .last()
    .click();
  await editor.waitFor({ state: 'detached' });
}

describe('the packed extension in a clean VS Code', () => {
  let folder: string;
  let sample: Sample;
  let service: ServiceProcess | undefined;
  let host: VSCodeHost | undefined;
  let workbench: Workbench;
  /** A second window on the same folder. */
  let other: Workbench;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'code-review-ui-'));
    sample = await createSample(path.join(folder, 'sample'));
    service = await ServiceProcess.start(path.join(folder, 'data'), [sample.workspace]);
    [host] = await Promise.all([
      VSCodeHost.start({
        vsix: [path.join(root, 'dist/code-review.vsix')],
        settings: {
          'security.workspace.trust.enabled': false,
          // All else is as a user has it. These two have the window drawn again and again.
          'editor.cursorBlinking': 'solid',
          'editor.minimap.enabled': false,
        },
      }),
      // A review that takes more than five seconds would be looked for a minute later only.
      service.review('local/orders', sample.number),
    ]);
    const browser = { userAgent: userAgent('Windows NT 10.0; Win64; x64') };
    workbench = new Workbench((await host.openWindow({ folder: sample.workspace, browser })).page);
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await workbench.keepFailure();
  });

  after(async () => {
    await host?.dispose();
    await service?.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  it('offers a review before anything was set up', async () => {
    await workbench.openContainer();
    await workbench.page.locator('.pane-body', { hasText: 'See what a reviewer says' }).waitFor();
    await workbench.page.locator('.statusbar-item', { hasText: 'Review' }).waitFor();
  });

  it('signs in to a service with a key made by its command', async () => {
    assert.ok(service);
    const key = await service.createKey('production');
    await workbench.run('Code Review: Sign In');
    await workbench.answer('Address of the code review service', service.address);
    await workbench.answer('API key for', key);
    const toast = workbench.notification('Signed in');
    await toast.waitFor();
    const said = await toast.innerText();
    assert.match(said, /with the production key ••••\w{4}: 1 connected repository/);
    assert.match(await service.listKeys(), /production\s+••••\S{4}\s+last used \d{4}-\d\d-\d\d/);
  });

  it('shows the connected repository in the tree, the open one marked', async () => {
    await workbench.unfold('Repositories');
    const row = workbench.rows('Repositories').filter({ hasText: 'local/orders' });
    await row.waitFor();
    assert.match((await row.getAttribute('aria-label')) ?? '', /open in this window/);
  });

  it('reviews the branch from the palette and fills the Problems panel', async () => {
    // With the findings in sight there would be no notification.
    await workbench.run('View: Show Explorer');
    await workbench.run('Code Review: Review Current Branch');
    await workbench.page.locator('.quick-input-widget', { hasText: 'First review of this branch' }).waitFor();
    await workbench.page.keyboard.press('Enter');
    const toast = workbench.notification(/completed: 13 issues, 7 suggestions/);
    await toast.waitFor({ timeout: 60_000 });
    await toast.getByText('Show Problems').click();
    const problems = workbench.page.locator('.markers-panel .monaco-list-row');
    const filter = workbench.page.locator('.viewpane-filter input');
    // The list holds only the rows that fit on the screen.
    await filter.fill('raises');
    await problems.filter({ hasText: '% (len(lines),)` raises `TypeError`' }).waitFor();
    await filter.fill('between the quotes of a query');
    await problems.filter({ hasText: 'reconcile_refunds.py' }).waitFor({ state: 'detached' });
    const rows = await problems.allInnerTexts();
    const sql = rows.find(row => row.includes('between the quotes of a query'));
    assert.match(sql ?? '', /Code Review/);
    assert.match(sql ?? '', /eslint\/review\/sql-from-template/);
    await workbench.page.locator('.statusbar-item', { hasText: '#7: 13 open' }).waitFor();
  });

  it('leads from a finding in the tree to its line with the comment unfolded, and opens nothing else', async () => {
    await workbench.openContainer();
    await workbench.rows('Findings').filter({ hasText: 'a caller can inject SQL' }).click();
    await workbench.page.locator('.editor-instance .view-line', { hasText: 'SELECT body FROM refunds' }).waitFor();
    await workbench.thread(/6 of 13 .* eslint\/review\/sql-from-template/).waitFor();
    await workbench.page.locator('.part.editor :focus').waitFor({ state: 'attached' });
    assert.equal(await workbench.page.locator('.comments-panel').count(), 0);
  });

  it('goes on by key to the next finding in the order of the rows, and selects its row', async () => {
    await workbench.page.keyboard.press('Control+Shift+F8');
    await workbench.page.locator('.editor-instance .view-line', { hasText: 'pays back less' }).waitFor();
    const thread = workbench.thread(/7 of 13 .* eslint\//);
    await thread.waitFor();
    await workbench.page.locator('.pane .monaco-list-row.selected', { hasText: '‘it.only’ leaves out' }).waitFor();
    await thread.getByText('Apply Suggestion').first().waitFor();
    // The one before is folded again, also where it is shown once more.
    await workbench.page.keyboard.press('Control+Shift+F7');
    await workbench.thread(/6 of 13/).waitFor();
    await workbench.page.locator('.review-widget').nth(1).waitFor({ state: 'detached' });
  });

  it('has rows and comments in which axe finds nothing wrong', async () => {
    await workbench.unfold('Repositories');
    await workbench.rows('Repositories').first().waitFor();
    // The colours of code are the theme's.
    const found = await violations(
      workbench.page,
      ['.part.sidebar .pane-body', '.review-comment .comment-body'],
      ['.monaco-tokenized-source'],
    );
    assert.deepEqual(found, []);
  });

  it('has keys that VS Code leaves free on Windows', async () => {
    await assertFreeKeys(workbench, { 'Next Finding': 'ctrl+shift+f8', 'Previous Finding': 'ctrl+shift+f7' });
  });

  it('shows a finding by Space with the focus in the tree, and by Enter with the focus in the code', async () => {
    const { keyboard } = workbench.page;
    await workbench.rows('Findings').filter({ hasText: '‘requests.get’ waits forever' }).click();
    await workbench.thread(/ruff\/S113/).waitFor();
    await workbench.focusFindings();
    await keyboard.press('ArrowDown');
    await keyboard.press('Space');
    await workbench.thread(/asks whether both are one object/).waitFor();
    await workbench.page.locator('.part.sidebar .monaco-list:focus').waitFor({ state: 'attached' });
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await workbench.thread(/changes the default of/).waitFor();
    await workbench.page.locator('.part.editor :focus').waitFor({ state: 'attached' });
  });

  it('opens the report at the finding that it was asked for from, marked, with the keyboard there', async () => {
    await workbench.rows('Findings').filter({ hasText: '‘requests.get’ waits forever' }).click({ button: 'right' });
    await workbench.page.locator('.monaco-menu .action-item', { hasText: 'Show Report' }).hover();
    await workbench.page.keyboard.press('Enter');
    const report = await workbench.pageShown('Review of local/orders #7');
    const opened = report.locator('.finding[aria-current]', { hasText: 'waits forever' });
    await opened.waitFor();
    const box = await opened.boundingBox();
    assert.ok(box !== null && box.y > 0 && box.y + box.height < 800, `it is at ${JSON.stringify(box)}`);
    await workbench.page.keyboard.press('Tab');
    await opened.locator('a:focus', { hasText: 'worker/reconcile_refunds.py:16' }).waitFor();
    await workbench.run('View: Close Editor');
  });

  it('has one number beside the name of each file, that of the rows below', async () => {
    const numbers = await workbench.page.evaluate<string[]>(`
      [...document.querySelectorAll('.part.sidebar .monaco-list-row .monaco-icon-label')].flatMap(label => {
        const [, badge] = /^"(\\d.*)"$/.exec(getComputedStyle(label, '::after').content) ?? [];
        return badge === undefined ? [] : [label.querySelector('.label-name').textContent + ' ' + badge];
      })`);
    assert.deepEqual(numbers.slice(0, 2), ['refund.ts 3', 'refundService.ts 2']);
  });

  it('narrows tree and problems with one filter', async () => {
    await workbench.run('Code Review: Filter Findings');
    await workbench.answer('Words, and severity:', 'rule:ruff/*');
    await workbench.rows('Findings').filter({ hasText: 'more hidden by the filter' }).waitFor();
    await workbench.run('Code Review: Clear Findings Filter');
    await workbench.rows('Findings').filter({ hasText: 'a caller can inject SQL' }).waitFor();
  });

  it('groups the findings by severity, by rule and by file', async () => {
    const group = (words: string | RegExp) => workbench.rows('Findings').filter({ hasText: words });
    const by = async (grouping: string): Promise<void> => {
      await workbench.run('Code Review: Group Findings By');
      await workbench.choose(`By ${grouping}`);
    };
    await by('severity');
    await group(/Low\s*5$/).waitFor();
    await group(/^\s*refund\.ts/).waitFor({ state: 'detached' });
    await by('rule');
    await group(/eslint\/review\/sql-from-template\s*1$/).waitFor();
    await by('file');
    await group(/^\s*refund\.ts/).waitFor();
    await group('sql-from-template').waitFor({ state: 'detached' });
  });

  it('marks as done, dismisses and reopens by key, and goes on with the next row', async () => {
    const inFocus = (text: string) =>
      workbench.pane('Findings').locator('.monaco-list-row.focused.selected', { hasText: text }).waitFor();
    const { keyboard } = workbench.page;
    await workbench.rows('Findings').filter({ hasText: 'The callback of ‘map’ does not return' }).click();
    await workbench.thread(/1 of 13/).waitFor();
    await workbench.focusFindings();
    await keyboard.press('ArrowDown');
    await keyboard.press('Control+Enter');
    await inFocus('compares a value with itself');
    await keyboard.press('Delete');
    await workbench.page.locator('.quick-input-title', { hasText: 'Dismiss “‘refund.money.currency' }).waitFor();
    await keyboard.press('Enter');
    await inFocus('‘times’ is imported and not used');
    await workbench.page.locator('.statusbar-item', { hasText: '#7: 11 of 13 open' }).waitFor();
    await workbench.rows('Findings').filter({ hasText: 'Done and dismissed' }).click();
    await workbench.rows('Findings').filter({ hasText: 'compares a value with itself' }).waitFor();
    await keyboard.press('ArrowDown');
    await keyboard.press('Shift+Delete');
    await inFocus('Both branches of');
    await keyboard.press('Shift+Delete');
    await workbench.page.locator('.statusbar-item', { hasText: '#7: 13 open' }).waitFor();
  });

  it('has keys that VS Code leaves free on macOS', async () => {
    const page = await workbench.page.context().newPage();
    const session = await page.context().newCDPSession(page);
    await session.send('Network.setUserAgentOverride', { userAgent: userAgent('Macintosh; Intel Mac OS X 10_15_7') });
    // The list holds only the rows that fit on the screen.
    await page.setViewportSize({ width: 1280, height: 1600 });
    // Its display language. No language pack is installed, so only extensions speak it.
    await page.addInitScript(() => Object.assign(globalThis, { _VSCODE_NLS_LANGUAGE: 'de' }));
    await page.goto(workbench.page.url());
    other = new Workbench(page);
    await assertFreeKeys(other, { 'Nächster Befund': 'shift+cmd+f8', 'Vorheriger Befund': 'shift+cmd+f7' });
  });

  it('speaks German where VS Code does, in what is loaded later too', async () => {
    await other.page.locator('.statusbar-item', { hasText: '#7: 13 offen' }).click();
    await other.page.locator('.quick-input-list .monaco-list-row', { hasText: 'Repositorys anzeigen' }).waitFor();
    await other.page.keyboard.press('Escape');
  });

  it('follows at once what is decided in another window', async () => {
    const status = (text: string) => workbench.page.locator('.statusbar-item', { hasText: text });
    const { page } = other;
    await other.openContainer();
    for (const [action, words] of [
      ['Als erledigt markieren', '#7: 12 of 13 open'],
      ['Erneut öffnen', '#7: 13 open'],
    ] as const) {
      if (action === 'Erneut öffnen') await other.rows('Befunde').filter({ hasText: 'Erledigt und verworfen' }).click();
      const row = other.rows('Befunde').filter({ hasText: 'a caller can inject SQL' });
      const decided = page.locator('.statusbar-item', { hasText: words.replace('of', 'von').replace('open', 'offen') });
      await other.useAction(row, action, decided, 'gerade neu dargestellt');
      await status(words).waitFor();
    }
    await page.close();
    await workbench.page.bringToFront();
    // The tree is drawn a moment after the status bar: what is clicked until then may move.
    await workbench.rows('Findings').filter({ hasText: 'a caller can inject SQL' }).waitFor();
  });

  it('previews a suggestion, goes on to the next one and applies that, and comes back to where it began', async () => {
    const tab = (title: string) => workbench.page.locator('.tab.active', { hasText: title });
    const button = (label: string) => workbench.page.locator(`.editor-actions [aria-label^="${label}"]`);
    const preview = workbench.thread(/only-in-test/).getByText('Preview Suggestion');
    // A row may move between being found and being clicked.
    do await workbench.rows('Findings').filter({ hasText: '‘it.only’ leaves out' }).click();
    while (
      !(await preview.waitFor({ timeout: 5_000 }).then(
        () => true,
        () => false,
      ))
    );
    await preview.click();
    await tab('Suggestion: ‘it.only’ leaves out').waitFor();
    await button('Preview Next Suggestion').click();
    await tab('Suggestion: ‘DATABASE_URL’').waitFor();
    // The buttons are drawn anew with the tab: what is clicked until then is lost.
    do
      await button('Apply Suggestion')
        .click({ timeout: 5_000 })
        .catch(() => undefined);
    while (
      !(await tab('refundService.test.ts')
        .waitFor({ timeout: 5_000 })
        .then(
          () => true,
          () => false,
        ))
    );
    await workbench.page.locator('.tab', { hasText: 'Suggestion:' }).waitFor({ state: 'detached' });
    await workbench.page.locator('.statusbar-item', { hasText: '#7: 12 of 13 open' }).waitFor();
  });

  it('applies all suggestions after they were looked at', async () => {
    await workbench.run('Code Review: Apply All Suggestions');
    const widget = workbench.page.locator('.quick-input-widget', { hasText: 'Apply 6 suggestions in 4 files' });
    await widget
      .locator('.monaco-list-row input[type=checkbox]:checked, .monaco-list-row .monaco-checkbox.checked')
      .first()
      .waitFor();
    await workbench.page.keyboard.press('Enter');
    await workbench.page.locator('.statusbar-item', { hasText: '#7: 6 of 13 open' }).waitFor();
    // Under “Done and dismissed”, which may be unfolded, it stays.
    await workbench.page
      .locator('.pane .monaco-list-row[aria-label*="Both branches of"]:not([aria-label$="done"])')
      .waitFor({ state: 'detached' });
  });

  it('shows the review as a report', async () => {
    await workbench.run('Code Review: Show Report');
    const report = await workbench.pageShown('Review of local/orders #7');
    await report.getByRole('heading', { name: 'worker/reconcile_refunds.py' }).waitFor();
  });

  it('leads from the report to the code', async () => {
    const report = await workbench.pageShown('Review of local/orders #7');
    await report.getByRole('link', { name: /^src\/refunds\/refundStore\.ts:\d+$/ }).press('Enter');
    await workbench.page.locator('.editor-instance .view-line', { hasText: 'SELECT body FROM refunds' }).waitFor();
    await workbench.thread(/sql-from-template/).waitFor();
  });

  it('shows a pull request that is not checked out in its own files, read-only', async () => {
    await git(sample.workspace, ['checkout', '--quiet', '--force', 'main']);
    await workbench.run('Code Review: Review Pull Request');
    await workbench.choose('local/orders');
    await workbench.answer('Number or address', '7');
    const row = workbench.rows('Findings').filter({ hasText: 'not checked out · 13 open' });
    await row.waitFor({ timeout: 60_000 });
    await unfold(row);
    await workbench.rows('Findings').filter({ hasText: 'a caller can inject SQL' }).first().click();
    await workbench.page.locator('.tab.active', { hasText: 'refundStore.ts (#7)' }).waitFor();
    await workbench.thread(/sql-from-template/).waitFor();
    await workbench.page.locator('.editor-instance .view-line', { hasText: 'SELECT body' }).click();
    await workbench.page.keyboard.type('x');
    await workbench.page
      .locator('.monaco-editor-overlaymessage', { hasText: 'Check it out to edit its files' })
      .waitFor();
  });

  it('checks it out once nothing is in the way, and has its findings in the files then', async () => {
    const untracked = path.join(sample.workspace, 'src/refunds/refund.ts');
    await mkdir(path.dirname(untracked), { recursive: true });
    await writeFile(untracked, 'mine');
    const row = workbench.rows('Findings').filter({ hasText: 'not checked out' });
    const checkOut = async (): Promise<void> => {
      const question = workbench.page.locator('.monaco-dialog-box', {
        hasText: 'Check out local/orders #7 as feature/refunds?',
      });
      await workbench.useAction(row, 'Check Out', question);
      await question.locator('.monaco-button', { hasText: 'Check Out' }).click();
    };
    await checkOut();
    await workbench.notification('Uncommitted work is in the way').waitFor();
    assert.equal(await readFile(untracked, 'utf8'), 'mine');
    await rm(untracked);
    await checkOut();
    await row.waitFor({ state: 'detached' });
    assert.equal(await git(sample.workspace, ['branch', '--show-current']), sample.branch);
    await unfold(
      workbench
        .rows('Findings')
        .filter({ hasText: /#7.*13 open|#7.*of 13/ })
        .first(),
    );
    const opened = workbench.page.locator('.tab.active[data-resource-name="refundStore.ts"]', { hasNotText: '#7' });
    // The rows move once more as the findings take their places: a click may be for the row above, which folds it.
    for (let isOpened = false; !isOpened;) {
      await unfold(workbench.rows('Findings').filter({ hasText: 'refundStore.ts' }).first());
      await workbench.rows('Findings').filter({ hasText: 'a caller can inject SQL' }).first().click();
      isOpened = await opened.waitFor({ timeout: 10_000 }).then(
        () => true,
        () => false,
      );
    }
    await workbench.thread(/sql-from-template/).waitFor();
  });

  it('keeps the findings of the pull request beside a review of uncommitted work', async () => {
    await writeFile(path.join(sample.workspace, 'src/draft.ts'), 'export const same = (a: number) => a === a;\n');
    await workbench.run('Code Review: Review Changes…');
    await workbench.choose('All uncommitted work');
    const row = (words: string | RegExp) => workbench.rows('Findings').filter({ hasText: words });
    await row(/#7.*13 open/)
      .first()
      .waitFor({ timeout: 60_000 });
    const status = workbench.page.locator('.statusbar-item', { hasText: /Review: \d+ (?:of \d+ )?open/ });
    await status.waitFor({ timeout: 60_000 });
    await row('a caller can inject SQL').hover();
    await workbench.page.mouse.wheel(0, 5_000);
    await row('Uncommitted work').waitFor();
    await workbench.page.mouse.wheel(0, -5_000);
  });

  it('shows the reviews to a window of another profile too, and loses here what is removed there', async () => {
    assert.ok(host);
    const withWork = '.statusbar-item[aria-label*="Uncommitted work"]';
    await workbench.page.locator(withWork).waitFor();
    // The list holds only the rows that fit on the screen.
    const browser = { viewport: { width: 1280, height: 1600 } };
    const { page } = await host.openWindow({ folder: sample.workspace, browser });
    const stranger = new Workbench(page);
    await stranger.openContainer();
    await stranger.rows('Findings').filter({ hasText: 'a caller can inject SQL' }).waitFor({ timeout: 60_000 });
    await stranger.rows('Findings').filter({ hasText: 'Uncommitted work' }).click({ button: 'right' });
    await page.locator('.monaco-menu .action-item', { hasText: 'Remove Review' }).hover();
    await page.keyboard.press('Enter');
    await page.locator(withWork).waitFor({ state: 'detached' });
    await workbench.page.locator(withWork).waitFor({ state: 'detached' });
    await page.close();
    await workbench.page.bringToFront();
    await workbench.rows('Findings').filter({ hasText: 'a caller can inject SQL' }).waitFor();
  });

  for (const theme of ['Dark Modern', 'Dark High Contrast']) {
    it(`can be read in ${theme}`, async () => {
      await workbench.run('Preferences: Color Theme');
      await workbench.choose(theme);
      await workbench.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
      assert.equal(await workbench.rows('Findings').filter({ hasText: 'a caller can inject SQL' }).isVisible(), true);
    });
  }
});
