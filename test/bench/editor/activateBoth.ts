import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';

async function timeOf(id: string): Promise<number> {
  const extension = vscode.extensions.getExtension(id);
  if (extension === undefined || extension.isActive) throw new Error(`${id} is missing or active already`);
  const started = performance.now();
  await extension.activate();
  return performance.now() - started;
}

/** Activates both extensions in the host this is loaded in and prints what each took. */
export async function run(): Promise<void> {
  // On an idle workbench: while a window opens, everything waits for everything.
  await delay(4_000);
  // The first activation of all also pays for what the host does once.
  await timeOf('bench.warm-up');
  let own: number;
  let empty: number;
  if (Date.now() % 2 === 0) {
    own = await timeOf('code-review.code-review');
    empty = await timeOf('bench.empty');
  } else {
    empty = await timeOf('bench.empty');
    own = await timeOf('code-review.code-review');
  }
  console.log(`activation ${JSON.stringify({ own, empty })}`);
}
