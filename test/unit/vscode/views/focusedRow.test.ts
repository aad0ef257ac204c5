import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { textRow, type Row } from '../../../../src/vscode/views/findingsTree/row.ts';
import { standInForEditor } from '../../security/shown/editor.ts';

describe('the row in focus', () => {
  before(() => standInForEditor());

  afterEach(() => mock.restoreAll());

  it('is the same for two keys that are pressed at once, and selected as before afterwards', async () => {
    const { FindingsView } = await import('../../../../src/vscode/views/findingsTree/findingsView.ts');
    const { commands } = await import('vscode');
    const [focused, other] = ['focused', 'other'].map(id => textRow(id, id, 'info'));
    assert.ok(focused !== undefined && other !== undefined);
    const nothing = { dispose: () => undefined };
    const never = () => nothing;
    const view = {
      visible: true,
      selection: [other] as readonly Row[],
      onDidCollapseElement: never,
      onDidExpandElement: never,
      onDidChangeVisibility: never,
    };
    mock.method(commands, 'executeCommand', async (command: string) => {
      assert.equal(command, 'list.toggleSelection');
      // The command is on its way to the window.
      await Promise.resolve();
      const { selection } = view;
      view.selection = selection.includes(focused) ? selection.filter(row => row !== focused) : [...selection, focused];
    });
    const tree = new FindingsView(
      { view, redraw: () => undefined } as never,
      { onDidChange: never } as never,
      {} as never,
    );
    const rows = await Promise.all([tree.focusedRow(), tree.focusedRow()]);
    assert.deepEqual([rows, view.selection], [[focused, focused], [other]]);
    tree.dispose();
  });
});
