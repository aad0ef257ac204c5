import assert from 'node:assert/strict';
import Module from 'node:module';
import path from 'node:path';
import * as vscode from 'vscode';

describe('the extension in a real VS Code', () => {
  it('activates, and loads nothing else for that', async () => {
    const extension = vscode.extensions.getExtension('code-review.code-review');
    assert.ok(extension, 'the extension is not there');
    await extension.activate();
    assert.equal(extension.isActive, true);
    const dist = path.join(extension.extensionPath, 'dist', path.sep);
    const { _cache: loaded } = Module as unknown as { readonly _cache: Readonly<Record<string, unknown>> };
    assert.deepEqual(
      Object.keys(loaded).filter(file => file.startsWith(dist)),
      [`${dist}extension.js`],
    );
  });

  it('finds the git extension that it asks for repositories', () => {
    assert.ok(vscode.extensions.getExtension('vscode.git'));
  });
});
