import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Git, type GitOptions } from '../../../../src/git/run/git.ts';
import { GitExitError } from '../../../../src/git/run/gitErrors.ts';
import type { Layout } from './layouts.ts';

/** Where every copy of the layout is, in what git is asked and answers. */
const anywhere = '/LAYOUT';
/** What git answered, a character a byte, by question and state; the copies are made of one layout and have the same commits. */
const answers = new Map<string, Promise<string>>();
/** What is known of the programs that a configuration names, by its text. */
const programsIn = new Map<string, ReturnType<Git['programsOf']>>();

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
    const { folder } = this.#layout;
    const { env, settings, input } = options;
    const question = [cwd, ...args, JSON.stringify({ env, settings, input }), this.#stateFor(args, cwd)]
      .join('\n')
      .replaceAll(folder, anywhere);
    let answer = answers.get(question);
    if (answer === undefined) {
      answer = this.#ask(cwd, args, options).then(said => said.toString('latin1').replaceAll(folder, anywhere));
      answers.set(question, answer);
    }
    try {
      return Buffer.from((await answer).replaceAll(anywhere, folder), 'latin1');
    } catch (error) {
      if (options.signal.aborted) answers.delete(question);
      throw error;
    }
  }

  /** What the answer depends on. */
  #stateFor([command]: readonly string[], cwd: string): string {
    const { base, fork } = this.#layout;
    if (command === 'config') return configOf(cwd);
    const clone = stateOf(path.join(cwd, '.git'));
    if (command === 'ls-remote') return [clone, stateOf(base.folder), stateOf(fork.folder)].join('\n');
    return clone.replace(/^\s*(?:url|insteadOf) = .*$|^\[url .*$/gm, '');
  }

  /** Asks the real git; which programs a configuration names, only once. */
  async #ask(cwd: string, args: readonly string[], options: GitOptions): Promise<Buffer> {
    if (args[0] !== 'ls-remote' || args[1] === '--get-url') return super.bytes(cwd, args, options);
    const config = configOf(cwd).replaceAll(this.#layout.folder, anywhere);
    const programs = programsIn.get(config) ?? this.programsOf(cwd, options);
    programsIn.set(config, programs);
    return super.bytes(cwd, args, { ...options, programs: await programs });
  }
}

/** What the configuration of a clone depends on, which names no other file. */
function configOf(clone: string): string {
  return ['HEAD', 'config'].map(name => readFileSync(path.join(clone, '.git', name), 'utf8')).join('\n');
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
