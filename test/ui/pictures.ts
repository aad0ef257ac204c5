/** `npm run pictures`: takes the pictures of the README and the walkthrough from the packed extension in a real VS Code. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../host/cache.ts';
import { PictureWindow } from './film/pictureWindow.ts';

const themes = [
  ['light', 'Light Modern'],
  ['dark', 'Dark Modern'],
] as const;

/** A part of the window by its selector, with the room above and around it and its largest size, in CSS pixels. */
interface Part {
  readonly selector: string;
  readonly above?: number;
  readonly margin?: number;
  readonly width: number;
  readonly height: number;
}

const sideBar: Part = { selector: '.part.sidebar', width: 400, height: 300 };
const thread: Part = { selector: '.review-widget', above: 170, width: 600, height: 400 };
const question: Part = { selector: '.quick-input-widget', margin: 12, width: 640, height: 420 };

const shown = await PictureWindow.open({ width: 1280, height: 800 });
const { workbench } = shown;
const { page } = workbench;

/** Takes a picture of the window, or of a part of it for the walkthrough, in each theme. */
async function pictures(show: () => Promise<void>, name: string, part?: Part): Promise<void> {
  for (const [suffix, theme] of themes) {
    await shown.choose(theme);
    await show();
    await shown.tidy();
    const file = path.join(root, 'media', part === undefined ? '' : 'walkthrough', `${name}-${suffix}.png`);
    const size =
      part === undefined
        ? { scale: 'css' as const, clip: { x: 0, y: 0, width: 1280, height: 720 } }
        : { clip: await clipOf(part) };
    await page.screenshot({ path: file, animations: 'disabled', ...size });
    await page.keyboard.press('Escape');
  }
}

async function clipOf({
  selector,
  above = 0,
  margin = 0,
  width,
  height,
}: Part): Promise<Record<'x' | 'y' | 'width' | 'height', number>> {
  const box = await page.locator(selector).boundingBox();
  if (box === null) throw new Error(`${selector} is not in sight.`);
  return {
    x: box.x - margin,
    y: Math.max(0, box.y - above - margin),
    width: Math.min(box.width + 2 * margin, width),
    height: Math.min(box.height + above + 2 * margin, height),
  };
}

/** Runs a command that asks something, and waits for the question. */
function asking(title: string, words: string): () => Promise<void> {
  return async () => {
    await workbench.run(`Code Review: ${title}`);
    await page.locator('.quick-input-title', { hasText: words }).waitFor();
  };
}

try {
  await mkdir(path.join(root, 'media/walkthrough'), { recursive: true });
  await workbench.openContainer();
  const findings = workbench.pane('Findings');
  // Until the folder is trusted, there is another one.
  const review = findings.locator('.monaco-button', { hasText: 'Review Current Branch' });
  await pictures(() => review.waitFor(), 'reviewBranch', sideBar);
  await pictures(asking('Sign In', 'Sign In'), 'signIn', question);
  await pictures(asking('Choose Language Model', 'Choose Language Model'), 'addModel', question);
  await workbench.run('Code Review: Review Current Branch');
  const finding = workbench.rows('Findings').filter({ hasText: 'Both branches of' });
  await finding.waitFor({ timeout: 60_000 });
  await shown.counted();
  const showFinding = async (): Promise<void> => {
    await finding.click();
    await page.locator('.review-widget').waitFor();
    // The editor underlines them a moment later.
    await page.locator('.squiggly-info').first().waitFor();
  };
  await pictures(showFinding, 'findings');
  await pictures(showFinding, 'readFinding', thread);
  await pictures(asking('Apply All Suggestions', 'Apply'), 'applyFix', question);
} finally {
  await shown.dispose();
}
