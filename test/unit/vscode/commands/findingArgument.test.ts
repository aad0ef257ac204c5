import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { CodeReviewError } from '../../../../src/core/base/errors.ts';
import type * as Commands from '../../../../src/vscode/commands/findingArgument.ts';
import { textRow, type Row } from '../../../../src/vscode/views/findingsTree/row.ts';
import type { FindingThread } from '../../../../src/vscode/views/commentThreads.ts';
import type { WorkItem } from '../../../../src/vscode/findings/workItem.ts';
import type { Worklist } from '../../../../src/vscode/findings/worklist.ts';
import { aComment, aReview, aSubject } from '../../reviews/builders.ts';
import { editor, standInForEditor } from '../../security/shown/editor.ts';
import { itemsOf } from '../views/workItems.ts';

describe('a command about a finding', () => {
  const review = aReview({ comments: [aComment({})] });
  const ended = {
    state: 'completed',
    subject: aSubject({}),
    triggeredAt: 1,
    settledAt: 2,
    reviewId: 'r',
    review,
  } as const;
  const [made = assert.fail()] = itemsOf(ended);
  const item: WorkItem = { ...made, finding: { ...made.finding, id: 'r/0' } };
  let shown: WorkItem | undefined = item;
  const byId = (id: string): WorkItem | undefined => (id === 'r/0' ? shown : undefined);
  const worklist = { byId, of: () => [] } as unknown as Worklist;
  const done: WorkItem[] = [];
  /** What the tree has in focus, and what it was told to give the focus to. */
  let inFocus: Row | undefined;
  const focused: WorkItem[] = [];
  const neighbour: WorkItem = { ...made, key: 'next' };
  const tree = {
    focusedRow: () => Promise.resolve(inFocus),
    neighbourOf: () => neighbour,
    focus: (each: WorkItem) => {
      focused.push(each);
      return Promise.resolve();
    },
  };
  const closed: WorkItem = { ...item, isOpen: false };
  let command: ReturnType<ReturnType<typeof Commands.findingCommands>>;

  before(async () => {
    standInForEditor();
    const { findingCommands } = await import('../../../../src/vscode/commands/findingArgument.ts');
    command = findingCommands(
      worklist,
      tree,
    )((each, keepsFocus) => {
      done.push(each);
      kept = keepsFocus;
      if (closes) shown = closed;
      return Promise.resolve();
    });
  });

  let closes = false;
  let kept = false;
  beforeEach(() => {
    done.splice(0);
    focused.splice(0);
    shown = item;
    closes = false;
  });

  const row = (of: WorkItem): Row => ({ kind: 'finding', id: 'finding:f0', item: of, isInFile: false, rows: () => [] });
  const thread = (findingId?: string): FindingThread => ({ findingId }) as unknown as FindingThread;

  it('is about the one whose id, row or thread it is called with, as it is now', async () => {
    const before: WorkItem = { ...item, decision: { state: 'done', at: 1 } };
    for (const argument of ['r/0', row(before), thread('r/0')]) await command(argument);
    assert.deepEqual(done, [item, item, item]);
  });

  it('does nothing where that is gone, whatever the editor hands over for it', async () => {
    const gone = { ...item, finding: { ...item.finding, id: 'r/1' } };
    const group: Row = {
      kind: 'group',
      id: 'general',
      label: '',
      icon: '',
      count: 0,
      rows: () => [],
      collapsed: false,
    };
    const unknown = [undefined, null, group, thread()];
    for (const argument of [...unknown, 'r/1', row(gone), thread('r/1')]) {
      await assert.rejects(command(argument, undefined), error => {
        assert.ok(CodeReviewError.is(error, 'input'));
        const isUnknown = unknown.some(each => each === argument);
        assert.match(error.message, isUnknown ? /just drawn anew/ : /^This finding is no longer shown\.$/);
        return true;
      });
    }
    assert.deepEqual(done, []);
  });

  it('is about the preview that is in sight, and not about one whose buttons are left', async () => {
    const { TabInputTextDiff } = await import('vscode');
    const preview = (id: string) =>
      ({ scheme: 'code-review-preview', query: id, toString: () => id }) as unknown as vscode.Uri;
    const show = (id: string): void => {
      editor.tabGroups = [{ activeTab: { input: new TabInputTextDiff(preview('file'), preview(id)) } }];
    };
    show('r/1');
    await assert.rejects(command(preview('r/0')), /Another suggestion is shown by now/);
    assert.deepEqual(done, []);
    show('r/0');
    await command(preview('r/0'));
    assert.deepEqual(done, [item]);
  });

  it('is about the row in focus where it is called by a key in the tree, and about no other', async () => {
    inFocus = row(item);
    await command({ kind: 'focused' });
    assert.deepEqual(done, [item]);
    for (inFocus of [undefined, textRow('t', 'Checked 3 files.', 'note')])
      await assert.rejects(command({ kind: 'focused' }), /The row in focus is not a finding/);
    assert.deepEqual(done, [item]);
  });

  it('keeps the focus where a key asks for that, and does what the key does in any list on other rows', async () => {
    inFocus = row(item);
    await command({ kind: 'focused', keepsFocus: true });
    assert.deepEqual([done.splice(0), kept], [[item], true]);
    await command({ kind: 'focused' });
    assert.deepEqual([done.splice(0), kept], [[item], false]);
    inFocus = textRow('t', 'Checked 3 files.', 'note');
    editor.ran.splice(0);
    await command({ kind: 'focused', keepsFocus: true });
    assert.deepEqual([done, editor.ran], [[], [['list.selectAndPreserveFocus']]]);
  });

  it('gives the focus to the next row once the finding has left its own, and only in the tree', async () => {
    inFocus = row(item);
    await command({ kind: 'focused' });
    assert.deepEqual(focused, [], 'nothing was decided, as when a question was dismissed');
    closes = true;
    await command({ kind: 'focused' });
    shown = item;
    await command(row(item));
    assert.deepEqual(focused, [neighbour, neighbour]);
    shown = item;
    await command(thread('r/0'));
    assert.equal(focused.length, 2);
  });

  it('is about the next row where its key is pressed again meanwhile, and leaves out a key that is held down', async () => {
    const { findingCommands } = await import('../../../../src/vscode/commands/findingArgument.ts');
    const items = ['r/0', 'r/1', 'r/2'].map((id): WorkItem => ({ ...item, finding: { ...item.finding, id } }));
    const closedIds: string[] = [];
    const current = (id: string): WorkItem | undefined => {
      const found = items.find(({ finding }) => finding.id === id);
      return found && { ...found, isOpen: !closedIds.includes(id) };
    };
    let at = 0;
    const rows = {
      focusedRow: () => Promise.resolve(row(items[at] ?? item)),
      neighbourOf: () => items[at + 1],
      focus: () => Promise.resolve().then(() => void at++),
    };
    let isAsked = (): void => undefined;
    const asked = new Promise<void>(resolve => (isAsked = resolve));
    let decide = (): void => undefined;
    const decided = new Promise<void>(resolve => (decide = resolve));
    const close = findingCommands(
      { byId: current, of: () => [] } as unknown as Worklist,
      rows,
    )(async ({ finding }) => {
      isAsked();
      await decided;
      closedIds.push(finding.id);
    });
    const press = () => close({ kind: 'focused' });
    const first = press();
    await asked;
    const others = [press(), press(), press()];
    decide();
    await Promise.all([first, ...others]);
    assert.deepEqual(closedIds, ['r/0', 'r/1']);
    await press();
    assert.deepEqual(closedIds, ['r/0', 'r/1', 'r/2']);
  });

  it('says so where it is called with nothing and there is none at the cursor', async () => {
    await assert.rejects(command(), /There is no finding here/);
    assert.deepEqual(done, []);
  });
});
