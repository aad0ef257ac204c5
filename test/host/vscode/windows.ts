import { Workbench } from '../../ui/workbench.ts';
import type { VSCodeHost } from './vscodeHost.ts';

/** The windows of one VS Code and one profile: they share a browser's storage as they share the server's. */
export class Windows {
  readonly #host: VSCodeHost;
  #first: Workbench | undefined;

  constructor(host: VSCodeHost) {
    this.#host = host;
  }

  /** Opens a folder (absolute path) in a window of its own, with an extension host of its own. */
  async open(folder: string): Promise<Workbench> {
    if (this.#first === undefined) {
      const { page } = await this.#host.openWindow({ folder });
      this.#first = new Workbench(page);
      return this.#first;
    }
    const page = await this.#first.page.context().newPage();
    await page.goto(this.#host.server.address(folder));
    await page.locator('.monaco-workbench').waitFor({ timeout: 60_000 });
    return new Workbench(page);
  }
}
