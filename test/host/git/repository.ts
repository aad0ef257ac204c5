import { appendFileSync, cpSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { once } from '../../../src/core/base/once.ts';
import { git } from './git.ts';
import { by, person } from './person.ts';
import { plainBranch, plainCommit, plainRefresh, plainTips } from './plainCommit.ts';

/** Contents by path; undefined deletes the file. */
export type Files = Readonly<Record<string, string | Buffer | undefined>>;

// Made once a process: to copy it is much quicker than to run git, and most tests make several repositories.
const empty = once(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'code-review-empty-'));
  await git(folder, ['init', '--quiet', '--initial-branch=main']);
  const own = path.join(folder, '.git');
  appendFileSync(
    path.join(own, 'config'),
    '[core]\n\tautocrlf = false\n[gc]\n\tauto = 0\n[maintenance]\n\tauto = false\n',
  );
  // What git's own templates bring besides examples.
  for (const part of ['hooks', 'info']) await mkdir(path.join(own, part), { recursive: true });
  return { own, settings: readFileSync(path.join(own, 'config'), 'utf8') };
});

/** A temporary git repository, for tests that need a real one. */
export class TestRepository {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async create(files: Files = {}): Promise<TestRepository> {
    const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'code-review-repository-')));
    const repository = new TestRepository(folder);
    cpSync((await empty()).own, path.join(folder, '.git'), { recursive: true });
    if (Object.keys(files).length > 0) await repository.commit(files);
    return repository;
  }

  /** Another one that has all that this one has. */
  async copy(): Promise<TestRepository> {
    const copy = new TestRepository(await realpath(await mkdtemp(path.join(tmpdir(), 'code-review-repository-'))));
    cpSync(this.folder, copy.folder, { recursive: true });
    // The index knows a file by its times and its place on the disk.
    if (!plainRefresh(copy.folder)) await copy.git('update-index', '--refresh');
    return copy;
  }

  async git(...args: string[]): Promise<string> {
    const [command, ...names] = args;
    const tips = command === 'rev-parse' ? plainTips(this.folder, names) : undefined;
    return tips ?? git(this.folder, args, person);
  }

  async write(files: Files): Promise<void> {
    for (const [inside, content] of Object.entries(files)) {
      const file = path.join(this.folder, inside);
      await mkdir(path.dirname(file), { recursive: true });
      if (content === undefined) await rm(file, { force: true });
      else await writeFile(file, content);
    }
  }

  /** Writes the files, commits everything and resolves to the new commit. */
  async commit(files: Files, message = 'Change something'): Promise<string> {
    await this.write(files);
    const made = plainCommit(this.folder, { ...by, message, settings: (await empty()).settings });
    if (made !== undefined) return made;
    await this.git('add', '--all');
    const told = await this.git('-c', 'core.abbrev=no', 'commit', '--allow-empty', `--message=${message}`);
    return /^\[.* ([0-9a-f]{40,64})\]/.exec(told)?.[1] ?? this.git('rev-parse', 'HEAD');
  }

  /** Creates a branch at the checked-out commit and checks it out. */
  async branch(name: string): Promise<void> {
    if (!plainBranch(this.folder, name, by)) await this.git('switch', '--quiet', '--create', name);
  }

  async dispose(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}
