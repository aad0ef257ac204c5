import assert from 'node:assert/strict';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CodeReviewError } from '../../../../src/core/base/errors.ts';
import { eachWithLayout, type Layout, outcome, productGit, resolve, type Place } from '../pullRequest/layouts.ts';

describe('the pull request in an unusual repository', () => {
  let layout: Layout;
  eachWithLayout(fresh => (layout = fresh));

  it('is found beside a tag of the same name', async () => {
    const clone = await layout.clone('feature');
    await clone.git('tag', 'feature', 'origin/main');
    await clone.git('config', 'branch.feature.merge', 'refs/pull/9/head');
    assert.equal(outcome(await resolve(clone.folder)), 'found 9');
  });

  it('is found for names with slashes, signs and letters of all kinds', async () => {
    const clone = await layout.clone('main');
    const name = 'robin/größe+1.(a)/日本#2';
    await clone.git('checkout', '--quiet', '-b', name);
    await clone.commit('work');
    await clone.git('push', '--quiet', '--set-upstream', 'origin', `HEAD:refs/heads/${name}`, 'HEAD:refs/pull/8/head');
    await layout.keepMergeRef(8);
    await clone.commit('not pushed');
    assert.equal(outcome(await resolve(clone.folder)), 'found 8');
  });

  it('is found where a refspec for pushing renames the branch', async () => {
    const clone = await layout.clone('main');
    await clone.git('config', 'remote.origin.push', 'refs/heads/*:refs/heads/robin/*');
    await clone.git('checkout', '--quiet', '-b', 'topic');
    await clone.commit('work');
    await clone.git('push', '--quiet', 'origin');
    await clone.git('push', '--quiet', 'origin', 'HEAD:refs/pull/8/head');
    await layout.keepMergeRef(8);
    await clone.commit('not pushed');
    assert.equal(outcome(await resolve(clone.folder)), 'found 8');
  });

  it('is found where the branch is pushed to a URL', async () => {
    const clone = await layout.clone('main');
    await clone.git('fetch', '--quiet', layout.fork.folder, 'patch:patch');
    await clone.git('checkout', '--quiet', 'patch');
    await clone.git('config', 'branch.patch.remote', layout.fork.folder);
    await clone.git('config', 'branch.patch.merge', 'refs/heads/patch');
    await clone.commit('not pushed');
    assert.equal(outcome(await resolve(clone.folder)), 'found 9');
  });

  it('is found where pushes go elsewhere than fetches', async () => {
    const clone = await layout.clone('main');
    await clone.git('config', 'remote.origin.pushurl', layout.fork.folder);
    await clone.git('fetch', '--quiet', layout.fork.folder, 'patch:patch');
    await clone.git('checkout', '--quiet', 'patch');
    assert.equal(outcome(await resolve(clone.folder)), 'found 9');
  });

  it('is that of the inner one of two nested repositories', async () => {
    const outer = await layout.clone('main');
    const inner = await layout.clone('feature', layout.base, 'clone/nested/inner');
    const file = path.join(inner.folder, 'deep', 'file.txt');
    await mkdir(path.dirname(file));
    await writeFile(file, '');
    assert.equal(outcome(await resolve(file)), 'found 7');
    assert.equal(outcome(await resolve(path.join(outer.folder, 'nested'))), 'none');
  });

  it('is found in a clone without blobs, and in one of a single branch', async () => {
    const outside = layout.place('');
    await layout.base.git('config', 'uploadpack.allowFilter', 'true');
    const source = `file://${layout.base.folder}`;
    for (const kind of ['filter=blob:none', 'single-branch']) {
      await outside.git('clone', '--quiet', `--${kind}`, '--branch=feature', source, kind);
      assert.equal(outcome(await resolve(layout.place(kind).folder)), 'found 7');
    }
  });

  it('is that of the folder, whatever repository the editor was started for', async () => {
    const clone = await layout.clone('feature');
    const other = await layout.clone('main', layout.base, 'other');
    process.env['GIT_DIR'] = path.join(other.folder, '.git');
    process.env['GIT_WORK_TREE'] = other.folder;
    process.env['GIT_INDEX_FILE'] = path.join(other.folder, '.git/index');
    assert.equal(outcome(await resolve(clone.folder)), 'found 7');
  });

  /** What ssh is called with when the remote is asked, which it never answers. */
  async function askedOverSsh(clone: Place): Promise<string> {
    const log = path.join(layout.folder, 'ssh.log');
    const ssh = path.join(layout.folder, 'ssh');
    await writeFile(ssh, `#!/bin/sh\necho "$@" >> '${log}'\nexit 1\n`);
    await chmod(ssh, 0o755);
    process.env['PATH'] = `${layout.folder}${path.delimiter}${process.env['PATH'] ?? ''}`;
    process.env['GIT_ALLOW_PROTOCOL'] = 'ssh';
    delete process.env['GIT_SSH_COMMAND'];
    await clone.git('remote', 'set-url', 'origin', 'git@git.example:acme/orders.git');
    assert.equal(outcome(await resolve(clone.folder)), 'ask');
    return readFile(log, 'utf8');
  }

  it('asks the remote with the key of ssh that the repository is set up for', async () => {
    const clone = await layout.clone('feature');
    await clone.git('config', 'core.sshCommand', 'ssh -i own-key -o IdentitiesOnly=yes');
    assert.match(await askedOverSsh(clone), /-i own-key .*git@git\.example/);
  });

  it('never asks for a password over ssh', async () => {
    assert.match(await askedOverSsh(await layout.clone('feature')), /-oBatchMode=yes/);
  });

  it('cannot be told in a bare repository, outside of one, or in a folder that is gone', async () => {
    await rejects(resolve(layout.base.folder), /bare repository/);
    await rejects(resolve(layout.folder), /not in a git repository/);
    await rejects(resolve(path.join(layout.folder, 'gone')), /does not exist/);
  });

  it('cannot be told in a folder of another user, and the advice names the command', async () => {
    const clone = await layout.clone('feature');
    process.env['GIT_TEST_ASSUME_DIFFERENT_OWNER'] = '1';
    await rejects(resolve(clone.folder), /Manage Unsafe Repositories/);
  });

  it('is not blamed on git where the folder goes away in between', async () => {
    const clone = await layout.clone('feature');
    await rm(clone.folder, { recursive: true });
    const run = productGit().run(clone.folder, ['status'], { signal: new AbortController().signal });
    await rejects(run, /could not be started.*does not exist/);
  });

  it('stops when it is cancelled', async () => {
    const clone = await layout.clone('feature');
    const run = productGit().run(clone.folder, ['ls-remote', 'origin'], { signal: AbortSignal.abort() });
    await assert.rejects(run, (error: unknown) => CodeReviewError.is(error, 'cancelled'));
  });
});

async function rejects(promise: Promise<unknown>, sentence: RegExp): Promise<void> {
  await assert.rejects(promise, (error: unknown) => {
    assert.ok(CodeReviewError.is(error, 'git'));
    assert.match(`${error.message} ${error.advice}`, sentence);
    return true;
  });
}
