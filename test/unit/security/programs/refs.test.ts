import assert from 'node:assert/strict';
import { access, readdir } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { CodeReviewError } from '../../../../src/core/base/errors.ts';
import { repositoryUrl } from '../../../../src/core/review/repositoryUrl.ts';
import { decodeRepository } from '../../../../src/api/decode/repositories.ts';
import { findDefaultBranch } from '../../../../src/git/repository/defaultBranch.ts';
import { parsePullRequestInput } from '../../../../src/git/pullRequest/pullRequestInput.ts';
import { remoteBranch, RemoteRefs } from '../../../../src/git/pullRequest/remoteRefs.ts';
import { parseRemoteUrl } from '../../../../src/git/repository/remoteUrl.ts';
import { findRenames, readDeletions } from '../../../../src/git/content/goneFiles.ts';
import { readReviewedFiles } from '../../../../src/git/content/reviewedFiles.ts';
import { resolveCommit, resolveCommits } from '../../../../src/git/repository/workingCopy.ts';
import { OnceGit } from '../../../host/git/onceGit.ts';
import { hermetic, productGit, resolve } from '../../git/pullRequest/layouts.ts';
import { HostileRepository } from '../hostileRepository.ts';

const { signal } = new AbortController();

/** Names that git would take for an option, a range or another revision. */
const names = [
  '--output=written',
  '--output=written main',
  '-owritten',
  '--upload-pack=touch written;',
  '--exec=touch written;',
  '--help',
  '-h',
  '--all',
  '--',
  '-',
  '',
  ' ',
  'main..feature',
  '^main',
  'main --output=written',
  'main\n--output=written',
  'main\0--output=written',
  '@{-1}',
  '@{upstream}',
  'HEAD@{now}',
  ':/Rename',
  ':a.ts',
  ':(exclude)a.ts',
  'HEAD:a.ts',
  'main^{/.*}',
  '$(touch written)',
  '`touch written`',
  '; touch written',
  '| touch written',
  '%PATH%',
  '..',
  '../../etc/passwd',
  'refs/heads/../../HEAD',
  '\u202emain',
  'x'.repeat(100_000),
];

describe('a name of a branch, tag or commit', () => {
  hermetic();
  let hostile: HostileRepository;
  let git: ReturnType<typeof productGit>;

  before(async () => {
    hostile = await HostileRepository.create();
    await hostile.repository.git('remote', 'add', 'origin', hostile.folder);
  });

  beforeEach(() => {
    git = productGit();
  });

  after(() => hostile.repository.dispose());

  async function nothingWritten(): Promise<void> {
    const folders = [hostile.folder, path.join(hostile.folder, '.git'), process.cwd()];
    for (const folder of folders)
      assert.deepEqual(
        (await readdir(folder)).filter(name => /^(?:written|touch|PATH)/.test(name)),
        [],
      );
    await assert.rejects(access('/tmp/written'));
  }

  it('can have git write a file where it is not held back', async () => {
    await hostile.repository.git('diff', '--output=written', 'main', 'feature');
    await assert.rejects(nothingWritten());
    await hostile.repository.git('clean', '--quiet', '--force');
  });

  it('is resolved to a full hash or to nothing, and never taken for an option', async () => {
    const alone = await Promise.all(names.map(name => resolveCommit(git, hostile.folder, name, signal)));
    for (const found of alone) if (found !== undefined) assert.match(found, /^[0-9a-f]{40}$/);
    await nothingWritten();
    // Of `feature@{upstream}` git fails where there is none.
    const around = ['feature', ...names, 'feature@{upstream}', 'main'];
    const [first, ...others] = await resolveCommits(git, hostile.folder, around, signal);
    assert.deepEqual(others.slice(0, -2), alone);
    assert.equal(first, await hostile.repository.git('rev-parse', 'feature'));
    assert.deepEqual(others.slice(-2), [undefined, await hostile.repository.git('rev-parse', 'main')]);
    await nothingWritten();
  });

  it('is only ever a name where it comes from a service, a setting or a remote', async () => {
    const head = await hostile.repository.git('rev-parse', 'feature');
    const once = new OnceGit({ executable: 'git', log: () => undefined });
    for (const name of names.filter(each => !each.includes('\0') && each.length < 10_000)) {
      const request = {
        commit: name,
        repository: 'acme/orders',
        hosts: {},
        branch: name,
        paths: [name, 'a.ts'],
        withBase: true,
      };
      await readReviewedFiles(once, hostile.folder, request, signal).catch(known);
      await readReviewedFiles(once, hostile.folder, { ...request, commit: head }, signal).catch(known);
      await findRenames(once, hostile.folder, name, [name], signal).catch(known);
      await readDeletions(once, hostile.folder, name, signal).catch(known);
      await findDefaultBranch(once, hostile.folder, name, signal).catch(known);
      await remoteBranch(once, hostile.folder, name, name, signal).catch(known);
      await RemoteRefs.list(once, hostile.folder, name, signal).catch(known);
    }
    await nothingWritten();
    assert.deepEqual(await hostile.ran(), []);
  });

  it('is only a name where the repository itself has it', async () => {
    const commit = await hostile.repository.git('rev-parse', 'feature');
    // git makes no such branch, but a folder of refs may hold one.
    await hostile.repository.git('update-ref', 'refs/heads/--output=written', commit);
    await hostile.repository.git('symbolic-ref', 'HEAD', 'refs/heads/--output=written');
    await hostile.repository.git('config', 'remote.--output=written.url', hostile.folder);
    await hostile.repository.git('config', 'branch.--output=written.remote', '--output=written');
    await hostile.repository.git('config', 'branch.--output=written.merge', 'refs/heads/--output=written');
    await resolve(hostile.folder, { git });
    const request = {
      commit,
      repository: 'acme/orders',
      hosts: {},
      branch: '--output=written',
      paths: ['a.ts'],
      withBase: true,
    };
    await readReviewedFiles(git, hostile.folder, request, signal);
    await hostile.repository.git('symbolic-ref', 'HEAD', 'refs/heads/feature');
    await nothingWritten();
    assert.deepEqual(await hostile.ran(), []);
  });

  function known(error: unknown): void {
    if (!CodeReviewError.is(error, 'git')) throw error;
  }
});

