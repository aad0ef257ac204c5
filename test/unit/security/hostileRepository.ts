import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { once } from '../../../src/core/base/once.ts';
import { TestRepository } from '../../host/repository.ts';

const template = once(async () => {
  const repository = await TestRepository.create({
    'a.ts': 'export const a = 1;\n',
    'old.ts': 'export function first() {\n  return 1;\n}\nexport function second() {\n  return 2;\n}\n',
  });
  await repository.branch('feature');
  await repository.commit({ 'a.ts': 'export const a = 1;\nif (a !== a) throw new Error();\n' });
  await repository.git('mv', 'old.ts', 'new.ts');
  await repository.git('commit', '--quiet', '--message=Rename');
  await repository.git('update-ref', 'refs/pull/7/head', 'HEAD');
  return repository;
});

/**
 * A repository whose configuration has git run a program wherever git knows a place for one. Each program leaves its
 * name behind, so that a test sees which of them ran.
 */
export class HostileRepository {
  readonly repository: TestRepository;
  readonly #marks: string;

  private constructor(repository: TestRepository, marks: string) {
    this.repository = repository;
    this.#marks = marks;
  }

  get folder(): string {
    return this.repository.folder;
  }

  /** `main` and the branch `feature`, which changes and renames files that have a filter and a diff driver of their own. */
  static async create(): Promise<HostileRepository> {
    const repository = await (await template()).copy();
    const marks = path.join(repository.folder, '.git', 'marks');
    await mkdir(marks);
    return new HostileRepository(repository, marks);
  }

  /** A command line that leaves `name` behind and does nothing else. */
  mark(name: string): string {
    return `touch '${path.join(this.#marks, name)}'; false`;
  }

  /** The path of a program that leaves `name` behind. */
  async program(name: string): Promise<string> {
    const file = path.join(this.folder, '.git', `run-${name}`);
    await writeFile(file, `#!/bin/sh\n${this.mark(name)}\n`);
    await chmod(file, 0o755);
    return file;
  }

  /** Names of the programs that ran. */
  async ran(): Promise<string[]> {
    return (await readdir(this.#marks)).sort();
  }

  /** Sets every place that names a program, some through a file that is included. */
  async poison(): Promise<void> {
    const { repository } = this;
    const hooks = path.join(this.folder, '.git', 'hooks');
    await mkdir(hooks, { recursive: true });
    for (const hook of [
      'post-checkout',
      'post-index-change',
      'reference-transaction',
      'pre-auto-gc',
      'fsmonitor-watchman',
    ]) {
      await writeFile(path.join(hooks, hook), `#!/bin/sh\n${this.mark(`hook-${hook}`)}\n`);
      await chmod(path.join(hooks, hook), 0o755);
    }
    const included = path.join(this.folder, '.git', 'included');
    await writeFile(included, '');
    const shell: readonly (readonly [string, string])[] = [
      ['core.fsmonitor', 'fsmonitor'],
      ['core.sshCommand', 'sshCommand'],
      ['core.askPass', 'askPass'],
      ['core.alternateRefsCommand', 'alternateRefsCommand'],
      ['core.pager', 'pager'],
      ['core.editor', 'editor'],
      ['diff.external', 'external'],
      ['diff.evil.command', 'diffDriver'],
      ['diff.evil.textconv', 'textconv'],
      ['filter.evil.clean', 'clean'],
      ['filter.evil.smudge', 'smudge'],
      ['filter.evil.process', 'process'],
      ['remote.origin.uploadpack', 'uploadpack'],
    ];
    for (const [key, name] of shell) await repository.git('config', '--file', included, key, this.mark(name));
    for (const name of ['rev-parse', 'diff', 'config', 'cat-file', 'ls-remote', 'fetch', 'merge-base', 'symbolic-ref'])
      await repository.git('config', '--file', included, `alias.${name}`, `!${this.mark(`alias-${name}`)}`);
    await repository.git('config', '--file', included, 'credential.helper', `!${this.mark('credential')}`);
    await repository.git('config', '--file', included, 'core.hooksPath', hooks);
    await repository.git('config', '--file', included, 'core.gitProxy', await this.program('gitProxy'));
    await repository.git('config', '--file', included, 'gpg.program', await this.program('gpg'));
    await repository.git('config', '--file', included, 'log.showSignature', 'true');
    await repository.git('config', '--file', included, 'protocol.allow', 'always');
    await repository.git('config', '--file', included, 'protocol.ext.allow', 'always');
    await repository.git('config', 'include.path', included);
    await writeFile(path.join(this.folder, '.git', 'info', 'attributes'), '*.ts filter=evil diff=evil\n');
  }
}
