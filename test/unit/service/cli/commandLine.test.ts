import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { commands } from '../../../../src/service/cli/commands/commands.ts';
import { needs } from '../../../host/needs.ts';
import { command, run } from './runCommand.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const inRoot = (...args: string[]): ReturnType<typeof command> => command(root, args);

describe('the command line', () => {
  it('lists its commands, and prints its version', async () => {
    const help = await inRoot('--help');
    assert.equal(help.code, 0);
    for (const [name, { about }] of Object.entries(commands))
      assert.ok(new RegExp(`^ {2}${name} +${about}$`, 'm').test(help.stdout), name);
    assert.deepEqual(await inRoot('-h'), help);
    const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string };
    assert.deepEqual(await inRoot('--version'), { code: 0, stdout: `code-review ${version}\n`, stderr: '' });
  });

  it('prints its help as an error where no command is given', async () => {
    const { code, stdout, stderr } = await inRoot();
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /^Usage: code-review COMMAND/);
  });

  for (const [name, { options }] of Object.entries(commands)) {
    it(`explains ${name} with every option, in lines that fit`, async () => {
      const { code, stdout, stderr } = await inRoot(name, '--help');
      assert.deepEqual([code, stderr], [0, '']);
      assert.match(stdout, new RegExp(`^Usage: code-review ${name}`));
      for (const option of Object.keys(options)) assert.match(stdout, new RegExp(`^ {2}--${option}(?: |$)`, 'm'));
      assert.deepEqual(
        stdout.split('\n').filter(line => line.length > 120),
        [],
      );
    });
  }

  for (const [args, line] of [
    [['revew'], 'There is no command revew. Did you mean review? See code-review --help.'],
    [['--verbose'], 'There is no command --verbose. See code-review --help.'],
    [['constructor'], 'There is no command constructor. See code-review --help.'],
    [['review', '--stagde'], 'There is no option --stagde. Did you mean --staged? See code-review review --help.'],
    [['review', '-s'], 'There is no option -s. See code-review review --help.'],
    [['review', '--__proto__=1'], 'There is no option --__proto__. See code-review review --help.'],
    [['review', '--staged=yes'], '--staged takes no value. See code-review review --help.'],
    [['review', '\u001b[2Jmain'], '“[2Jmain” belongs to no option. See code-review review --help.'],
    [['keys', 'create', '--kind', 'x'], '--kind is one of development, production. See code-review keys --help.'],
    [['completion'], 'Name one shell: bash, zsh or fish. See code-review completion --help.'],
  ] as const) {
    it(`says of “${args.join(' ')}” in one line what is wrong`, async () => {
      assert.deepEqual(await inRoot(...args), { code: 2, stdout: '', stderr: `${line}\n` });
    });
  }

  it('takes a value that begins with a dash behind an equals sign only', async () => {
    assert.match((await inRoot('review', '--base', '--staged')).stderr, /^--base needs a value;/);
    assert.match((await inRoot('review', '--base=--staged')).stderr, /^There is no commit --staged here\./);
  });
});

describe('completion', () => {
  it('completes commands, options and their values in bash', async function () {
    needs(this, 'a POSIX shell');
    const { stdout: script } = await inRoot('completion', 'bash');
    const completed = async (...words: string[]): Promise<string[]> => {
      const quoted = words.map(word => `'${word}'`).join(' ');
      const asked = `COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _code_review; printf '%s\\n' "\${COMPREPLY[@]}"`;
      const { stdout, stderr } = await run(root, 'bash', ['-c', `${script}\n${asked}`]);
      assert.equal(stderr, '');
      return stdout.split('\n').filter(Boolean);
    };
    assert.deepEqual(await completed('code-review', 're'), ['review']);
    assert.deepEqual(await completed('code-review', 'review', '--sta'), ['--staged']);
    assert.deepEqual(await completed('code-review', 'review', '--format', 's'), ['sarif']);
    assert.deepEqual(await completed('code-review', 'keys', ''), ['create', 'list', 'revoke']);
    // Nothing of ours: bash completes files.
    assert.deepEqual(await completed('code-review', 'review', '--output', ''), []);
  });

  for (const shell of ['zsh', 'fish']) {
    it(`knows every command and option in ${shell}`, async () => {
      const { code, stdout } = await inRoot('completion', shell);
      assert.equal(code, 0);
      for (const [name, { options }] of Object.entries(commands)) {
        assert.ok(stdout.includes(name), name);
        for (const option of Object.keys(options))
          assert.ok(stdout.includes(shell === 'fish' ? `-l ${option} ` : `--${option}[`), `${name} ${option}`);
      }
      // No description ends its quotes early.
      assert.equal(stdout.replaceAll(String.raw`'\''`, '').split("'").length % 2, 1);
    });
  }
});
