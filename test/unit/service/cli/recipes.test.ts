import assert from 'node:assert/strict';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { needs } from '../../../host/needs.ts';
import { TestRepository } from '../../../host/git/repository.ts';
import { completed, engineOf, programWith, run, type Ended } from './runCommand.ts';
import { commentOf } from './review/stubEngine.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const textOf = (file: string): Promise<string> => readFile(path.join(root, file), 'utf8');

describe('what the documents say to put into hooks and builds', () => {
  let repository: TestRepository;
  let program: string;
  before(async () => {
    repository = await TestRepository.create({ 'a.ts': 'export const a = 1;\n' });
    const comments = [commentOf('a', { title: 'Wrong.' })];
    program = await programWith(engineOf({ ...completed, comments }), path.join(repository.folder, '.git/stub'));
  });
  after(() => repository.dispose());

  it('refuses a push that adds something severe, and lets the rest pass', async function () {
    needs(this, 'a POSIX shell');
    const [, hook = ''] = /pre-push[^]*?```sh\n([^]*?)```/.exec(await textOf('docs/command-line.md')) ?? [];
    const at = (name: string): string => path.join(repository.folder, '.git', name);
    await mkdir(at('bin'));
    await writeFile(at('bin/code-review'), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
    await mkdir(at('hooks'), { recursive: true });
    await writeFile(at('hooks/pre-push'), hook);
    for (const name of ['bin/code-review', 'hooks/pre-push']) await chmod(at(name), 0o755);
    await repository.git('init', '--quiet', '--bare', at('remote.git'));
    await repository.git('remote', 'add', 'origin', at('remote.git'));
    const push = (...args: string[]): Promise<Ended> =>
      run(repository.folder, 'git', ['push', '--quiet', 'origin', ...args], {
        PATH: `${at('bin')}${path.delimiter}${process.env['PATH'] ?? ''}`,
      });
    // There is nothing to compare main with but itself.
    assert.equal((await push('main')).code, 0);
    await repository.branch('change');
    await repository.commit({ 'bug.ts': 'b\n' });
    const refused = await push('change');
    assert.equal(refused.code, 1);
    assert.match(`${refused.stdout}${refused.stderr}`, /^bug\.ts:1:1 {2}high {2}Wrong\./m);
    assert.equal((await push(':refs/heads/gone')).stdout.includes('Wrong'), false);
  });

  it('gives the action no text that a shell runs, and pins what it uses', async function () {
    needs(this, 'a POSIX shell');
    const action = await textOf('action.yml');
    const used = [...action.matchAll(/uses: (\S+)/g)].map(([, name]) => name);
    assert.ok(used.length > 0 && used.every(name => /^[\w-]+\/[\w-]+@[0-9a-f]{40}$/.test(name ?? '')));
    const scripts = action.split(/^ {6}run: /m).slice(1);
    assert.ok(scripts.length === 2 && scripts.every(script => !(script.split(/^ {4}-/m)[0] ?? '').includes('${{')));
    const [, script = ''] = /run: \|\n([^]*)$/.exec(action) ?? [];
    const folder = path.join(repository.folder, '.git/action');
    await mkdir(path.join(folder, 'dist/cli/bin'), { recursive: true });
    const told = 'console.log(JSON.stringify(process.argv.slice(2)))';
    await writeFile(path.join(folder, 'dist/cli/bin/code-review.js'), told);
    const argumentsFor = async (env: Record<string, string>): Promise<unknown> => {
      const all = { GITHUB_ACTION_PATH: folder, FAIL_ON: 'high', BASE: '', SARIF: '', ...env };
      return JSON.parse((await run(repository.folder, 'bash', ['-euo', 'pipefail', '-c', script], all)).stdout);
    };
    assert.deepEqual(await argumentsFor({ BASE: '0'.repeat(40) }), ['review', '--fail-on=high']);
    assert.deepEqual(await argumentsFor({ BASE: '--x $(id)', SARIF: 'a b.sarif' }), [
      ...['review', '--fail-on=high', '--base=--x $(id)', '--format', 'sarif', '--output=a b.sarif'],
    ]);
  });
});
