import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CodeReviewError, displayMessage } from '../../../../src/core/base/errors.ts';
import { findGit } from '../../../../src/git/run/findGit.ts';
import { Git } from '../../../../src/git/run/git.ts';
import { takeSnapshot } from '../../../../src/git/content/snapshot.ts';
import { needs } from '../../../host/needs.ts';
import { TestRepository } from '../../../host/git/repository.ts';
import { assertEnded } from '../../service/reviewers/tools/processes.ts';
import { hermetic, productGit } from '../pullRequest/layouts.ts';

const { signal } = new AbortController();

describe('a git that is not as it should be', () => {
  hermetic();
  let folder: string;
  let real: string;

  before(function () {
    needs(this, 'a POSIX shell');
  });

  beforeEach(async () => {
    folder = await realpath(await mkdtemp(path.join(tmpdir(), 'code-review-fake-')));
    real = await findGit(['git']);
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** A git that runs a script of a shell, in which `$GIT` is the real one. */
  async function fake(script: string, mode = 0o755): Promise<Git> {
    const file = path.join(folder, 'git');
    await writeFile(file, `#!/bin/sh\nGIT='${real}'\n${script}\n`);
    await chmod(file, mode);
    return productGit(file);
  }

  async function sentence(run: Promise<unknown>): Promise<string> {
    const error: unknown = await run.then(
      () => 'no error',
      (reason: unknown) => reason,
    );
    assert.ok(CodeReviewError.is(error, 'git'), String(error));
    return displayMessage(error);
  }

  const version = (git: Git, options: { readonly timeoutMs?: number } = {}): Promise<string> =>
    git.run(folder, ['rev-parse', 'HEAD'], { signal, ...options });

  it('is missing, and found again once it is there', async () => {
    const git = productGit(path.join(folder, 'git'));
    assert.match(await sentence(version(git)), /^git was not found \(.*git\)\. Install git, or set “git\.path”/);
    await fake('echo here');
    assert.equal(await version(git), 'here');
  });

  it('is looked for again where it was moved', async () => {
    await fake('echo here');
    const paths = [path.join(folder, 'gone'), path.join(folder, 'git')];
    const git = new Git({ executable: () => Promise.resolve(paths.shift() ?? ''), log: () => undefined });
    assert.match(await sentence(version(git)), /was not found/);
    assert.equal(await version(git), 'here');
  });

  it('may not be run', async () => {
    const git = await fake('echo here', 0o644);
    assert.match(await sentence(version(git)), /could not be started in .*\. The system does not allow to run .*git/);
  });

  it('is a folder, or nothing that the system runs', async () => {
    assert.match(await sentence(version(productGit(folder))), /could not be started/);
    const file = path.join(folder, 'text');
    await writeFile(file, Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0]), { mode: 0o755 });
    assert.match(await sentence(version(productGit(file))), /could not be started|failed/);
  });

  it('is given more than the system takes', async () => {
    const git = await fake('echo here');
    for (const args of [
      ['log', 'x'.repeat(3 << 20)],
      ['log', ...Array<string>(300_000).fill('a-path.ts')],
    ])
      assert.match(await sentence(git.run(folder, args, { signal })), /could not be started .*longer than the system/);
    assert.match(await sentence(git.run(folder, ['log', 'a\0b'], { signal })), /could not be started/);
    assert.match(await sentence(git.run(path.join(folder, 'gone'), ['log'], { signal })), /folder does not exist/);
  });

  it('hangs, heeds nothing, and leaves a child that holds its output', async () => {
    const pids = path.join(folder, 'pids');
    const git = await fake(`trap '' TERM\nsleep 600 &\necho "$$ $!" > '${pids}'\nwait\nwait`);
    const abort = new AbortController();
    assert.match(await sentence(version(git, { timeoutMs: 300 })), /took longer than 0\.3 s and was stopped/);
    const [shell = '', sleeping = ''] = (await readFile(pids, 'utf8')).trim().split(' ');
    await assertEnded(`${shell} ${sleeping}`);
    abort.abort();
    await assert.rejects(git.run(folder, ['log'], { signal: abort.signal }), /Cancelled/);
  });

  it('is killed from outside', async () => {
    assert.match(await sentence(version(await fake('kill -9 $$'))), /git (?:config|rev-parse) failed/);
  });

  it('writes without end', async () => {
    const git = await fake('case "$*" in *config*) exit 0;; esac; exec yes');
    assert.match(
      await sentence(git.run(folder, ['cat-file', '-p', 'x'], { signal, maxBytes: 1 << 20 })),
      /answered more than can be taken/,
    );
  });
});

