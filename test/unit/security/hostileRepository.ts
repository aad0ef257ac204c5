import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { once } from '../../../src/core/base/once.ts';
import { TestRepository } from '../../host/git/repository.ts';

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
    const aliased = ['rev-parse', 'diff', 'config', 'cat-file', 'ls-remote', 'fetch', 'merge-base', 'symbolic-ref'];
    const settings: readonly (readonly [string, string])[] = [
      ...shell.map(([key, name]) => [key, this.mark(name)] as const),
      ...aliased.map(name => [`alias.${name}`, `!${this.mark(`alias-${name}`)}`] as const),
      ['credential.helper', `!${this.mark('credential')}`],
      ['core.hooksPath', hooks],
      ['core.gitProxy', await this.program('gitProxy')],
      ['gpg.program', await this.program('gpg')],
      ['log.showSignature', 'true'],
      ['protocol.allow', 'always'],
      ['protocol.ext.allow', 'always'],
    ];
    await writeFile(included, settings.map(settingText).join(''));
    await repository.git('config', 'include.path', included);
    await writeFile(path.join(this.folder, '.git', 'info', 'attributes'), '*.ts filter=evil diff=evil\n');
  }
}

/** A setting as git writes it into a file, which takes it a run for each. */
function settingText([key, value]: readonly [string, string]): string {
  const [section = '', ...names] = key.split('.');
  const name = names.pop();
  const subsection = names.length === 0 ? '' : ` "${names.join('.')}"`;
  return `[${section}${subsection}]\n\t${name} = "${value.replaceAll(/["\\]/g, String.raw`\$&`)}"\n`;
}
