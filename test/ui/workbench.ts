import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { cacheFolder } from '../host/cache.ts';

/** The workbench of VS Code as a person uses it: by keyboard and by what is to be read on the screen. */
export class Workbench {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Runs a command from the palette by its full title. */
  async run(title: string): Promise<void> {
    await this.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    try {
      await this.#choose(title, { timeout: 10_000 });
    } catch {
      // A list that was just closing took the key, or an editor that was just opening took the focus, which closes the list.
      await this.#choose(title);
    }
  }

  async #choose(title: string, wait: { readonly timeout?: number } = {}): Promise<void> {
    await this.page.keyboard.press('F1');
    await this.page.locator('.quick-input-widget input:visible').fill(`>${title}`, wait);
    await this.page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first().click(wait);
  }

  /** The titles that the command palette offers for these words. */
  async titlesIn(words: string): Promise<string[]> {
    await this.page.keyboard.press('F1');
    await this.page.locator('.quick-input-widget input:visible').fill(`>${words}`);
    const rows = this.page.locator('.quick-input-list .monaco-list-row');
    await rows.first().waitFor();
    const titles = await rows.locator('.quick-input-list-label').allInnerTexts();
    await this.page.keyboard.press('Escape');
    return titles.filter(title => title.startsWith(words));
  }

  /** Waits for an input box whose prompt holds `prompt`, then types and confirms. */
  async answer(prompt: string, text: string): Promise<void> {
    await this.page.locator('.quick-input-widget', { hasText: prompt }).waitFor();
    await this.page.locator('.quick-input-widget input:visible').fill(text);
    await this.page.keyboard.press('Enter');
  }

  /** Chooses the entry of a list that is open by its label. */
  async choose(label: string): Promise<void> {
    await this.page.locator('.quick-input-widget input:visible').fill(label);
    await this.page.locator('.quick-input-list .monaco-list-row', { hasText: label }).first().click();
  }

  /** The notification that holds `text`. */
  notification(text: string | RegExp): Locator {
    return this.page.locator('.notification-toast', { hasText: text });
  }

  /** Opens the view container of the extension. */
  async openContainer(): Promise<void> {
    const icon = this.page.locator('a[aria-label^="Code Review"]');
    await this.page.locator('.activitybar .action-item', { has: icon }).click();
    // Resting there, it would have the icon's name shown over the rows.
    await this.page.mouse.move(640, 300);
  }

  /** A view of the side bar by its title. */
  pane(view: string): Locator {
    return this.page.locator('.pane', { has: this.page.locator('.pane-header', { hasText: view }) });
  }

  /** Takes the keyboard to the findings; keys that are pressed before it is there go to whatever has it. */
  async focusFindings(): Promise<void> {
    await this.run('Code Review: Focus on Findings View');
    await this.pane('Findings').locator('.monaco-list:focus').waitFor();
  }

  /** Unfolds a view that may be folded. */
  async unfold(view: string): Promise<void> {
    const header = this.pane(view).locator('.pane-header');
    if ((await header.getAttribute('aria-expanded')) === 'false') await header.click();
  }

  /** The rows of a view of the side bar by the view's title. */
  rows(view: string): Locator {
    return this.pane(view).locator('.monaco-list-row');
  }

  /**
   * Uses an action of a row until what it leads to is to be seen. While the tree is drawn anew the editor knows none of
   * its rows: what is clicked then is asked for again, as the notification says.
   */
  async useAction(row: Locator, action: string, done: Locator, again = 'just drawn anew'): Promise<void> {
    const notDone = this.notification(again);
    for (;;) {
      await row.hover();
      await row.getByLabel(action).click();
      await done.or(notDone).first().waitFor({ timeout: 60_000 });
      if (!(await notDone.isVisible())) return;
      await notDone.hover();
      await notDone.getByLabel('Clear Notification').click();
    }
  }

  /** The unfolded comment thread whose title and text hold `text`. */
  thread(text: RegExp): Locator {
    return this.page.locator('.editor-instance .review-widget', { hasText: text });
  }

  /** The content of the page that a tab with this title shows. */
  async pageShown(title: string): Promise<FrameLocator> {
    await this.page.locator('.tab.active', { hasText: title }).waitFor();
    return this.page.locator('iframe.webview.ready').contentFrame().locator('iframe#active-frame').contentFrame();
  }

  /** Keeps a picture of the window below .vscode-test/screenshots. */
  async screenshot(name: string): Promise<void> {
    const folder = path.join(cacheFolder, 'screenshots');
    await mkdir(folder, { recursive: true });
    await this.page.screenshot({ path: path.join(folder, `${name}.png`), scale: 'css' });
  }

  /** Keeps what a failed test leaves: a picture of the window, and in the output what is to be read in all windows. */
  async keepFailure(): Promise<void> {
    await this.screenshot('failed');
    for (const page of this.page.context().pages()) {
      const read = async (part: string) => console.log(part, await page.locator(part).allInnerTexts());
      for (const part of ['.monaco-dialog-box', '.pane', '.statusbar']) await read(part);
      // VS Code lists there what it kept back as well, such as a fourth notification within a second.
      await new Workbench(page).run('Notifications: Show Notifications').catch(() => undefined);
      await read('.notification-list-item');
    }
  }
}
