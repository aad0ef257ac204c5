import assert from 'node:assert/strict';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { readConfig } from '../../../../src/git/repository/config.ts';
import { gitDirectoryAt, gitDirectoryOf, isSameGitDirectory } from '../../../../src/git/repository/gitDirectory.ts';
import { homeOf, identifyRepository, type RepositoryHome } from '../../../../src/git/repository/identifyRepository.ts';
import type { HostSettings } from '../../../../src/git/repository/remoteUrl.ts';
import { openWorkingCopy } from '../../../../src/git/repository/workingCopy.ts';
import { git } from '../../../host/git/git.ts';
import { TestRepository } from '../../../host/git/repository.ts';
import { hermetic, productGit } from '../pullRequest/layouts.ts';

const { signal } = new AbortController();

describe('which repository a working copy is of', () => {
  hermetic();
  let repository: TestRepository;
  beforeEach(async () => void (repository = await TestRepository.create({ 'a.txt': 'a' })));
  afterEach(() => repository.dispose());

  async function remotes(urls: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, url] of Object.entries(urls)) await repository.git('remote', 'add', name, url);
  }

  async function identified(hosts: HostSettings = {}): Promise<string> {
    const copy = { root: repository.folder, branch: 'main' };
    const found = await identifyRepository(productGit(), copy, { hosts }, new AbortController().signal);
    return `${found.remote ?? '-'} ${found.host ?? '-'} ${found.provider} ${found.fullName}`;
  }

  it('is told by the only remote, whatever its name', async () => {
    await remotes({ work: 'git@github.com:acme/orders.git' });
    assert.equal(await identified(), 'work github.com github acme/orders');
  });

  it('has one name and one home in all its worktrees, and another home than others of its name', async () => {
    const other = await TestRepository.create({ 'a.txt': 'a' });
    const linked = path.join(other.folder, 'linked');
    try {
      await repository.git('worktree', 'add', '-q', '-b', 'side', linked);
      const about = async (folder: string): Promise<readonly [name: string, home: RepositoryHome]> => {
        const copy = await openWorkingCopy(productGit(), folder, signal);
        const found = await identifyRepository(productGit(), copy, { hosts: {} }, signal);
        return [found.fullName, homeOf(found, copy)];
      };
      const [own, side, another] = [await about(repository.folder), await about(linked), await about(other.folder)];
      assert.deepEqual(side, own);
      assert.equal(own[0], `local/${path.basename(repository.folder)}`);
      assert.notEqual(another[1].folder, own[1].folder);
      await remotes({ origin: 'git@GitHub.com:Acme/orders.git' });
      assert.deepEqual((await about(linked))[1], { ...own[1], host: 'github.com' });
    } finally {
      await other.dispose();
    }
  });

  it('is that of a submodule which is opened by itself, also after the repository around it was moved', async () => {
    const around = await TestRepository.create({ 'b.txt': 'b' });
    const moved = `${around.folder}-moved`;
    try {
      const add = ['-c', 'protocol.file.allow=always', 'submodule', 'add', '--quiet', repository.folder, 'libs/orders'];
      await around.git(...add);
      await around.commit({});
      const about = async (folder: string) => {
        const copy = await openWorkingCopy(productGit(), folder, signal);
        const { fullName } = await identifyRepository(productGit(), copy, { hosts: {} }, signal);
        const own = gitDirectoryOf(copy.root);
        const outer = gitDirectoryOf(path.resolve(folder, '../..'));
        assert.ok(own !== undefined && outer !== undefined);
        assert.equal(copy.root, folder);
        assert.ok(isSameGitDirectory(own, gitDirectoryAt(copy.gitDir)));
        assert.ok(!isSameGitDirectory(own, outer));
        return { fullName, branch: copy.branch, own };
      };
      const before = await about(path.join(around.folder, 'libs/orders'));
      assert.deepEqual([before.fullName, before.branch], ['local/orders', 'main']);
      await rename(around.folder, moved);
      const after = await about(path.join(moved, 'libs/orders'));
      assert.ok(isSameGitDirectory(after.own, before.own));
      await git(path.join(moved, 'libs/orders'), ['remote', 'set-url', 'origin', 'git@github.com:acme/orders.git']);
      assert.equal((await about(path.join(moved, 'libs/orders'))).fullName, 'acme/orders');
    } finally {
      await rm(moved, { recursive: true, force: true });
      await around.dispose();
    }
  });

  it('is upstream before origin, and origin before the remote that is pushed to', async () => {
    await remotes({ origin: 'git@github.com:acme/orders.git', me: 'git@github.com:robin/orders.git' });
    await repository.git('config', 'branch.main.remote', 'me');
    await repository.git('config', 'remote.pushDefault', 'me');
    assert.equal(await identified(), 'origin github.com github acme/orders');
    await remotes({ upstream: 'git@github.com:shop/orders.git' });
    assert.equal(await identified(), 'upstream github.com github shop/orders');
  });

  it('is on the host that the branch is pushed to, unless another one was set', async () => {
    await remotes({ origin: 'git@gitlab.acme.example:acme/orders.git', upstream: 'https://github.com/vendor/orders' });
    assert.equal(await identified(), 'origin gitlab.acme.example gitlab acme/orders');
    await repository.git('config', 'branch.main.remote', 'upstream');
    assert.equal(await identified(), 'upstream github.com github vendor/orders');
    await repository.git('config', 'remote.pushDefault', 'origin');
    assert.equal(await identified(), 'origin gitlab.acme.example gitlab acme/orders');
    await repository.git('config', 'remote.upstream.gh-resolved', 'base');
    assert.equal(await identified(), 'upstream github.com github vendor/orders');
  });

  it('is upstream where the branch is pushed to what may be the same host by another name', async () => {
    await remotes({ origin: '/srv/git/orders.git', upstream: 'https://git.acme.example/acme/orders' });
    for (const host of ['git.acme.example', 'work', 'git.acme.example-work', 'ssh.git.acme.example']) {
      await repository.git('remote', 'set-url', 'origin', `git@${host}:robin/orders.git`);
      assert.equal(await identified(), 'upstream git.acme.example git acme/orders', host);
    }
    await repository.git('remote', 'set-url', 'origin', '/srv/git/orders.git');
    assert.equal(await identified(), 'upstream git.acme.example git acme/orders', 'a folder');
  });

  it('is the remote that was set for the command-line tools of GitHub and GitLab', async () => {
    await remotes({ origin: 'git@github.com:robin/orders.git', theirs: 'git@github.com:acme/orders.git' });
    await repository.git('config', 'remote.theirs.gh-resolved', 'base');
    assert.equal(await identified(), 'theirs github.com github acme/orders');
  });

  it('is the parent that was set for them, with or without a remote of it', async () => {
    await remotes({ origin: 'git@github.com:robin/orders.git' });
    await repository.git('config', 'remote.origin.gh-resolved', 'acme/orders');
    assert.equal(await identified(), '- github.com github acme/orders');
    await remotes({ theirs: 'https://github.com/Acme/Orders' });
    assert.equal(await identified(), 'theirs github.com github Acme/Orders');
  });

  it('is read through insteadOf, and as it is configured where that leads to a mirror on this machine', async () => {
    await remotes({ origin: 'gh:acme/orders' });
    await repository.git('config', 'url.git@github.com:.insteadOf', 'gh:');
    assert.equal(await identified(), 'origin github.com github acme/orders');
    await repository.git('remote', 'set-url', 'origin', 'https://gitlab.com/acme/orders');
    await repository.git('config', 'url./srv/mirror/.insteadOf', 'https://gitlab.com/');
    assert.equal(await identified(), 'origin gitlab.com gitlab acme/orders');
  });

  it('is read through the same insteadOf as git takes, of several that fit', async () => {
    const settings: readonly (readonly [base: string, beginning: string])[] = [
      ['git@github.com:', 'https:'],
      ['git@short.example:', 'https://h'],
      ['git@Long.example:', 'https://host/acme/'],
      ['git@alike.example:', 'https://host/acme/'],
      ['git@short.example:', 'gh:'],
      ['git@other.example:', 'h'],
    ];
    for (const [base, beginning] of settings)
      await repository.git('config', '--add', `url.${base}.insteadOf`, beginning);
    const urls = [
      'https://host/acme/orders',
      'https://host/Acme/orders',
      'https://x/a/b',
      'gh:a/b',
      'GH:a/b',
      '/a/b',
      'h',
    ];
    const { folder } = repository;
    for (const url of urls) await repository.git('config', `remote.${urls.indexOf(url)}.url`, url);
    const config = await readConfig(productGit(), folder, signal);
    for (const [index, url] of urls.entries())
      assert.equal(config.rewritten(url), await repository.git('ls-remote', '--get-url', String(index)), url);
    await repository.git('config', '--add', 'url.git@all.example:.insteadOf', '');
    const all = await readConfig(productGit(), folder, signal);
    assert.equal(all.rewritten('/a/b'), await repository.git('ls-remote', '--get-url', '5'));
  });

  it('is of the provider that the settings name for its host', async () => {
    await remotes({ origin: 'git@git.acme.example:acme/shop/orders.git' });
    assert.equal(await identified({ 'git.acme.example': 'gitlab' }), 'origin git.acme.example gitlab acme/shop/orders');
  });

  it('has a name of its own without a remote, or with a path for one', async () => {
    const folder = repository.folder.slice(repository.folder.lastIndexOf('/') + 1);
    assert.equal(await identified(), `- - git local/${folder}`);
    await remotes({ origin: '/srv/git/orders.git' });
    assert.equal(await identified(), `origin - git local/${folder}`);
  });
});
