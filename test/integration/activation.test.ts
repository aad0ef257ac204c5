import assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('the extension in a real VS Code', () => {
  it('activates', async () => {
    const extension = vscode.extensions.getExtension('code-review.code-review');
    assert.ok(extension, 'the extension is not there');
    await extension.activate();
    assert.equal(extension.isActive, true);
  });

  it('finds the git extension that it asks for repositories', () => {
    assert.ok(vscode.extensions.getExtension('vscode.git'));
  });
});
