import assert from 'node:assert/strict';
import { editor, standInForEditor } from '../../security/shown/editor.ts';

describe('a window without a folder on disk', () => {
  before(() => {
    standInForEditor();
    // What the tests of other files opened in it.
    editor.folders = [];
  });
  afterEach(() => {
    editor.folders = [];
    editor.scheme = 'file';
  });

  it('reads what is so', async () => {
    const { noRepository } = await import('../../../../src/vscode/repository/windowFolders.ts');
    editor.isTrusted = true;
    assert.equal(noRepository().message, 'No folder is open.');
    assert.equal(noRepository().details.next, 'openFolder');
    editor.folders = ['/acme/orders'];
    assert.match(noRepository().message, /No folder of this window is in a git repository/);
    editor.scheme = 'vscode-vfs';
    assert.match(noRepository().message, /^This workspace is virtual/);
    editor.scheme = 'vsls';
    assert.match(noRepository().message, /guest of a Live Share session/);
  });
});