describe('the URL of a remote', () => {
  hermetic();

  const urls = [
    'ssh://-oProxyCommand=touch%20written/acme/app',
    'ssh://-oProxyCommand=touch%20written@127.0.0.1/acme/app',
    '-oProxyCommand=touch written:acme/app',
    'git@-oProxyCommand=x:acme/app',
    'ssh://127.0.0.1:-oProxyCommand=x/acme/app',
    'ext::sh -c touch% written',
    'EXT::sh -c touch% written',
    'fd::17/foo',
    'foo::bar/baz',
    '--upload-pack=touch written',
    '-u./written',
    'file:///etc/passwd',
    '/etc/passwd',
    'C:\\windows\\x',
    '\\\\host\\share\\x',
    'javascript:alert(1)',
    'https://github.com:x@evil.example:y/acme/app',
  ];

  it('names no repository where it is an option, a command or a path', () => {
    for (const url of urls) {
      const found = parseRemoteUrl(url);
      if (found === undefined) continue;
      assert.doesNotMatch(found.host, /^-|[\s/\\@:]/, url);
      assert.equal(found.webUrl === undefined || new URL(found.webUrl).protocol === 'https:', true);
    }
  });

  it('runs nothing when it is asked', async () => {
    const hostile = await HostileRepository.create();
    const git = productGit();
    delete process.env['GIT_ALLOW_PROTOCOL'];
    for (const [index, url] of urls.filter(each => !each.startsWith('https:')).entries()) {
      await hostile.repository.git('config', `remote.r${index}.url`, url);
      for (const remote of [url, `r${index}`]) await RemoteRefs.list(git, hostile.folder, remote, signal).catch(known);
    }
    assert.deepEqual(
      (await readdir(hostile.folder)).filter(name => name.startsWith('written')),
      [],
    );
    await hostile.repository.dispose();
  });

  it('leads to a page of its own host or to none, whatever it is made of', () => {
    const pieces = fc.constantFrom(
      ...[
        'https://',
        'ssh://',
        'git@',
        'github.com',
        'evil.example',
        '/',
        ':',
        '@',
        '\\',
        '?',
        '#',
        '..',
        '%2f',
        '%2e%2e',
        '%00',
      ],
      ...[
        'acme',
        'app',
        '.git',
        '-o',
        ' ',
        '\u202e',
        '[::1]',
        ':8443',
        '_git',
        'scm',
        '"',
        '<',
        '`',
        'javascript:',
        '\n',
      ],
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 10 }), parts => {
        const found = parseRemoteUrl(parts.join(''));
        if (found?.webUrl === undefined) return;
        const url = new URL(found.webUrl);
        assert.equal(url.protocol, 'https:');
        assert.deepEqual([url.username, url.password, url.search, url.hash], ['', '', '', '']);
        assert.doesNotMatch(url.pathname, /\/\.\.(?:\/|$)/);
        assert.doesNotMatch(found.fullName, /[\p{Cc}\p{Cf}\\]/u);
        assert.ok(found.host.length > 0 && !found.host.startsWith('-'));
      }),
      { numRuns: 5_000 },
    );
  });

  function known(error: unknown): void {
    if (!CodeReviewError.is(error, 'git')) throw error;
  }
});

describe('the name of a repository', () => {
  const hostileNames = [
    '../..',
    'acme/../evil',
    'acme/app?x=1',
    'acme/app#x',
    'acme/app\\x',
    '@evil.example/x',
    '//evil.example/x',
    'acme/ app',
    'acme/<b>',
    'acme/app\u202e',
    '-o/x',
  ];

  it('leads to a page of its provider or to none', () => {
    for (const fullName of hostileNames)
      for (const provider of ['github', 'gitlab', 'bitbucket', 'evil', '__proto__', 'constructor']) {
        const repository = decodeRepository({ full_name: fullName, provider });
        const address = repository && repositoryUrl(repository);
        if (address === undefined) continue;
        assert.match(new URL(address).origin, /^https:\/\/(?:github\.com|gitlab\.com|bitbucket\.org)$/, fullName);
      }
  });

  it('leads to no page that a service names with another scheme or a user', () => {
    for (const url of [
      'javascript:alert(1)',
      'command:x',
      'file:///etc/passwd',
      'http://a.example',
      'https://u:p@a.example',
      'vscode://x',
      '//a.example',
    ])
      assert.equal(decodeRepository({ full_name: 'acme/app', html_url: url })?.webUrl, undefined, url);
  });

  it('is not read out of what is no address of a pull request', () => {
    for (const typed of [
      'javascript:x/pull/7',
      'file:///acme/app/pull/7',
      'https://u:p@/acme/app/pull/7',
      '--repo=x#7',
      '7;touch x',
      `https://a.example/${'a/'.repeat(2_000)}pull/7`,
    ]) {
      const found = parsePullRequestInput(typed);
      if (found !== undefined) assert.match(found.repository ?? '', /^[\w.-]+(?:\/[\w.-]+)+$/, typed);
    }
  });
});