describe('paths that stand for nothing, where the system has none', () => {
  hermetic();
  let repository: TestRepository;
  let temporary: string;
  let platform: PropertyDescriptor | undefined;
  let real: string;

  before(function () {
    needs(this, 'a POSIX shell');
  });

  beforeEach(async () => {
    repository = await TestRepository.create({ 'a.ts': 'one\n', 'b.ts': 'one\n' });
    temporary = path.join(repository.folder, '.git', 'temporary');
    await mkdir(temporary);
    real = await findGit(['git']);
    process.env['TMPDIR'] = temporary;
    platform = Object.getOwnPropertyDescriptor(process, 'platform');
    Object.defineProperty(process, 'platform', { ...platform, value: 'win32' });
  });

  afterEach(async () => {
    if (platform !== undefined) Object.defineProperty(process, 'platform', platform);
    await repository.dispose();
  });

  /** Takes /dev/null for a path below its own folder, as Git for Windows did until 2.41. */
  async function olderGit(): Promise<Git> {
    const file = path.join(temporary, 'git');
    const refusal = `echo "fatal: failed to read orderfile 'C:/Program Files/Git/dev/null'" >&2; exit 128`;
    await writeFile(file, `#!/bin/sh\ncase "$*" in *=/dev/null*) ${refusal};; esac\nexec '${real}' "$@"\n`, {
      mode: 0o755,
    });
    return productGit(file);
  }

  it('are an empty file of our own, so that each git reads it', async () => {
    const git = await olderGit();
    const first = await repository.git('rev-parse', 'HEAD');
    const second = await repository.commit({ 'a.ts': 'two\n', 'b.ts': 'two\n' });
    await repository.git('config', 'diff.orderFile', 'not-there');
    const names = (): Promise<string> => git.run(repository.folder, ['diff', '--name-only', first, second], { signal });
    assert.equal(await names(), 'a.ts\nb.ts');
    const file = path.join(temporary, 'code-review', 'empty');
    assert.equal(await readFile(file, 'utf8'), '');
    await writeFile(file, 'b.ts\na.ts\n');
    assert.equal(await names(), 'a.ts\nb.ts', 'whatever was written into it');
    await rm(path.dirname(file), { recursive: true });
    assert.equal(await names(), 'a.ts\nb.ts', 'after it was cleaned up');
  });

  it('are no folder for hooks that a filter could make in the working tree', async () => {
    const git = await olderGit();
    // As Git LFS does before it filters its first file.
    const install = 'hooks=$(git rev-parse --git-path hooks); mkdir -p "$hooks" && touch "$hooks/pre-push"; cat';
    await repository.git('config', 'filter.lfs.clean', install);
    await repository.write({ '.gitattributes': '*.bin filter=lfs\n', 'data.bin': 'content\n' });
    const before = await repository.git('status', '--short', '--untracked-files=all');
    const { leftOut } = await takeSnapshot(git, repository.folder, 'uncommitted', signal);
    assert.deepEqual(leftOut, []);
    assert.equal(await repository.git('status', '--short', '--untracked-files=all'), before);
    assert.equal(await repository.git('ls-files', '--others', '--', 'dev'), '');
  });
});

describe('git’s own file system monitor', () => {
  hermetic();
  let repository: TestRepository;

  before(function () {
    needs(this, 'a POSIX shell');
  });

  beforeEach(async () => void (repository = await TestRepository.create({ 'a.ts': 'one\n' })));
  afterEach(() => repository.dispose());

  /** What a git of some version is told for it, by the value in the configuration. */
  async function told(value: string | undefined, version: string, ...args: string[]): Promise<string | undefined> {
    const file = path.join(repository.folder, '.git', 'fake');
    const log = path.join(repository.folder, '.git', 'log');
    const real = await findGit(['git']);
    const answer = `case "$*" in version) echo "git version ${version}"; exit 0;; esac`;
    await writeFile(file, `#!/bin/sh\n${answer}\necho "$*" >> '${log}'\nexec '${real}' "$@"\n`, { mode: 0o755 });
    await rm(log, { force: true });
    if (value === undefined) await repository.git('config', '--unset-all', 'core.fsmonitor').catch(() => '');
    else await repository.git('config', 'core.fsmonitor', value);
    await productGit(file).run(repository.folder, args, { signal });
    return /core\.fsmonitor=(\S+)/.exec((await readFile(log, 'utf8')).trim().split('\n').at(-1) ?? '')?.[1];
  }

  it('is asked where it is on and there is one, and a program of the repository is not', async () => {
    assert.equal(await told('true', '2.39.5', 'ls-files'), 'true');
    assert.equal(await told('yes', '2.45.1.windows.1', 'ls-files'), 'true');
    assert.equal(await told('true', '2.35.8', 'ls-files'), 'false');
    assert.equal(await told('false', '2.39.5', 'ls-files'), 'false');
    assert.equal(await told(undefined, '2.39.5', 'ls-files'), 'false');
    assert.equal(await told('touch ran; true', '2.39.5', 'ls-files'), 'false');
    assert.equal(await told('.git/hooks/true', '3.0.0', 'ls-files'), 'false');
    assert.equal(await told('true', '2.39.5', 'rev-parse', 'HEAD'), 'false');
  });
});
