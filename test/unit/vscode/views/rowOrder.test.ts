import assert from 'node:assert/strict';
import { aComment, aReview, aSubject } from '../../reviews/builders.ts';
import type { WorkItem } from '../../../../src/vscode/findings/workItem.ts';
import { group, noRows, type Row } from '../../../../src/vscode/views/findingsTree/row.ts';
import { neighbourIn, openFindings, rowsBeside, rowsIn } from '../../../../src/vscode/views/findingsTree/rowOrder.ts';
import { itemsOf } from './workItems.ts';

describe('the row after a finding', () => {
  const comments = ['a', 'b', 'c', 'd'].map(title => aComment({ title, body: title }));
  const review = aReview({ comments });
  const times = { triggeredAt: 1, settledAt: 2 };
  const items = itemsOf({ state: 'completed', subject: aSubject({}), ...times, reviewId: 'r', review });
  const [a, b, c, d] = items as [WorkItem, WorkItem, WorkItem, WorkItem];
  const row = (item: WorkItem, id = item.key): Row => ({ kind: 'finding', id, item, isInFile: true, rows: noRows });
  const closed = { ...c, isOpen: false };
  const rows = [
    ...group('one', 'refund.ts', 'file', [row(a), row(b)]),
    ...group('two', 'order.ts', 'file', [row(d)]),
    ...group('three', 'Done and dismissed', 'check', [row(closed)]),
  ];
  const title = (item: WorkItem | undefined): string | undefined => item?.finding.comment.title;

  it('is the next open one, also in the next file', () => {
    assert.equal(title(neighbourIn(rows, a)), 'b');
    assert.equal(title(neighbourIn(rows, b)), 'd');
  });

  it('is the one before where it is the last', () => {
    assert.equal(title(neighbourIn(rows, d)), 'b');
  });

  it('is none where it is the only one of its kind', () => {
    assert.equal(neighbourIn(rows, closed), undefined);
    assert.equal(neighbourIn(group('one', 'refund.ts', 'file', [row(a), row(a, 'again')]), a), undefined);
  });
});

describe('the rows beside a finding', () => {
  const found = (repository: string, reviewId: string): WorkItem => {
    const subject = aSubject({ pullRequest: { repository, number: 7 } });
    const review = aReview({ id: reviewId, comments: [aComment({ title: repository })] });
    const record = { state: 'completed', subject, triggeredAt: 1, settledAt: 2, reviewId, review } as const;
    return itemsOf(record)[0] ?? assert.fail();
  };
  const row = (item: WorkItem): Row => ({ kind: 'finding', id: item.key, item, isInFile: true, rows: noRows });
  const repositoryRow = (name: string, item: WorkItem): Row => {
    const repository = { repository: name } as Extract<Row, { kind: 'repository' }>['repository'];
    return { kind: 'repository', id: name, repository, rows: () => [row(item)] };
  };
  const [orders, billing] = [found('acme/orders', 'r1'), found('acme/billing', 'r2')];
  const rows = [repositoryRow('acme/orders', orders), repositoryRow('acme/billing', billing)];

  it('are those of its repository', () => {
    assert.deepEqual(rowsBeside(rows, billing), [rows[1]]);
    const only = [row(orders)];
    assert.deepEqual(rowsBeside(only, billing), only);
  });

  it('are gone through until none of them is open, then those of the other repositories', () => {
    const named = (...open: readonly WorkItem[]): unknown =>
      openFindings(rowsIn(rowsBeside(rows, billing)), rowsIn(rows), open).map(({ finding }) => finding.comment.title);
    assert.deepEqual(named(orders, billing), ['acme/billing']);
    assert.deepEqual(named(orders), ['acme/orders']);
    assert.deepEqual(named(), []);
  });

  it('are those of its repository too where the next review has it no more', () => {
    assert.deepEqual(rowsBeside(rows, found('Acme/Orders', 'before')), [rows[0]]);
  });
});
