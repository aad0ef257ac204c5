import assert from 'node:assert/strict';
import { tellingFolders } from '../../../../src/reviews/current/tellingFolders.ts';

describe('the folders that tell repositories of one name apart', () => {
  const folders = (...roots: readonly (readonly [root: string, repository: string])[]): unknown =>
    Object.fromEntries(tellingFolders(roots.map(([root, repository]) => ({ root, repository }))));

  it('are there only where a name is there twice, however it is spelled', () => {
    assert.deepEqual(folders(['/work/orders', 'acme/orders'], ['/work/hotfix', 'acme/stock']), {});
    assert.deepEqual(
      folders(['/work/orders', 'acme/orders'], ['/work/hotfix', 'Acme/Orders'], ['/work/stock', 'acme/stock']),
      { '/work/orders': 'orders', '/work/hotfix': 'hotfix' },
    );
  });

  it('are named with those above them where their own names are equal', () => {
    const name = 'acme/orders';
    assert.deepEqual(folders(['/work/a/orders', name], ['/work/b/orders', name], ['/work/hotfix', name]), {
      '/work/a/orders': 'a/orders',
      '/work/b/orders': 'b/orders',
      '/work/hotfix': 'hotfix',
    });
    assert.deepEqual(folders(['C:\\a\\x\\orders', name], ['C:\\b\\x\\orders', name]), {
      'C:\\a\\x\\orders': 'a/x/orders',
      'C:\\b\\x\\orders': 'b/x/orders',
    });
    assert.deepEqual(folders(['/orders', name], ['/work/orders', name]), {
      '/orders': 'orders',
      '/work/orders': 'work/orders',
    });
  });
});
