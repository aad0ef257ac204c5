import assert from 'node:assert/strict';
import path from 'node:path';
import fc from 'fast-check';
import type { FindingState } from '../../../../src/core/review/finding.ts';
import type { ReviewComment } from '../../../../src/core/review/review.ts';
import { severities } from '../../../../src/core/review/severity.ts';
import type { Decision } from '../../../../src/reviews/decisions/decisions.ts';
import { fingerprintsOf } from '../../../../src/reviews/decisions/fingerprint.ts';
import type { SettledRecord } from '../../../../src/reviews/store/reviewRecord.ts';
import type * as Rows from '../../../../src/vscode/views/findingsTree/rows.ts';
import type { Grouping, Row, TreeContent } from '../../../../src/vscode/views/findingsTree/rows.ts';
import type { WorkItem } from '../../../../src/vscode/findings/worklist.ts';
import { aComment, aReview, aSubject } from '../../reviews/builders.ts';
import { standInForEditor } from '../../security/editor.ts';

interface Placed {
  readonly comment: Partial<ReviewComment>;
  readonly state: FindingState;
  /** Whether its file is here. */
  readonly isHere: boolean;
  readonly decision: Decision['state'];
}

function record(reviewId: string, given: Parameters<typeof aReview>[0] = {}, service = 'embedded'): SettledRecord {
  const review = aReview({ id: reviewId, ...given });
  return { state: 'completed', subject: aSubject({ service }), triggeredAt: 0, settledAt: 0, reviewId, review };
}

const uriOf = (file: string): WorkItem['uri'] => ({ toString: () => `file://${file}` }) as unknown as WorkItem['uri'];

/** The tree of a review with these findings, as it is drawn. */
function contentOf(placed: readonly Placed[], shown: SettledRecord, grouping: Grouping): TreeContent {
  const comments = placed.map(({ comment }) => aComment(comment));
  const prints = fingerprintsOf(comments);
  const items = placed.map(({ state, isHere, decision }, index): WorkItem => {
    const comment = comments[index] ?? assert.fail();
    const decided: Record<Decision['state'], Decision> = {
      open: { state: 'open' },
      done: { state: 'done', at: 1 },
      dismissed: { state: 'dismissed', at: 1, reason: 'Wrong' },
    };
    return {
      finding: { id: `${shown.reviewId}/${index}`, comment, state, range: undefined },
      uri: isHere && comment.path !== undefined ? uriOf(path.posix.join('/work', comment.path)) : undefined,
      fingerprint: prints[index] ?? assert.fail(),
      decision: decided[decision],
    };
  });
  return { record: shown, behind: 0, worklist: { items, record: shown, hidden: 3 }, grouping, earlier: [] };
}

// Ids of other rows among them, and what stands in no id of a well-meaning service.
const words = fc.oneof(
  fc.constantFrom('a', 'b', '', 'general', 'note:0', 'finding:', '\u0000\u001b[2J', '\u202e', '\ud800', '__proto__'),
  fc.string({ maxLength: 4 }),
);
const findings = fc.array(
  fc.record({
    comment: fc.record({
      path: fc.option(fc.constantFrom('src/a.ts', 'src/A.ts', 'b', 'src/a b.ts', 'src/a%20b.ts'), { nil: undefined }),
      title: words,
      rule: fc.option(words, { nil: undefined }),
      category: fc.option(words, { nil: undefined }),
      quotedCode: fc.option(words, { nil: undefined }),
      severity: fc.constantFrom(...severities),
      resolved: fc.boolean(),
    }),
    state: fc.constantFrom<FindingState>('current', 'changed', 'moved', 'outdated', 'unplaced'),
    isHere: fc.boolean(),
    decision: fc.constantFrom<Decision['state']>('open', 'open', 'open', 'done', 'dismissed'),
  }),
  { maxLength: 30 },
);

