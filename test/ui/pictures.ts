/** `npm run pictures`: takes the pictures of the README and the walkthrough from the packed extension in a real VS Code. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../host/cache.ts';
import { createSample } from '../host/sample.ts';
import { VSCodeHost } from '../host/vscodeHost.ts';
import { Workbench } from './workbench.ts';

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
  browser: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.5 },
});
const workbench = new Workbench(page);

/** Takes a picture of the window, or of a part of it for the walkthrough, in each theme. */
async function pictures(show: () => Promise<void>, name: string, part?: Part): Promise<void> {
  for (const [suffix, theme] of themes) {
    await workbench.run('Preferences: Color Theme');
    await workbench.choose(theme);
    await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    await show();
    // Resting on a row, it would have a hover shown.
    await page.mouse.move(900, 780);
    await page.evaluate(tidy);
    const file = path.join(root, 'media', part === undefined ? '' : 'walkthrough', `${name}-${suffix}.png`);
    const size =
      part === undefined
        ? { scale: 'css' as const, clip: { x: 0, y: 0, width: 1280, height: 720 } }
        : { clip: await clipOf(part) };
    await page.screenshot({ path: file, animations: 'disabled', ...size });
    await page.keyboard.press('Escape');
  }
}

// The window is one on a server, which most are not; notifications and hovers of VS Code come and go.
const tidy = `
  for (const each of document.querySelectorAll('.notifications-toasts, .workbench-hover-container')) each.remove();
  for (const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT); texts.nextNode(); )
    texts.currentNode.data = texts.currentNode.data.replace('the remote machine', 'this machine');
`;

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
  await pictures(() => findings.locator('.monaco-button').first().waitFor(), 'reviewBranch', sideBar);
  await pictures(asking('Sign In', 'Sign In'), 'signIn', question);
  await pictures(asking('Choose Language Model', 'Choose Language Model'), 'addModel', question);
  await workbench.run('Code Review: Review Current Branch');
  const finding = workbench.rows('Findings').filter({ hasText: 'Both branches of' });
  await finding.waitFor({ timeout: 60_000 });
  // Until all is counted, the icons have a spinner.
  await page.locator('.statusbar-item', { hasText: '#7: 14 open' }).waitFor();
  await page.locator('.activitybar .badge-content', { hasText: '14' }).waitFor();
  const showFinding = async (): Promise<void> => {
    await finding.click();
    await page.locator('.review-widget').waitFor();
  };
  await pictures(showFinding, 'findings');
  await pictures(showFinding, 'readFinding', thread);
  await pictures(asking('Apply All Suggestions', 'Apply'), 'applyFix', question);
} finally {
  await host.dispose();
  await rm(folder, { recursive: true, force: true });
}
