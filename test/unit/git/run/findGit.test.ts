import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CodeReviewError, displayMessage } from '../../../../src/core/base/errors.ts';
import { findGit, type GitSystem } from '../../../../src/git/run/findGit.ts';
import { findProgram } from '../../../../src/git/run/findProgram.ts';
import { taskkillPath } from '../../../../src/git/run/taskkill.ts';
import { needs } from '../../../host/needs.ts';
import { hermetic, productGit } from '../pullRequest/layouts.ts';

/** A machine that has these files, and no other. */
function machine(
  platform: NodeJS.Platform,
  PATH: string,
  files: readonly string[],
  more: { readonly env?: NodeJS.ProcessEnv; readonly tools?: boolean } = {},
): GitSystem {
  const isExecutable = (file: string): boolean => files.some(each => each.toLowerCase() === file.toLowerCase());
  const hasDeveloperTools = (): Promise<boolean> => Promise.resolve(more.tools ?? false);
  return { platform, env: { PATH, ...more.env }, isExecutable, hasDeveloperTools };
}

async function sentence(found: Promise<string>): Promise<string> {
  const error: unknown = await found.then(
    () => 'found',
    (reason: unknown) => reason,
  );
  assert.ok(CodeReviewError.is(error, 'git'));
  return displayMessage(error);
}

describe('the git that is used', () => {
  const installed = 'C:\\Program Files\\Git\\cmd\\git.exe';

  it('is the first on the path, on each system', async () => {
    assert.equal(
      await findGit(['git'], machine('linux', '/a:/usr/bin:/b', ['/usr/bin/git', '/b/git'])),
      '/usr/bin/git',
    );
    const windows = machine('win32', 'C:\\Windows;"C:\\Program Files\\Git\\cmd"', [installed], {
      env: { PATHEXT: '.COM;.EXE;.BAT;.CMD' },
    });
    assert.equal(await findGit([], windows), 'C:\\Program Files\\Git\\cmd\\git.EXE');
  });

  it('is never one of the working directory or of a folder that is not absolute', async () => {
    const foreign = ['git.exe', 'git.com', 'C:\\repo\\git.exe', '\\repo\\git.exe', 'C:\\repo\\bin\\git.exe'];
    for (const entry of ['', '.', 'bin', '.\\bin', 'C:', 'C:bin', '\\repo', '/repo', '%CD%']) {
      const windows = machine('win32', `${entry};C:\\Program Files\\Git\\cmd`, [...foreign, installed]);
      assert.equal((await findGit([], windows)).toLowerCase(), installed.toLowerCase(), entry);
    }
    for (const entry of ['', '.', 'bin', './bin', '~/bin'])
      assert.equal(
        await findGit([], machine('linux', `${entry}:/usr/bin`, ['git', 'bin/git', '/usr/bin/git'])),
        '/usr/bin/git',
      );
    for (const wished of ['./git', 'bin/git', '..\\git', '.\\git.exe'])
      assert.equal(await findGit([wished], machine('linux', '/usr/bin', ['/usr/bin/git', wished])), '/usr/bin/git');
  });

  it('is nothing that only a shell could run', async () => {
    const windows = machine('win32', 'C:\\shims;C:\\Git', ['C:\\shims\\git.cmd', 'C:\\shims\\git', 'C:\\Git\\git.exe']);
    assert.equal((await findGit([], windows)).toLowerCase(), 'c:\\git\\git.exe');
  });

  it('is the one that is wished for where it is there, the first of several', async () => {
    const linux = machine('linux', '/usr/bin', ['/usr/bin/git', '/opt/git', '/opt/other']);
    assert.equal(await findGit(['/gone/git', '/opt/other', '/opt/git'], linux), '/opt/other');
    assert.equal(await findGit(['/gone/git'], linux), '/usr/bin/git');
    const windows = machine('win32', '', ['D:\\Git\\git.exe', '\\\\server\\share\\git.exe']);
    assert.equal(await findGit(['D:\\Git\\git.exe'], windows), 'D:\\Git\\git.exe');
    assert.equal(await findGit(['\\\\server\\share\\git.exe'], windows), '\\\\server\\share\\git.exe');
  });

  it('is told to be missing, with what to do', async () => {
    assert.match(
      await sentence(findGit(['git'], machine('linux', '/usr/bin', []))),
      /^git was not found \(git\)\. Install git, or set “git\.path”/,
    );
  });

  it('is not the stand-in of macOS without the command line tools, but one beside it', async () => {
    const both = ['/usr/bin/git', '/opt/homebrew/bin/git'];
    const mac = (files: readonly string[], tools: boolean): GitSystem =>
      machine('darwin', '/usr/bin:/opt/homebrew/bin', files, { tools });
    assert.equal(await findGit([], mac(both, true)), '/usr/bin/git');
    assert.equal(await findGit([], mac(both, false)), '/opt/homebrew/bin/git');
    assert.match(
      await sentence(findGit(['/usr/bin/git'], mac(['/usr/bin/git'], false))),
      /stand-in.*xcode-select --install/,
    );
    const linux = machine('linux', '/usr/bin', ['/usr/bin/git']);
    assert.equal(await findGit(['/usr/bin/git'], linux), '/usr/bin/git');
  });
});

describe('a program that lies in a repository under a usual name', () => {
  hermetic();
  let folder: string;
  let mark: string;

  beforeEach(async () => {
    folder = await realpath(await mkdtemp(path.join(tmpdir(), 'code-review-planted-')));
    mark = path.join(folder, 'mark');
    await mkdir(path.join(folder, 'bin'));
    for (const name of ['git', 'git.exe', 'git.com', 'git.cmd', 'bin/git', 'bin/git.exe', 'bin/lint', 'bin/lint.exe']) {
      await writeFile(path.join(folder, name), `#!/bin/sh\ntouch '${mark}'\n`);
      await chmod(path.join(folder, name), 0o755);
    }
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is not run, even where the path leads into the folder', async () => {
    const original = process.env['PATH'] ?? '';
    for (const entry of ['', '.', 'bin', './bin']) {
      process.env['PATH'] = [entry, original].join(path.delimiter);
      assert.match(
        await productGit().run(folder, ['version'], { signal: new AbortController().signal }),
        /^git version \d/,
        entry,
      );
    }
    await assert.rejects(productGit('./git').run(folder, ['version'], { signal: AbortSignal.abort() }));
    await assert.rejects(realpath(mark));
  });

  it('is no tool of the project for that', () => {
    for (const PATH of ['bin', './bin', '.'])
      assert.deepEqual(findProgram('lint', folder, { PATH }), { missing: 'lint was not found' });
  });

  it('is found by its own path', function () {
    needs(this, 'a POSIX shell');
    assert.ok('file' in findProgram('./bin/lint', folder, {}));
  });
});

describe('the program of Windows that ends others', () => {
  it('is named by its absolute path, whatever the environment says', () => {
    assert.equal(taskkillPath({ SystemRoot: 'D:\\Windows' }), 'D:\\Windows\\System32\\taskkill.exe');
    for (const SYSTEMROOT of ['', '.', 'Windows', '\\\\evil\\share', undefined])
      assert.equal(taskkillPath({ SYSTEMROOT }), 'C:\\Windows\\System32\\taskkill.exe');
  });
});
