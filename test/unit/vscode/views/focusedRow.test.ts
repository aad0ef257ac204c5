import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { FindingsView } from '../../../../src/vscode/views/findingsTree/findingsView.ts';
import { textRow, type Row } from '../../../../src/vscode/views/findingsTree/row.ts';
import { standInForEditor } from '../../security/shown/editor.ts';

describe('the row in focus', () => {
  before(() => standInForEditor());

  afterEach(() => mock.restoreAll());

  const nothing = { dispose: () => undefined };
  const never = () => nothing;
  const overview = { repositories: [] };
  let view: { visible: boolean; selection: readonly Row[]; badge?: unknown; message?: unknown };

  /** Opens the view, on which the editor draws what it is told to. */
  async function open(): Promise<FindingsView> {
    const { FindingsView } = await import('../../../../src/vscode/views/findingsTree/findingsView.ts');
    const events = {
      onDidCollapseElement: never,
      onDidExpandElement: never,
      onDidChangeVisibility: never,
      onDidChangeSelection: never,
    };
    view = { visible: true, selection: [], ...events };
    const tree: FindingsView = new FindingsView(
      { view, redraw: () => tree.getChildren() } as never,
      { onDidChange: never, overview, filter: '' } as never,
      { get: (_: string, otherwise: unknown) => otherwise } as never,
    );
    return tree;
  }

  it('is the same for two keys that are pressed at once, and selected as before afterwards', async () => {
    const { commands } = await import('vscode');
    const [focused, other] = ['focused', 'other'].map(id => textRow(id, id, 'info'));
    assert.ok(focused !== undefined && other !== undefined);
    const tree = await open();
    view.selection = [other];
    mock.method(commands, 'executeCommand', async (command: string) => {
      assert.equal(command, 'list.toggleSelection');
      // The command is on its way to the window.
      await Promise.resolve();
      const { selection } = view;
      view.selection = selection.includes(focused) ? selection.filter(row => row !== focused) : [...selection, focused];
    });
    const rows = await Promise.all([tree.focusedRow(), tree.focusedRow()]);
    assert.deepEqual([rows, view.selection], [[focused, focused], [other]]);
    tree.dispose();
  });

  it('is asked for once what has changed is drawn, and not told where the editor does not know it', async () => {
    const { commands } = await import('vscode');
    const tree = await open();
    const drawn = mock.method(tree, 'getChildren');
    mock.method(commands, 'executeCommand', () => {
      assert.equal(drawn.mock.callCount(), 1);
      return Promise.reject(new Error('TreeError: Data tree node not found'));
    });
    await assert.rejects(tree.focusedRow(), /The findings were just drawn anew, so this was not done/);
    tree.dispose();
  });
});
