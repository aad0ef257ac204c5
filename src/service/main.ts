/** The service's process, started by the extension or on the command line. */
import './cli/nodeVersion.ts';
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { runCommandLine } from './cli/cli.ts';
import { engineProcesses } from './jobs/engineProcess.ts';

const [, started = '', ...args] = process.argv;
// A package manager starts a program through a link in another folder.
const program = realpathSync(started);
// The engine's bundle is in the same folder; when run from source, its program is in another one.
const startEngine = engineProcesses(
  path.join(path.dirname(program), program.endsWith('.ts') ? 'worker/main.ts' : 'engine.js'),
);

if (process.send !== undefined && args.length === 0) {
  void import('./http/ipc.ts').then(({ serveParent }) => serveParent(startEngine));
} else {
  const { env, stdout, stderr } = process;
  for (const stream of [stdout, stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => endsQuietly(stream, error));
  const context = { cwd: currentFolder(), env, stdin: () => process.stdin, stdout, stderr, startEngine, interrupted };
  void runCommandLine(args, context).then(code => {
    process.exitCode = code;
    // What nobody reads must not keep a command that was interrupted.
    if (code > 128) process.exit();
  });
}

/** A reader that has seen enough is no error. A command that handles what else may happen listens itself. */
function endsQuietly(stream: NodeJS.WriteStream, error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE' && stream.listenerCount('error') === 1) throw error;
}

function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    process.stderr.write('The current folder does not exist any more. Go to another one, and try again.\n');
    // Not 1, which says that a review found something.
    return process.exit(2);
  }
}

function interrupted(): AbortSignal {
  const abort = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => abort.abort(signal));
  return abort.signal;
}
