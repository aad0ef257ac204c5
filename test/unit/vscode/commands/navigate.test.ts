import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type * as vscode from 'vscode';
import { currentReviews } from '../../../../src/reviews/current/currentReviews.ts';
import type { ReviewRecord, SettledRecord } from '../../../../src/reviews/store/reviewRecord.ts';
import type * as Navigate from '../../../../src/vscode/commands/navigate.ts';
import type { WorkItem } from '../../../../src/vscode/findings/workItem.ts';
import { aComment, aRecord, aReview, aSubject } from '../../reviews/builders.ts';
import { editor, standInForEditor } from '../../security/shown/editor.ts';
import { itemsOf, overviewWith } from '../views/workItems.ts';

const picture = 'Picture';

/** The findings of a review with these titles, in no file but for the one of a picture. */
function found(reviewId: string, ...titles: readonly string[]): WorkItem[] {
  const comments = titles.map(title => {
    return aComment({ title, path: title === picture ? 'a.png' : undefined, range: undefined });
  });
  const subject = aSubject({});
  const review = aReview({ id: reviewId, comments });
  const record: SettledRecord = { state: 'completed', subject, triggeredAt: 1, settledAt: 2, reviewId, review };
  return itemsOf(record);
}

describe('going to the next finding', () => {
  let navigate: typeof Navigate;
  let items: readonly WorkItem[];
  /** The reviews of the window. */
  let records: readonly ReviewRecord[] = [];
  const facts = { distance: () => undefined, holds: () => false };
  let shown: string[];
  let selected: string[];

  before(async () => {
    standInForEditor();
    editor.activeFile = undefined;
    navigate = await import('../../../../src/vscode/commands/navigate.ts');
  });

  /** Opens a window that shows `items`. */
  function open(): InstanceType<typeof Navigate.Navigation> {
    [shown, selected] = [[], []];
    const parts = {
      worklist: {
        byId: (id: string) => items.find(({ finding }) => finding.id === id),
        get items() {
          return items;
        },
        hidden: 0,
        get overview() {
          const roots = [{ root: '/work/orders', repository: 'acme/orders', branch: 'feature', head: undefined }];
          return overviewWith(currentReviews({ roots, records, chosen: new Map(), now: 1, ...facts }));
        },
      },
      threads: { unfold: () => undefined },
      tree: {
        order: () => items,
        select: ({ finding }: WorkItem) => (selected.push(finding.comment.title), Promise.resolve()),
      },
      showPage: ({ finding }: WorkItem) => (shown.push(finding.comment.title), Promise.resolve()),
    };
    return new navigate.Navigation(parts as never);
  }

  it('says that none is left only where a review has a result', async () => {
    items = [];
    const said = async (...known: readonly ReviewRecord[]): Promise<string | undefined> => {
      records = known;
      await open().go(1);
      return editor.told.at(-1);
    };
    const none = 'No review here has a result yet, so there are no findings to go to.';
    const pending = { reviewId: 'rev_1', watched: true, review: aReview({ comments: undefined }) };
    assert.equal(await said(), none);
    assert.equal(await said({ state: 'pending', subject: aSubject({}), triggeredAt: 1, ...pending }), none);
    assert.equal(await said(aRecord({})), 'No finding is left to go to.');
    assert.equal(await said(aRecord({ subject: aSubject({ branch: 'other' }) })), none);
  });

  it('says that it has gone around, and where there is one finding that there is no other', async () => {
    const told = async (...titles: readonly string[]): Promise<string | undefined> => {
      items = found('rev_1', ...titles);
      const navigation = open();
      for (let step = 0; step <= titles.length; step++) await navigation.go(1);
      return editor.told.at(-1);
    };
    assert.equal(await told('One', 'Two'), '$(sync) That was the last finding: back at the first of 2');
    assert.equal(await told('One'), '$(sync) There is no other finding');
  });

  it('goes on from the same finding where the next review has it too', async () => {
    items = found('rev_1', 'One', 'Two', 'Three');
    const navigation = open();
    await navigation.go(1);
    await navigation.go(1);
    items = found('rev_2', 'New', 'One', 'Two', 'Three');
    await navigation.go(1);
    items = found('rev_3', 'One', 'Two', 'Three');
    await navigation.go(-1);
    assert.deepEqual(shown, ['One', 'Two', 'Three', 'Two']);
  });

  it('goes on behind it where the next review has it no more', async () => {
    items = found('rev_1', 'One', 'Two', 'Three');
    const navigation = open();
    await navigation.go(1);
    await navigation.go(1);
    items = found('rev_2', 'One', 'Three');
    await navigation.go(1);
    assert.deepEqual(shown, ['One', 'Two', 'Three']);
  });

  it('shows the page of one whose file is no text, and goes on behind it', async () => {
    items = found('rev_1', 'One', picture, 'Three');
    const navigation = open();
    for (const direction of [1, 1, 1, -1] as const) await navigation.go(direction);
    assert.deepEqual(shown, ['One', picture, 'Three', picture]);
  });

  describe('whose file is slow to open', () => {
    /** Has the file that was asked for first open, or not at all. */
    let opened: () => void;

    beforeEach(async () => {
      items = found('rev_1', picture, 'Two', 'Three');
      const { workspace } = await import('vscode');
      const slow = new Promise<vscode.TextDocument>((_resolve, reject) => {
        opened = () => reject(new Error('It is no text.'));
      });
      mock.method(workspace, 'openTextDocument', () => slow);
    });

    afterEach(() => mock.restoreAll());

    it('goes on from there where it is asked to again meanwhile', async () => {
      const navigation = open();
      const going = [navigation.go(1), navigation.go(1), navigation.go(1)];
      opened();
      await Promise.all(going);
      assert.deepEqual([shown.at(-1), selected.at(-1)], ['Three', 'Three']);
    });

    it('stays where the user has gone meanwhile', async () => {
      const navigation = open();
      const [slow = assert.fail(), two = assert.fail()] = items;
      const showing = navigation.show(slow);
      await navigation.show(two);
      opened();
      await showing;
      assert.deepEqual([shown, selected], [['Two'], ['Two']]);
      await navigation.go(1);
      assert.deepEqual(shown, ['Two', 'Three']);
    });

    it('goes on from the finding, and not from a cursor that is not there yet', async () => {
      const [first = assert.fail()] = items;
      const at = (line: number, title: string): WorkItem => {
        const range = { startLine: line, startColumn: 0, endLine: line, endColumn: 1 };
        const comment = { ...first.finding.comment, title };
        return { ...first, fingerprint: title, finding: { ...first.finding, id: title, comment, range } };
      };
      items = [at(4, 'Five'), at(8, 'Nine')];
      const cursor = { document: { uri: first.uri }, selection: { active: { line: 0, character: 0 } } };
      const { window } = await import('vscode');
      mock.getter(window, 'activeTextEditor', () => cursor);
      const navigation = open();
      const going = [navigation.go(1), navigation.go(1)];
      opened();
      await Promise.all(going);
      assert.deepEqual([shown, selected], [['Nine'], ['Nine']]);
    });
  });
});
