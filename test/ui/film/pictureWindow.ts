import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../../host/cache.ts';
import { createSample } from '../../host/start/sample.ts';
import { VSCodeHost } from '../../host/vscode/vscodeHost.ts';
import { Workbench } from '../workbench.ts';

// The window is one on a server, which most are not; notifications and hovers of VS Code come and go.
const tidy = `
  for (const each of document.querySelectorAll('.notifications-toasts, .workbench-hover-container')) each.remove();
  for (const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT); texts.nextNode(); )
    texts.currentNode.data = texts.currentNode.data.replace('the remote machine', 'this machine');
`;

/** A window of a real VS Code with the packed extension and the sample repository, to take pictures of. */
export class PictureWindow {
  readonly workbench: Workbench;
  readonly #host: VSCodeHost;
  readonly #folder: string;

  private constructor(workbench: Workbench, host: VSCodeHost, folder: string) {
    this.workbench = workbench;
    this.#host = host;
    this.#folder = folder;
  }

  /** @param viewport in CSS pixels */
  static async open(viewport: { readonly width: number; readonly height: number }): Promise<PictureWindow> {
    const folder = await mkdtemp(path.join(tmpdir(), 'code-review-pictures-'));
    const sample = await createSample(path.join(folder, 'sample'));
    const host = await VSCodeHost.start({
      vsix: [path.join(root, 'dist/code-review.vsix')],
      settings: {
        'security.workspace.trust.enabled': false,
        'git.blame.statusBarItem.enabled': false,
        // The pointer rests somewhere.
        'workbench.hover.delay': 1_000_000,
      },
    });
    const { page } = await host.openWindow({
      folder: sample.workspace,
      // VS Code shows a picture of the walkthrough with so many of its pixels for one.
      browser: { viewport, deviceScaleFactor: 1.5, reducedMotion: 'no-preference' },
    });
    return new PictureWindow(new Workbench(page), host, folder);
  }

  /** Chooses a colour theme. */
  async choose(theme: string): Promise<void> {
    await this.workbench.run('Preferences: Color Theme');
    await this.workbench.choose(theme);
    await this.workbench.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
  }

  /** Waits until the findings are counted; until then, the icons have a spinner. */
  async counted(): Promise<void> {
    const { page } = this.workbench;
    await page.locator('.statusbar-item', { hasText: /#7: \d+ open/ }).waitFor();
    const icon = page.locator('.activitybar .action-item', { has: page.locator('a[aria-label^="Code Review"]') });
    await icon.locator('.badge-content', { hasText: /^\d+$/ }).waitFor();
    await this.workbench.rows('Findings').filter({ hasText: 'About this review' }).waitFor();
  }

  /** Takes away what would not be there on another day. */
  async tidy(): Promise<void> {
    const { page } = this.workbench;
    // Resting on a row, it would have a hover shown.
    await page.mouse.move(900, (page.viewportSize()?.height ?? 0) - 20);
    await page.evaluate(tidy);
  }

  async dispose(): Promise<void> {
    await this.#host.dispose();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
