import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { Emitter } from '../../../../src/core/base/events.ts';
import type { Worklist } from '../../../../src/vscode/findings/worklist.ts';
import { editor, standInForEditor } from '../../security/shown/editor.ts';

describe('the problems of findings', () => {
  before(standInForEditor);

  it('are given to the editor where there are some, which waits after each time before it tells of them', async () => {
    const { Diagnostics } = await import('../../../../src/vscode/views/diagnostics.ts');
    const { Uri } = await import('vscode');
    const changed = new Emitter<readonly vscode.Uri[]>(error => assert.fail(String(error)));
    const diagnostics = new Diagnostics({ onDidChange: changed.event, of: () => [] } as unknown as Worklist);
    changed.fire([]);
    assert.deepEqual(editor.given, []);
    changed.fire([Uri.file('/a.ts'), Uri.file('/b.ts')]);
    assert.deepEqual(editor.given, [2]);
    diagnostics.dispose();
  });
});
