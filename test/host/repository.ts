import { cpSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { once } from '../../src/core/base/once.ts';
import { git } from './git.ts';

/** Contents by path; undefined deletes the file. */
export type Files = Readonly<Record<string, string | Buffer | undefined>>;

const person = {
  GIT_AUTHOR_NAME: 'Robin Sample',
  GIT_AUTHOR_EMAIL: 'robin@acme.example',
  GIT_AUTHOR_DATE: '2026-02-02T09:14:00Z',
  GIT_COMMITTER_NAME: 'Robin Sample',
  GIT_COMMITTER_EMAIL: 'robin@acme.example',
  GIT_COMMITTER_DATE: '2026-02-02T09:14:00Z',
};

// Made once a process: to copy it is much quicker than to run git, and most tests make several repositories.
const empty = once(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'code-review-empty-'));
  await git(folder, ['init', '--quiet', '--initial-branch=main']);
  const settings = { 'core.autocrlf': 'false', 'gc.auto': '0', 'maintenance.auto': 'false' };
  for (const [name, value] of Object.entries(settings)) await git(folder, ['config', name, value]);
  // What git's own templates bring besides examples.
  for (const name of ['hooks', 'info']) await mkdir(path.join(folder, '.git', name), { recursive: true });
  return path.join(folder, '.git');
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
    cpSync(await empty(), path.join(folder, '.git'), { recursive: true });
    if (Object.keys(files).length > 0) await repository.commit(files);
    return repository;
  }

  /** Another one that has all that this one has. */
  async copy(): Promise<TestRepository> {
    const copy = new TestRepository(await realpath(await mkdtemp(path.join(tmpdir(), 'code-review-repository-'))));
    cpSync(this.folder, copy.folder, { recursive: true });
    // The index knows a file by its times and its place on the disk.
    await copy.git('update-index', '--refresh');
    return copy;
  }

  git(...args: string[]): Promise<string> {
    return git(this.folder, args, person);
  }

  async write(files: Files): Promise<void> {
    for (const [name, content] of Object.entries(files)) {
      const file = path.join(this.folder, name);
      await mkdir(path.dirname(file), { recursive: true });
      if (content === undefined) await rm(file, { force: true });
      else await writeFile(file, content);
    }
  }

  /** Writes the files, commits everything and resolves to the new commit. */
  async commit(files: Files, message = 'Change something'): Promise<string> {
    await this.write(files);
    await this.git('add', '--all');
    const told = await this.git('-c', 'core.abbrev=no', 'commit', '--allow-empty', `--message=${message}`);
    return /^\[.* ([0-9a-f]{40,64})\]/.exec(told)?.[1] ?? this.git('rev-parse', 'HEAD');
  }

  async dispose(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}
