import { EventEmitter } from 'node:events';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { keyPattern } from '../keys/canary.ts';
import { launchChromium } from './chromium.ts';
import { isWatched, tellSeen } from '../keys/seen.ts';
import { ServerProcess, type Development, type ServerOptions } from './serverProcess.ts';

export interface WindowOptions {
  /** Absolute path of the folder or `.code-workspace` file to open; a window without one if absent. */
  readonly folder?: string;
  /** Runs this extension and module in the window's extension host. */
  readonly development?: Development;
  /** How the browser shows it, such as its size. What it calls itself tells the workbench the system, and so the keys. */
  readonly browser?: BrowserContextOptions;
  /** Hears what the extension host prints, a call at a time. */
  readonly onLog?: (line: string) => void;
}

/** Keeps a spinner from having the whole window drawn anew all the time, where motion is not asked for. */
const still = `
  const style = new CSSStyleSheet();
  style.replaceSync('@media (prefers-reduced-motion) { *, ::before, ::after { animation: none !important } }');
  document.adoptedStyleSheets.push(style);
`;

/** A window of the workbench; `exit` settles when the development module's `run()` does, with 0 or 1. */
export interface HostWindow {
  readonly page: Page;
  readonly exit: Promise<number>;
}

/** A real VS Code: its server, and a headless Chromium for its windows. */
export class VSCodeHost {
  readonly server: ServerProcess;
  readonly #browser: Browser;

  private constructor(server: ServerProcess, browser: Browser) {
    this.server = server;
    this.#browser = browser;
  }

  static async start(options: ServerOptions = {}): Promise<VSCodeHost> {
    const server = await ServerProcess.start(options);
    try {
      return new VSCodeHost(server, await launchChromium());
    } catch (error) {
      await server.dispose();
      throw error;
    }
  }

  /** Opens a window with a profile of its own and waits until its workbench is drawn. */
  async openWindow({ folder, development, browser, onLog }: WindowOptions): Promise<HostWindow> {
    const context = await this.#browser.newContext({
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      // Nobody looks at it: a quarter of the points to draw, in the same layout.
      deviceScaleFactor: 0.5,
      ...browser,
    });
    await context.addInitScript(still);
    // What takes a second on a quiet machine may take half a minute beside two other suites.
    context.setDefaultTimeout(60_000);
    if (isWatched()) await tellShown(context);
    const page = await context.newPage();
    const ended = new EventEmitter();
    const exit = new Promise<number>((resolve, reject) => {
      ended.once('code', resolve);
      page.once('crash', () => reject(new Error('The window of VS Code crashed.')));
      page.once('close', () => reject(new Error('The window of VS Code was closed.')));
    });
    // Nobody has to listen to it.
    exit.catch(() => undefined);
    await page.exposeFunction('codeAutomationExit', (code: number) => ended.emit('code', code));
    await page.exposeFunction('codeAutomationLog', (_type: string, args: unknown[]) => {
      const line = args.map(text).join(' ');
      tellSeen(line, 'what the extension host printed');
      onLog?.(line);
    });
    await page.goto(this.server.address(folder, development));
    await page.locator('.monaco-workbench').waitFor({ timeout: 60_000 });
    if (folder?.endsWith('.code-workspace') === true) await waitForFolders(page);
    return { page, exit };
  }

  async dispose(): Promise<void> {
    try {
      if (isWatched()) await this.#tellStored();
    } finally {
      await this.#browser.close();
      await this.server.dispose();
    }
  }

  /** Tells the state, settings and logs of the windows. */
  async #tellStored(): Promise<void> {
    for (const context of this.#browser.contexts()) {
      const stored = await context.storageState({ indexedDB: true });
      tellSeen(JSON.stringify(stored), 'what the window stores');
    }
  }
}

/** One window in about fifty opens a workspace file of a server without its folders, also where no extension is installed. */
async function waitForFolders(page: Page): Promise<void> {
  const folders = page.locator('.explorer-folders-view .monaco-list-row');
  const areThere = await folders
    .first()
    .waitFor({ timeout: 15_000 })
    .then(
      () => true,
      () => false,
    );
  if (areThere) return;
  await page.reload();
  await folders.first().waitFor();
}

/** Tells of keys that come to stand on the screen, and everything that is printed. */
async function tellShown(context: BrowserContext): Promise<void> {
  context.on('console', message => tellSeen(message.text(), 'what the window printed'));
  await context.exposeFunction('codeReviewShown', (text: string) => tellSeen(text, 'what the window showed'));
  // Telling all of it would take the window half of its time.
  await context.addInitScript(`
    new MutationObserver(changes => {
      for (const { type, target, addedNodes } of changes) {
        for (const node of type === 'childList' ? addedNodes : [target]) {
          if (${keyPattern}.test(node.textContent)) codeReviewShown(node.textContent);
        }
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  `);
}

function text(argument: unknown): string {
  return typeof argument === 'string' ? argument : JSON.stringify(argument);
}
