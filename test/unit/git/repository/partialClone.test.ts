import assert from 'node:assert/strict';
import { readConfig } from '../../../../src/git/repository/config.ts';
import { openWorkingCopy } from '../../../../src/git/repository/workingCopy.ts';
import { eachWithLayout, type Layout, productGit } from '../pullRequest/layouts.ts';

describe('a partial clone', () => {
  let layout: Layout;
  eachWithLayout(fresh => (layout = fresh));

  it('has what it lacks fetched when it is read, also where only its HEAD and configuration were read before', async () => {
    await layout.base.git('config', 'uploadpack.allowFilter', 'true');
    const args = ['--quiet', '--filter=blob:none', '--no-checkout', '--branch=feature'];
    await layout.place('').git('clone', ...args, `file://${layout.base.folder}`, 'partial');
    const git = productGit();
    const { signal } = new AbortController();
    const { root, head } = await openWorkingCopy(git, layout.place('partial').folder, signal);
    await readConfig(git, root, signal);
    assert.equal(await git.run(root, ['cat-file', 'blob', `${head}:feature.txt`], { signal }), 'feature two');
  });
});
