import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Installs an npm package, or the packages of a folder, without running any script of theirs.
 * @param what begins the sentence that says what is missing without network
 */
export async function npmInstall(what: string, folder: string, argument: string): Promise<void> {
  const install = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', argument];
  const { npm_execpath: npm, npm_node_execpath: node } = process.env;
  const [command, args]: [string, string[]] =
    npm === undefined ? ['npm', install] : [node ?? process.execPath, [npm, ...install]];
  try {
    await promisify(execFile)(command, args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 });
  } catch (error) {
    throw new Error(
      `${what} is not in .vscode-test and the npm registry could not be reached ` +
        `(npm ${argument.startsWith('-') ? 'install' : argument}: ${reason(error)}). ` +
        'Connect to the network once and run this again.',
      { cause: error },
    );
  }
}

/** The first line in which npm says what went wrong. */
function reason(error: unknown): string {
  const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
  const lines = output.split('\n').filter(line => /^npm (?:error|ERR!) (?!code|errno|syscall)/.test(line));
  return (lines[0] ?? String(error)).replace(/^npm (?:error|ERR!) /, '').slice(0, 300);
}
