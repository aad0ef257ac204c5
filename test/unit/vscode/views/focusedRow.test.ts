import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { FindingsView } from '../../../../src/vscode/views/findingsTree/findingsView.ts';
import { textRow, type Row } from '../../../../src/vscode/views/findingsTree/row.ts';
import { currentReviews } from '../../../../src/reviews/current/currentReviews.ts';
import { rowsIn } from '../../../../src/vscode/views/findingsTree/rowOrder.ts';
import { topRows } from '../../../../src/vscode/views/findingsTree/rows.ts';
import { aComment, aReview, aSubject } from '../../reviews/builders.ts';
import { standInForEditor } from '../../security/shown/editor.ts';
import { overviewWith } from './workItems.ts';

describe('the row in focus', () => {
  before(() => standInForEditor());

  afterEach(() => mock.restoreAll());

  const nothing = { dispose: () => undefined };
  const never = () => nothing;
  let overview: ReturnType<typeof overviewWith>;
  let view: { visible: boolean; selection: readonly Row[]; badge?: unknown; message?: unknown };
  /** Selects a row, as a click does. */
  let select: (event: { readonly selection: readonly Row[] }) => void;

  beforeEach(() => (overview = { repositories: [], findings: [] } as never));

  /** Opens the view, on which the editor draws what it is told to. */
  async function open(): Promise<FindingsView> {
    const { FindingsView } = await import('../../../../src/vscode/views/findingsTree/findingsView.ts');
    const events = {
      onDidCollapseElement: never,
      onDidExpandElement: never,
      onDidChangeVisibility: never,
      onDidChangeSelection: (listener: typeof select) => ((select = listener), nothing),
    };
    view = { visible: true, selection: [], ...events };
    const tree: FindingsView = new FindingsView(
      { view, redraw: () => tree.getChildren() } as never,
      { onDidChange: never, overview, filter: '' } as never,
      { unreadable: 0 },
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

  describe('once another finding was gone to', () => {
    let tree: FindingsView;
    let rows: readonly Row[];
    /** The row that has the focus in the tree, which only arrow keys and clicks change, and what asks for it. */
    let focused: Row | undefined;

    beforeEach(async () => {
      const comments = ['One', 'Two', 'Three'].map(title => aComment({ title, path: 'a.ts' }));
      const records = [
        { state: 'completed', subject: aSubject({}), triggeredAt: 1, settledAt: 2, reviewId: 'r' } as const,
      ].map(record => ({ ...record, review: aReview({ id: 'r', comments }) }));
      const roots = [{ root: '/work/orders', repository: 'acme/orders', branch: 'feature', head: undefined }];
      const facts = { distance: () => undefined, holds: () => false };
      overview = overviewWith(currentReviews({ roots, records, chosen: new Map(), now: 3, ...facts }));
      rows = rowsIn(topRows(overview, 'file')).filter(({ kind }) => kind === 'finding');
      focused = undefined;
      tree = await open();
      Object.assign(view, {
        reveal: (row: Row, { focus }: { readonly focus: boolean }) => {
          if (focus) focused = row;
          become(row);
          return Promise.resolve();
        },
      });
      const { commands } = await import('vscode');
      mock.method(commands, 'executeCommand', () => {
        if (focused === undefined) return Promise.resolve();
        const { selection } = view;
        const isSelected = selection.includes(focused);
        become(...(isSelected ? selection.filter(row => row !== focused) : [...selection, focused]));
        return Promise.resolve();
      });
    });

    afterEach(() => tree.dispose());

    function become(...selection: readonly Row[]): void {
      view.selection = selection;
      select({ selection });
    }

    function click(index: number): void {
      focused = rows[index] ?? assert.fail();
      become(focused);
    }

    /** Goes to a finding, as the command does. */
    async function goTo(index: number): Promise<void> {
      const row = rows[index];
      await tree.select(row?.kind === 'finding' ? row.item : assert.fail());
    }

    /** The title of the finding that a key in the tree is about, and of the one in focus then. */
    async function asked(): Promise<unknown[]> {
      const row = await tree.focusedRow();
      return [row, focused].map(each => each?.kind === 'finding' && each.item.finding.comment.title);
    }

    it('is that of the finding, and no more the one from before', async () => {
      click(0);
      await goTo(1);
      await goTo(2);
      assert.deepEqual(await asked(), ['Three', 'Three']);
      assert.deepEqual(await asked(), ['Three', 'Three']);
    });

    it('is that of the finding also where none had the focus before', async () => {
      await goTo(1);
      assert.deepEqual(await asked(), ['Two', 'Two']);
    });

    it('is the one that the user goes to in the tree, and stays that', async () => {
      click(0);
      await goTo(2);
      focused = rows[1];
      assert.deepEqual(await asked(), ['Two', 'Two']);
      assert.deepEqual(await asked(), ['Two', 'Two']);
      await goTo(2);
      click(0);
      assert.deepEqual(await asked(), ['One', 'One']);
    });
  });
});
