import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Git, type GitOptions } from '../../../../src/git/run/git.ts';
import { GitExitError } from '../../../../src/git/run/gitErrors.ts';
import type { Layout } from './layouts.ts';

/** Where every copy of the layout is, in what git is asked and answers. */
const anywhere = '/LAYOUT';
/** What git answered, a character a byte, by question and state; the copies are made of one layout and have the same commits. */
const answers = new Map<string, Promise<string>>();

/**
 * The product's git for clones in a layout. It asks the real git only what was not asked yet of the same refs, reflogs
 * and configuration, in this or another copy. For a command that asks no remote, the addresses of the remotes do not count.
 */
export class LayoutGit extends Git {
  readonly #layout: Layout;

  constructor(layout: Layout) {
    super({ executable: 'git', log: () => undefined });
    this.#layout = layout;
  }

  override async tryRun(cwd: string, args: readonly string[], options: GitOptions): Promise<string | undefined> {
    try {
      return await this.run(cwd, args, options);
    } catch (error) {
      if (error instanceof GitExitError) return undefined;
      throw error;
    }
  }

  override async run(cwd: string, args: readonly string[], options: GitOptions): Promise<string> {
    return (await this.bytes(cwd, args, options)).toString('utf8').replace(/\n$/, '');
  }

  override async bytes(cwd: string, args: readonly string[], options: GitOptions): Promise<Buffer> {
    const { folder, base, fork } = this.#layout;
    const clone = stateOf(path.join(cwd, '.git'));
    const state = /^(?:config|ls-remote)$/.test(args[0] ?? '')
      ? [clone, stateOf(base.folder), stateOf(fork.folder)]
      : [clone.replace(/^\s*(?:url|insteadOf) = .*$|^\[url .*$/gm, '')];
    const { env, settings, input } = options;
    const question = [cwd, ...args, JSON.stringify({ env, settings, input }), ...state]
      .join('\n')
      .replaceAll(folder, anywhere);
    let answer = answers.get(question);
    if (answer === undefined) {
      answer = super.bytes(cwd, args, options).then(said => said.toString('latin1').replaceAll(folder, anywhere));
      answers.set(question, answer);
    }
    try {
      return Buffer.from((await answer).replaceAll(anywhere, folder), 'latin1');
    } catch (error) {
      if (options.signal.aborted) answers.delete(question);
      throw error;
    }
  }
}

/** All that git reads in a git directory, but the index and the objects, which a commit's hash names. */
function stateOf(gitDir: string, below = ''): string {
  return readdirSync(path.join(gitDir, below), { withFileTypes: true })
    .filter(({ name }) => below !== '' || (name !== 'objects' && name !== 'index'))
    .map(entry => {
      const name = path.join(below, entry.name);
      return entry.isDirectory() ? stateOf(gitDir, name) : `${name}: ${readFileSync(path.join(gitDir, name), 'utf8')}`;
    })
    .join('\n');
}
