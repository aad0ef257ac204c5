import assert from 'node:assert/strict';
import type { SettledRecord } from '../../../../src/reviews/store/reviewRecord.ts';
import type * as Navigate from '../../../../src/vscode/commands/navigate.ts';
import type { WorkItem } from '../../../../src/vscode/findings/workItem.ts';
import { aComment, aReview, aSubject } from '../../reviews/builders.ts';
import { editor, standInForEditor } from '../../security/shown/editor.ts';
import { itemsOf } from '../views/workItems.ts';

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
  let shown: string[];

  before(async () => {
    standInForEditor();
    editor.activeFile = undefined;
    navigate = await import('../../../../src/vscode/commands/navigate.ts');
  });

  /** Opens a window that shows `items`. */
  function open(): InstanceType<typeof Navigate.Navigation> {
    shown = [];
    const parts = {
      worklist: {
        byId: (id: string) => items.find(({ finding }) => finding.id === id),
        get items() {
          return items;
        },
        hidden: 0,
      },
      threads: { unfold: () => undefined },
      tree: {
        order: () => items,
        select: () => Promise.resolve(),
      },
      showPage: ({ finding }: WorkItem) => (shown.push(finding.comment.title), Promise.resolve()),
    };
    return new navigate.Navigation(parts as never);
  }

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
});
