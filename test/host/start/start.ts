/** `npm start`: a real VS Code with the extension on the sample or the user's repository, reviewed at once. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { bundleForHost } from '../programs/bundle.ts';
import { cacheFolder, root } from '../cache.ts';
import { openDesktop } from '../vscode/desktop.ts';
import { parseOutcome, report, type ReviewOutcome } from '../vscode/reviewOutcome.ts';
import { createSample } from './sample.ts';
import { parseStartOptions, usage, type StartOptions } from './startOptions.ts';
import { VSCodeHost } from '../vscode/vscodeHost.ts';

interface OpenVSCode {
  readonly outcome: Promise<ReviewOutcome>;
  /** Where the user finds the window. */
  readonly place: string;
  /** Settles when the window is gone. */
  readonly closed: Promise<unknown>;
  dispose(): Promise<void>;
}

async function open(folder: string, port: number): Promise<OpenVSCode> {
  const development = {
    extension: root,
    testsModule: path.join(await bundleForHost('start', ['test/host/vscode/reviewInWindow.ts']), 'reviewInWindow.js'),
  };
  const { promise: outcome, resolve } = deferred<ReviewOutcome>();
  const onLog = (line: string): void => {
    const parsed = parseOutcome(line);
    if (parsed) resolve(parsed);
  };
  const desktop = process.env['VSCODE_EXECUTABLE'];
  if (desktop !== undefined) {
    const window = await openDesktop(desktop, folder, development, onLog);
    return {
      outcome,
      place: 'The window of VS Code stays open.',
      closed: window.exit,
      dispose: () => window.dispose(),
    };
  }
  const settings = { 'security.workspace.trust.enabled': false };
  const host = await VSCodeHost.start({ port, settings, extensions: [root], development: true });
  try {
    const window = await host.openWindow({ folder, development, onLog });
    const place = `Open ${host.server.address(folder)} in a browser to see them in VS Code.`;
    return { outcome, place, closed: window.exit, dispose: () => host.dispose() };
  } catch (error) {
    await host.dispose();
    throw error;
  }
}

async function start({ repo, port, wait }: StartOptions): Promise<number> {
  const interrupted = deferred<'interrupted'>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => interrupted.resolve('interrupted'));
  let folder = repo === undefined ? undefined : path.resolve(repo);
  if (folder !== undefined && !existsSync(folder)) throw new Error(`There is no folder ${folder}.`);
  if (folder === undefined) {
    const sample = path.join(cacheFolder, 'sample');
    await rm(sample, { recursive: true, force: true });
    folder = (await createSample(sample)).workspace;
  }
  console.log(`Opening VS Code on ${path.relative(process.cwd(), folder) || '.'} and reviewing its current branch…`);
  const vscode = await open(folder, port);
  try {
    const closed = vscode.closed.then(() => {
      throw new Error('VS Code was closed before the review had ended.');
    });
    const outcome = await Promise.race([vscode.outcome, closed, interrupted.promise]);
    if (outcome === 'interrupted') return 130;
    console.log(outcome.completed ? `\n${report(outcome)}` : `\nThe review could not be made. ${outcome.sentence}`);
    if (wait) {
      console.log(`\n${vscode.place} Ctrl+C ends it.`);
      await Promise.race([vscode.closed, interrupted.promise]);
    }
    return outcome.completed ? 0 : 1;
  } finally {
    await vscode.dispose();
  }
}

function deferred<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>(settle => (resolve = settle));
  return { promise, resolve };
}

let options: StartOptions | undefined;
try {
  options = parseStartOptions(process.argv.slice(2));
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  process.exitCode = 2;
}
if (options?.help === true) console.log(usage);
else if (options !== undefined) {
  try {
    process.exitCode = await start(options);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
