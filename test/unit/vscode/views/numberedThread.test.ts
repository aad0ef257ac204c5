import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type * as vscode from 'vscode';
import { Emitter } from '../../../../src/core/base/events.ts';
import type * as Navigate from '../../../../src/vscode/commands/navigate.ts';
import type { WorkItem } from '../../../../src/vscode/findings/workItem.ts';
import type { FindingThread } from '../../../../src/vscode/views/commentThreads.ts';
import { aComment, aRecord, aReview } from '../../reviews/builders.ts';
import { editor, standInForEditor } from '../../security/shown/editor.ts';
import { itemsOf, uriOf } from './workItems.ts';

const file = '/work/src/a.ts';

/** The findings of a review with these titles in one file, of which some are done. */
function found(reviewId: string, titles: readonly string[], ...done: readonly string[]): WorkItem[] {
  const comments = titles.map(title => aComment({ title, path: 'src/a.ts' }));
  const record = aRecord({ reviewId, review: aReview({ id: reviewId, comments }) });
  return itemsOf(record, index => (done.includes(titles[index] ?? '') ? { decision: { state: 'done', at: 1 } } : {}));
}

describe('the number of the finding that was gone to', () => {
  let items: readonly WorkItem[];
  let threads: Partial<FindingThread>[];
  let navigation: Navigate.Navigation;
  let changed: Emitter<readonly vscode.Uri[]>;

  before(() => standInForEditor());

  beforeEach(async () => {
    const { CommentThreads } = await import('../../../../src/vscode/views/commentThreads.ts');
    const { Navigation } = await import('../../../../src/vscode/commands/navigate.ts');
    mock.timers.enable({ apis: ['setTimeout'] });
    [threads, items] = [[], []];
    editor.visible = [file];
    editor.comments = {
      createCommentThread: (uri: vscode.Uri) => {
        const thread: Partial<FindingThread> = {
          uri,
          dispose: () => void (threads = threads.filter(each => each !== thread)),
        };
        // A place is another object each time.
        Object.defineProperty(thread, 'range', { get: () => undefined, set: Boolean });
        threads.push(thread);
        return thread;
      },
      dispose: () => undefined,
    };
    changed = new Emitter(error => assert.fail(String(error)));
    const open = (): readonly WorkItem[] => items.filter(({ isOpen }) => isOpen);
    const worklist = {
      onDidChange: changed.event,
      of: () => items,
      byId: (id: string) => items.find(({ finding }) => finding.id === id),
      get items() {
        return items;
      },
    };
    const parts = {
      worklist,
      threads: new CommentThreads(worklist as never),
      tree: { order: open, select: () => Promise.resolve() },
      showPage: () => Promise.resolve(),
    };
    navigation = new Navigation(parts as never);
  });

  afterEach(() => {
    mock.timers.reset();
    editor.visible = [];
  });

  /** Has these findings shown instead. @returns the numbers in the threads, once typing rests */
  function numbersOf(shown: readonly WorkItem[]): string[] {
    items = shown;
    const uri = uriOf(file);
    changed.fire(uri === undefined ? [] : [uri]);
    mock.timers.tick(300);
    return threads.flatMap(({ label }) => /^\d+ of \d+/.exec(label ?? '')?.[0] ?? []);
  }

  it('follows what is done, reopened and found, and is gone once the finding itself is done', async () => {
    const titles = ['One', 'Two', 'Three'];
    items = found('rev_1', titles);
    await navigation.go(1);
    await navigation.go(1);
    assert.deepEqual(numbersOf(items), ['2 of 3']);
    assert.deepEqual(numbersOf(found('rev_1', titles, 'One')), ['1 of 2']);
    assert.deepEqual(numbersOf(found('rev_1', titles, 'One', 'Two')), []);
    assert.deepEqual(numbersOf(found('rev_1', titles)), ['2 of 3']);
    assert.deepEqual(numbersOf(found('rev_2', ['New', ...titles, 'Last'])), ['3 of 5']);
    assert.deepEqual(numbersOf(found('rev_3', ['New', 'Last'])), []);
    assert.deepEqual(numbersOf(found('rev_4', titles)), ['2 of 3']);
  });
});
