import assert from 'node:assert/strict';
import { fetchObjects } from '../../../../src/git/content/fetchObjects.ts';
import { eachWithLayout, productGit, type Layout } from '../pullRequest/layouts.ts';

describe('getting commits of a remote', () => {
  let layout: Layout;
  eachWithLayout(fresh => (layout = fresh));

  it('moves no ref, whatever the configuration maps to it', async () => {
    const clone = await layout.clone('main');
    await clone.git('branch', '7', 'main');
    for (const [key, value] of [
      ['remote.origin.fetch', '+refs/pull/*/head:refs/heads/*'],
      ['remote.origin.tagOpt', '--tags'],
      ['remote.origin.prune', 'true'],
      ['fetch.pruneTags', 'true'],
      ['fetch.recurseSubmodules', 'true'],
    ] as const)
      await clone.git('config', '--replace-all', key, value);
    const refs = (): Promise<string> => clone.git('for-each-ref');
    const [before, head] = [await refs(), await layout.base.git('rev-parse', 'refs/pull/9/head')];
    const { signal } = new AbortController();
    const args = [...fetchObjects, 'origin', 'refs/pull/7/head', 'refs/pull/9/head'];
    await productGit().run(clone.folder, args, { signal });
    assert.equal(await refs(), before);
    assert.equal(await clone.git('cat-file', '-t', head), 'commit');
    await clone.git('fetch', '--quiet', 'origin', 'refs/pull/7/head');
    assert.notEqual(await refs(), before, 'git alone moves it');
  });
});
