import assert from 'node:assert/strict';
import Module from 'node:module';
import path from 'node:path';
import * as vscode from 'vscode';

/** The files of the extension that are loaded, but for what looks afterwards whether others have reviewed. */
function loadedFiles(extension: vscode.Extension<unknown>): string[] {
  const dist = path.join(extension.extensionPath, 'dist', path.sep);
  const { _cache: loaded } = Module as unknown as { readonly _cache: Readonly<Record<string, unknown>> };
  const files = Object.keys(loaded).flatMap(file => (file.startsWith(dist) ? [file.slice(dist.length)] : []));
  return files.filter(file => file !== 'reviewed.js');
}

describe('the extension in a real VS Code', () => {
  it('activates, and loads nothing else for that', async () => {
    const extension = vscode.extensions.getExtension('code-review.code-review');
    assert.ok(extension, 'the extension is not there');
    await extension.activate();
    assert.equal(extension.isActive, true);
    assert.deepEqual(loadedFiles(extension), ['extension.js']);
  });

  it('has every command then, and loads what runs them with the first', async () => {
    const extension = vscode.extensions.getExtension('code-review.code-review');
    assert.ok(extension, 'the extension is not there');
    const { contributes } = extension.packageJSON as { contributes: { commands: readonly { command: string }[] } };
    const registered = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(
      contributes.commands.filter(({ command }) => !registered.has(command)),
      [],
    );
    await vscode.commands.executeCommand('codeReview.clearFindingsFilter');
    assert.deepEqual(loadedFiles(extension), ['extension.js', 'main.js']);
  });

  it('finds the git extension that it asks for repositories', () => {
    assert.ok(vscode.extensions.getExtension('vscode.git'));
  });
});
