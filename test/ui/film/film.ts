/** The film of the README: a review from the command to the tick, in a real VS Code with the packed extension. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { root } from '../../host/cache.ts';
import { animatedWebp, type Frame, type Size } from './animatedWebp.ts';
import { PictureWindow } from './pictureWindow.ts';
import type { Workbench } from '../workbench.ts';

/** A picture of the film: what is done before it is taken, and what its caption says. */
interface Scene {
  readonly milliseconds: number;
  readonly caption: string;
  readonly act: (shown: PictureWindow) => Promise<void>;
}

const size: Size = { width: 1280, height: 720 };
const quality = 0.85;

const finding = (workbench: Workbench, words: string) => workbench.rows('Findings').filter({ hasText: words });
const status = (workbench: Workbench, words: string | RegExp) =>
  workbench.page.locator('.statusbar-item', { hasText: words });
/** How many findings are open, by the status bar. */
const openIn = async (workbench: Workbench): Promise<number> =>
  Number(/#7: (\d+)/.exec(await status(workbench, '#7').innerText())?.[1]);

/** From the command to the tick, in 20 seconds. */
const scenes: readonly Scene[] = [
  {
    milliseconds: 2_500,
    caption: 'Review the branch that you are on',
    act: async ({ workbench: { page } }) => {
      await page.keyboard.press('F1');
      await page.locator('.quick-input-widget input:visible').fill('>Code Review: Review Current');
      await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Review Current Branch' }).first().waitFor();
    },
  },
  {
    milliseconds: 2_500,
    caption: 'What was found, in the tree and in the Problems panel',
    act: async shown => {
      await shown.workbench.page.keyboard.press('Enter');
      await shown.counted();
    },
  },
  {
    milliseconds: 3_000,
    caption: 'Each finding beside its line',
    act: async ({ workbench }) => {
      await finding(workbench, 'a caller can inject SQL').click();
      await workbench.thread(/sql-from-template/).waitFor();
    },
  },
  {
    milliseconds: 2_500,
    caption: 'The next one with a key',
    act: async ({ workbench }) => {
      await workbench.page.keyboard.press('Control+Shift+F8');
      await workbench.thread(/only-in-test/).waitFor();
    },
  },
  {
    milliseconds: 3_000,
    caption: 'Look at its suggestion',
    act: async ({ workbench }) => {
      await workbench
        .thread(/only-in-test/)
        .getByText('Preview Suggestion')
        .click();
      await workbench.page.locator('.tab.active', { hasText: 'Suggestion: ' }).waitFor();
    },
  },
  {
    milliseconds: 2_000,
    caption: 'Apply it',
    act: async ({ workbench }) => {
      await workbench.page.locator('.editor-actions [aria-label^="Apply Suggestion"]').click();
      await workbench.page.locator('.tab', { hasText: 'Suggestion: ' }).waitFor({ state: 'detached' });
      await status(workbench, /#7: \d+ of \d+ open/).waitFor();
    },
  },
  {
    milliseconds: 2_000,
    caption: 'Or all of them',
    act: async ({ workbench }) => {
      await workbench.run('Code Review: Apply All Suggestions');
      await workbench.page.locator('.quick-input-widget', { hasText: /Apply \d+ suggestions in \d+ files/ }).waitFor();
    },
  },
  {
    milliseconds: 2_500,
    caption: 'Down to zero',
    act: async ({ workbench }) => {
      const before = await openIn(workbench);
      await workbench.page.keyboard.press('Enter');
      await status(workbench, `#7: ${before} of`).waitFor({ state: 'detached' });
      for (let open = await openIn(workbench); open > 0; open--) await closeNext(workbench, open);
      const tick = workbench.page.locator('.codicon-pass');
      await workbench.page.locator('.statusbar-item', { hasText: '#7', has: tick }).waitFor();
    },
  },
];

/** Marks the next open finding as done. @param open how many are open before */
async function closeNext(workbench: Workbench, open: number): Promise<void> {
  await workbench.run('Code Review: Next Finding');
  await workbench
    .thread(/\d+ of \d+/)
    .getByLabel('Mark as Done')
    .click();
  await status(workbench, `#7: ${open} of`).waitFor({ state: 'detached' });
}

/** Shows a caption over the lower part of the editor. */
function captionOf(text: string): string {
  const style =
    'position:fixed;left:50%;top:632px;transform:translateX(-50%);z-index:9999;padding:10px 22px;border-radius:22px;' +
    'background:#0b5cad;color:#fff;font:600 20px/24px sans-serif;box-shadow:0 4px 18px #0008';
  return `document.body.append(Object.assign(document.createElement('div'), {
    id: 'caption', textContent: ${JSON.stringify(text)}, style: ${JSON.stringify(style)} }))`;
}

async function toWebp(page: Page, png: Buffer): Promise<Buffer> {
  const address: unknown = await page.evaluate(`(async () => {
    const picture = Object.assign(new Image(), { src: 'data:image/png;base64,${png.toString('base64')}' });
    await picture.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: picture.width, height: picture.height });
    canvas.getContext('2d', { alpha: false }).drawImage(picture, 0, 0);
    return canvas.toDataURL('image/webp', ${quality});
  })()`);
  const [, data = ''] = /^data:image\/webp;base64,(.+)$/.exec(String(address)) ?? [];
  if (data === '') throw new Error('This browser does not write WebP.');
  return Buffer.from(data, 'base64');
}

const shown = await PictureWindow.open(size);
const { page } = shown.workbench;
const taken: { readonly png: Buffer; readonly milliseconds: number }[] = [];
try {
  await shown.workbench.openContainer();
  await shown.workbench.pane('Findings').locator('.monaco-button').first().waitFor();
  await shown.choose('Dark Modern');
  for (const { milliseconds, caption, act } of scenes) {
    await act(shown);
    await shown.tidy();
    await page.evaluate(captionOf(caption));
    taken.push({ png: await page.screenshot({ scale: 'css', animations: 'disabled' }), milliseconds });
    await page.evaluate("document.getElementById('caption')?.remove()");
  }
  const encoder = await page.context().newPage();
  const frames: Frame[] = [];
  for (const { png, milliseconds } of taken) frames.push({ webp: await toWebp(encoder, png), milliseconds });
  await writeFile(path.join(root, 'media/review.webp'), animatedWebp(frames, size));
} catch (error) {
  await shown.workbench.screenshot('film');
  throw error;
} finally {
  await shown.dispose();
}
