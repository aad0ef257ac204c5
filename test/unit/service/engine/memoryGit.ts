import { createHash } from 'node:crypto';
import type { GitOptions, GitReader } from '../../../../src/git/run/git.ts';
import type { Files } from '../../../host/git/repository.ts';

/** Answers what the engine asks git about two commits, from memory. Every file is a plain one and keeps its name. */
export class MemoryGit implements GitReader {
  readonly #blobs = new Map<string, Buffer>();
  readonly #changes: string;
  readonly #files: string;

  /**
   * @param before undefined for a path of which only the folder is there, with another file
   * @param after what the second commit adds to the first, changes in it and deletes from it
   */
  constructor(before: Files, after: Files) {
    const others = Object.entries(before).flatMap(([path, content]) =>
      content === undefined ? [[`${path}.other`, ''] as const] : [],
    );
    this.#files = Object.entries({ ...before, ...after, ...Object.fromEntries(others) })
      .filter(([, content]) => content !== undefined)
      .map(([path, content]) => [this.#add(content), path] as const)
      .map(([{ mode, id }, path]) => `${mode} blob ${id}\t${path}\0`)
      .join('');
    this.#changes = Object.entries(after)
      .filter(([path]) => before[path] !== after[path])
      .map(([path, content]) => `:${this.#entry(before[path], content)}\0${path}\0`)
      .join('');
  }

  async run(...args: Parameters<GitReader['run']>): Promise<string> {
    return (await this.bytes(...args)).toString('utf8').replace(/\n$/, '');
  }

  tryRun(...args: Parameters<GitReader['tryRun']>): Promise<string> {
    return this.run(...args);
  }

  async stream(...[cwd, args, options, onChunk]: Parameters<GitReader['stream']>): Promise<void> {
    await onChunk(await this.bytes(cwd, args, options));
  }

  bytes(_: string, [command = '', ...args]: readonly string[], { input = '' }: GitOptions): Promise<Buffer> {
    const ids = input.split('\n').slice(0, -1);
    if (command === 'merge-base') return Promise.resolve(Buffer.from(`${args[0] ?? ''}\n`));
    if (command === 'diff-tree') return Promise.resolve(Buffer.from(this.#changes));
    if (command === 'ls-tree') return Promise.resolve(Buffer.from(this.#files));
    if (command === 'cat-file') return Promise.resolve(Buffer.concat(ids.map(id => this.#object(id, args[0]))));
    throw new Error(`git ${command} is not answered from memory`);
  }

  #object(id: string, form = ''): Buffer {
    const blob = this.#blobs.get(id);
    if (blob === undefined) return Buffer.from(`${id} missing\n`);
    if (form === '--batch-check') return Buffer.from(`${id} blob ${blob.length}\n`);
    return Buffer.concat([Buffer.from(`${id} blob ${blob.length}\n`), blob, Buffer.from('\n')]);
  }

  /** Modes, ids and status, as `git diff-tree --raw` prints them. */
  #entry(before: Files[string], after: Files[string]): string {
    const [from, to] = [this.#add(before), this.#add(after)];
    const status = before === undefined ? 'A' : after === undefined ? 'D' : 'M';
    return `${from.mode} ${to.mode} ${from.id} ${to.id} ${status}`;
  }

  #add(content: Files[string]): { readonly mode: string; readonly id: string } {
    if (content === undefined) return { mode: '000000', id: '0'.repeat(40) };
    const blob = Buffer.from(content);
    const id = createHash('sha1').update(`blob ${blob.length}\0`).update(blob).digest('hex');
    this.#blobs.set(id, blob);
    return { mode: '100644', id };
  }
}
