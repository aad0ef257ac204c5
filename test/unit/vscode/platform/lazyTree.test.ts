import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { standInForEditor } from '../../security/shown/editor.ts';

describe('a tree that is loaded when the editor asks for its rows', () => {
  before(() => standInForEditor());

  const rows: vscode.TreeDataProvider<string> = {
    getChildren: row => (row === undefined ? ['orders'] : [`${row}/refund.ts`]),
    getTreeItem: row => ({ label: row }),
    getParent: row => (row.includes('/') ? row.slice(0, row.indexOf('/')) : undefined),
  };

  it('loads nothing before, and has all rows then', async () => {
    const { LazyTree } = await import('../../../../src/vscode/platform/lazyTree.ts');
    let loads = 0;
    const tree = new LazyTree('codeReview.findings', () => {
      loads++;
      return Promise.resolve(rows);
    });
    assert.equal(loads, 0);
    assert.deepEqual(await tree.getChildren(), ['orders']);
    assert.equal(loads, 1);
    assert.deepEqual(await tree.getChildren('orders'), ['orders/refund.ts']);
    assert.deepEqual(await tree.getTreeItem('orders'), { label: 'orders' });
    assert.equal(await tree.getParent('orders/refund.ts'), 'orders');
    tree.dispose();
  });

  it('says why there are no rows where they cannot be loaded, and tries again', async () => {
    const { LazyTree } = await import('../../../../src/vscode/platform/lazyTree.ts');
    const loads = [() => Promise.reject(new Error('no such file')), () => Promise.resolve(rows)];
    const tree = new LazyTree<string>('codeReview.findings', () => loads.shift()?.() ?? assert.fail());
    await assert.rejects(tree.getChildren(), /no such file/);
    assert.deepEqual(await tree.getChildren(), ['orders']);
    tree.dispose();
  });
});