describe('the rows of the findings tree', () => {
  let rows: typeof Rows;

  before(async () => {
    standInForEditor();
    rows = await import('../../../../src/vscode/views/findingsTree/rows.ts');
  });

  const all = (some: readonly Row[]): Row[] => some.flatMap(row => [row, ...all(rows.rowsBelow(row))]);

  /** The id of each finding's row by the finding's title. */
  function idsByTitle(content: TreeContent): ReadonlyMap<string, string> {
    const below = all(rows.topRows(content));
    return new Map(below.flatMap(row => (row.kind === 'finding' ? [[row.item.finding.comment.title, row.id]] : [])));
  }

  it('have an id each that no other has, whatever the service says', () => {
    const earlier = fc.uniqueArray(fc.tuple(words, fc.constantFrom('embedded', 'https://review.example.com')), {
      selector: pair => JSON.stringify(pair),
      maxLength: 10,
    });
    const texts = fc.array(words, { maxLength: 5 });
    fc.assert(
      fc.property(findings, fc.constantFrom(...rows.groupings), earlier, texts, (placed, grouping, past, notes) => {
        const shown = record('rev_1', { notes, undecoded: notes });
        const content = contentOf(placed, shown, grouping);
        const drawn = all(
          rows.topRows({ ...content, earlier: past.map(([reviewId, service]) => record(reviewId, {}, service)) }),
        );
        const ids = drawn.map(({ id }) => id);
        assert.equal(new Set(ids).size, ids.length, ids.join('\n'));
        assert.ok(ids.every(id => id !== ''));
        assert.equal(drawn.filter(({ kind }) => kind === 'finding').length, placed.length);
        assert.equal(drawn.filter(({ kind }) => kind === 'review').length, 1 + past.length);
      }),
    );
  });

  it('keep their ids in the next review, where another comment comes first and lines have shifted', () => {
    const placed = (title: string, startLine: number): Placed => ({
      comment: { title, range: { startLine, endLine: startLine } },
      state: 'current',
      isHere: true,
      decision: 'open',
    });
    const before = [placed('One', 3), placed('Two', 9)];
    const after = [placed('New', 1), placed('Two', 19), placed('One', 13)];
    for (const grouping of rows.groupings) {
      const [first, next] = [
        idsByTitle(contentOf(before, record('rev_1'), grouping)),
        idsByTitle(contentOf(after, record('rev_2'), grouping)),
      ];
      assert.deepEqual([next.get('One'), next.get('Two')], [first.get('One'), first.get('Two')]);
      assert.notEqual(next.get('New'), undefined);
    }
  });

  it('say why a review failed or what it lacks', () => {
    const textsOf = (shown: SettledRecord): string[] =>
      rows.topRows(contentOf([], shown, 'file')).flatMap(row => (row.kind === 'text' ? [row.text] : []));
    const gaps = ['ESLint failed', 'the comments stand at another address'];
    assert.equal(textsOf(record('r', { gaps }))[0], `Incomplete: ${gaps.join(', ')}`);
    assert.equal(textsOf({ ...record('r', { reason: 'Too big' }), state: 'failed' })[0], 'Too big');
    assert.deepEqual(textsOf(record('r')), textsOf(record('r', { reason: 'All went well' })));
    // What it lacks is told in full below.
    assert.deepEqual(textsOf(record('r', { gaps, notes: ['ESLint failed: no memory.'] })), textsOf(record('r')));
  });

  it('keep the id of a file when the finding that named it first is done', () => {
    const placed = (file: string, decision: Decision['state']): Placed => {
      return { comment: { path: file, title: file }, state: 'current', isHere: true, decision };
    };
    const fileRows = (decision: Decision['state']): string[] =>
      rows
        .topRows(contentOf([placed('src/./a.ts', decision), placed('src/a.ts', 'open')], record('rev_1'), 'file'))
        .flatMap(row => (row.kind === 'file' ? [row.id] : []));
    assert.equal(fileRows('open').length, 1);
    assert.deepEqual(fileRows('done'), fileRows('open'));
  });
});
