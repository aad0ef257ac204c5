import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { FindingState } from '../../../../src/core/review/finding.ts';
import type { ReviewComment } from '../../../../src/core/review/review.ts';
import { severities } from '../../../../src/core/review/severity.ts';
import { currentReviews } from '../../../../src/reviews/current/currentReviews.ts';
import type { WindowOverview } from '../../../../src/reviews/current/overview.ts';
import type { Decision } from '../../../../src/reviews/decisions/decisions.ts';
import type { SettledRecord } from '../../../../src/reviews/store/reviewRecord.ts';
import type { WorkItem } from '../../../../src/vscode/findings/workItem.ts';
import type * as Findings from '../../../../src/vscode/views/findingsTree/findingRows.ts';
import type { Row } from '../../../../src/vscode/views/findingsTree/row.ts';
import { lackText } from '../../../../src/vscode/views/findingsTree/lackText.ts';
import type * as Rows from '../../../../src/vscode/views/findingsTree/rows.ts';
import { tries } from '../../../host/seed.ts';
import { aComment, aReview, aSubject } from '../../reviews/builders.ts';
import { SimulatedWindow, steps } from '../../reviews/current/window.ts';
import { standInForEditor } from '../../security/shown/editor.ts';
import { itemsOf, overviewWith } from './workItems.ts';

interface Placed {
  readonly comment: Partial<ReviewComment>;
  readonly state?: FindingState;
  /** Whether its file is here. */
  readonly isHere?: boolean;
  readonly decision?: Decision['state'];
}

const decided: Record<Decision['state'], Decision> = {
  open: { state: 'open' },
  done: { state: 'done', at: 1 },
  dismissed: { state: 'dismissed', at: 1, reason: 'Wrong' },
};

function record(reviewId: string, given: Parameters<typeof aReview>[0] = {}, triggeredAt = 100): SettledRecord {
  const review = aReview({ id: reviewId, ...given });
  return { state: 'completed', subject: aSubject({}), triggeredAt, settledAt: triggeredAt, reviewId, review };
}

/** A window with reviews of one pull request, of which the first has these findings. */
function windowOf(
  placed: readonly Placed[],
  shown: SettledRecord,
  ...others: SettledRecord[]
): WindowOverview<WorkItem> {
  const comments = placed.map(({ comment }) => aComment(comment));
  const latest = { ...shown, review: { ...shown.review, comments } };
  const open = { root: '/work/orders', repository: 'acme/orders', branch: 'feature', head: undefined };
  const facts = { distance: () => undefined, holds: () => false };
  const repositories = currentReviews({
    roots: [open],
    records: [latest, ...others],
    chosen: new Map(),
    now: 200,
    ...facts,
  });
  return overviewWith(repositories, each =>
    itemsOf(each, index => {
      const { state = 'current', isHere = true, decision = 'open' } = placed[index] ?? {};
      return { state, isHere, decision: decided[decision] };
    }),
  );
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
  let groupings: typeof Findings.groupings;

  before(async () => {
    standInForEditor();
    rows = await import('../../../../src/vscode/views/findingsTree/rows.ts');
    ({ groupings } = await import('../../../../src/vscode/views/findingsTree/findingRows.ts'));
  });

  const below = (some: readonly Row[]): Row[] => some.flatMap(row => [row, ...below(row.rows())]);
  const all = (overview: WindowOverview<WorkItem>, grouping: Findings.Grouping = 'file'): Row[] =>
    below(rows.topRows(overview, grouping));

  function assertUnique(drawn: readonly Row[]): void {
    const ids = drawn.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length, ids.join('\n'));
    assert.ok(ids.every(id => id !== ''));
  }

  /** The id of each finding's row by the finding's title. */
  function idsByTitle(overview: WindowOverview<WorkItem>, grouping: Findings.Grouping): ReadonlyMap<string, string> {
    const drawn = all(overview, grouping);
    return new Map(drawn.flatMap(row => (row.kind === 'finding' ? [[row.item.finding.comment.title, row.id]] : [])));
  }

  it('have an id each that no other has, whatever the service says', () => {
    const earlier = fc.uniqueArray(words, { maxLength: 10 });
    const texts = fc.array(words, { maxLength: 5 });
    fc.assert(
      fc.property(findings, fc.constantFrom(...groupings), earlier, texts, (placed, grouping, past, notes) => {
        const shown = record('rev_1', { notes, undecoded: notes });
        const others = past.map((reviewId, index) => record(`${reviewId} before`, {}, index));
        const drawn = all(windowOf(placed, shown, ...others), grouping);
        assertUnique(drawn);
        assert.equal(drawn.filter(({ kind }) => kind === 'finding').length, placed.length);
        assert.equal(drawn.filter(({ kind }) => kind === 'earlier').length, past.length);
      }),
    );
  });

  it('lead to every comment, whatever happens in the window', () => {
    fc.assert(
      fc.property(steps, fc.constantFrom(...groupings), (taken, grouping) => {
        const window = new SimulatedWindow();
        for (const step of taken) window.take(step);
        const overview = overviewWith(window.repositories, each =>
          itemsOf(each, () => ({ isHere: each.subject.isOfBranch !== false })),
        );
        const drawn = all(overview, grouping);
        assertUnique(drawn);
        const shown = drawn.flatMap(row => (row.kind === 'finding' ? row.item.sources : []));
        const comments = new Set(shown.map(({ finding }) => finding.comment));
        const offered = drawn.flatMap(row => (row.kind === 'earlier' ? [row.record] : []));
        for (const each of window.records) {
          if (!('review' in each) || offered.some(other => other === each)) continue;
          // A pending review that a later one has overtaken is there to be watched on.
          if (each.state === 'pending' && !drawn.some(row => row.kind === 'review' && row.record === each)) continue;
          for (const comment of each.review.comments ?? []) assert.ok(comments.has(comment), comment.title);
        }
      }),
      { numRuns: tries(3_000) },
    );
  });

  it('keep their ids in the next review, where another comment comes first and lines have shifted', () => {
    const placed = (title: string, startLine: number): Placed => ({
      comment: { title, range: { startLine, endLine: startLine } },
    });
    const before = [placed('One', 3), placed('Two', 9)];
    const after = [placed('New', 1), placed('Two', 19), placed('One', 13)];
    for (const grouping of groupings) {
      const [first, next] = [
        idsByTitle(windowOf(before, record('rev_1')), grouping),
        idsByTitle(windowOf(after, record('rev_2')), grouping),
      ];
      assert.deepEqual([next.get('One'), next.get('Two')], [first.get('One'), first.get('Two')]);
      assert.notEqual(next.get('New'), undefined);
    }
  });

  it('say why a review failed or what it lacks', () => {
    const textsOf = (shown: SettledRecord): string[] =>
      all(windowOf([], shown)).flatMap(row =>
        row.kind === 'lack' ? [lackText(row.record)] : row.kind === 'text' ? [row.text] : [],
      );
    const gaps = ['ESLint failed', 'the comments stand at another address'];
    assert.equal(textsOf(record('r', { gaps }))[0], `Incomplete: ${gaps.join(', ')}.`);
    assert.equal(textsOf({ ...record('r', { reason: 'Too big' }), state: 'failed' })[0], 'Too big');
    assert.deepEqual(textsOf(record('r')), textsOf(record('r', { reason: 'All went well' })));
    // What it lacks is told in full below.
    assert.deepEqual(textsOf(record('r', { gaps, notes: ['ESLint failed: no memory.'] })), [
      'ESLint failed: no memory.',
    ]);
  });

  it('warn of the notes alone that say what a review lacks', () => {
    const notes = ['ESLint failed: no memory.', 'Checked 3 lines.'];
    const icons = (given: Parameters<typeof aReview>[0]): string[] =>
      all(windowOf([], record('r', given))).flatMap(row =>
        row.kind === 'text' || (row.kind === 'group' && row.label === 'About this review') ? [row.icon] : [],
      );
    const gaps = ['ESLint failed'];
    assert.deepEqual(icons({ gaps, notes, gapNotes: notes.slice(0, 1) }), ['warning', 'warning', 'note']);
    // A service need not say which.
    assert.deepEqual(icons({ gaps, notes }), ['warning', 'warning', 'warning']);
    assert.deepEqual(icons({ gaps: [], notes, gapNotes: [] }), ['info', 'note', 'note']);
  });

  it('tell what the service says of the review as a whole, also of one without findings', () => {
    const shown = record('r', { comments: [], summary: '**Three** paths\n\nremain open.', notes: ['Read by ESLint.'] });
    const drawn = all(windowOf([], shown));
    const group = drawn.find(row => row.kind === 'group' && row.label === 'About this review');
    assert.deepEqual(
      group?.rows().map(row => (row.kind === 'text' ? row.text : '')),
      ['Three paths remain open.', 'Read by ESLint.'],
    );
  });

  it('name what is gone since the review before', () => {
    const before = record('before', { comments: [aComment({ title: 'Gone', path: 'src/a.ts' })] }, 1);
    const drawn = all(windowOf([{ comment: { title: 'Here' } }], record('after'), before));
    const group = drawn.find(row => row.kind === 'group' && row.label === 'Gone since the last review');
    assert.deepEqual(
      group?.rows().map(row => (row.kind === 'text' ? row.text : '')),
      ['Gone (src/a.ts)'],
    );
  });

  it('call nothing gone that a review has not told which lacks something, and say what was not sent', () => {
    const before = record('before', { comments: [aComment({ title: 'Known', path: 'src/a.ts' })] }, 1);
    const texts = (given: Parameters<typeof aReview>[0]): string[] =>
      all(windowOf([], record('after', given), before)).flatMap(row =>
        row.kind === 'text'
          ? [row.text]
          : row.kind === 'lack'
            ? [lackText(row.record)]
            : row.kind === 'group'
              ? [`${row.label} (${row.icon})`]
              : [],
      );
    const known = ['Not found again (question)', 'Known (src/a.ts)', 'Earlier (history)'];
    assert.deepEqual(texts({ issuesFound: 3 }), ['3 issues that were found were not sent.', ...known]);
    assert.deepEqual(texts({ gaps: ['ESLint failed'] }), ['Incomplete: ESLint failed.', ...known]);
    assert.deepEqual(texts({}), ['Gone since the last review (pass)', 'Known (src/a.ts)', 'Earlier (history)']);
  });

  it('name nothing as gone that is in a file that was renamed', () => {
    const [before, now] = [record('before', { comments: [aComment({ path: 'src/a.ts' })] }, 1), record('after')];
    const gone = (shown: SettledRecord): boolean =>
      all(windowOf([{ comment: { path: 'src/b.ts' } }], shown, before)).some(
        row => row.kind === 'group' && row.label === 'Gone since the last review',
      );
    assert.equal(gone(now), true);
    assert.equal(gone({ ...now, renamed: { paths: [['src/b.ts', 'src/a.ts']], ids: [] } }), false);
  });

  it('keep the id of a file when the finding that named it first is done', () => {
    const placed = (file: string, decision: Decision['state']): Placed => {
      return { comment: { path: file, title: file }, decision };
    };
    const fileRows = (decision: Decision['state']): string[] =>
      all(windowOf([placed('src/./a.ts', decision), placed('src/a.ts', 'open')], record('rev_1'))).flatMap(row =>
        row.kind === 'file' ? [row.id] : [],
      );
    assert.equal(fileRows('open').length, 1);
    assert.deepEqual(fileRows('done'), fileRows('open'));
  });

  it('are in the order in which people count', () => {
    const placed = ['src/file10.ts', 'src/file2.ts', 'src/file1.ts'].map((path): Placed => ({
      comment: { path, title: path },
    }));
    const titles = (grouping: Findings.Grouping): string[] =>
      all(windowOf(placed, record('r')), grouping).flatMap(row =>
        row.kind === 'finding' ? [row.item.finding.comment.title] : [],
      );
    for (const grouping of groupings)
      assert.deepEqual(titles(grouping), ['src/file1.ts', 'src/file2.ts', 'src/file10.ts']);
  });

  it('stand below their repository only where there are several', () => {
    const review = record('r', { comments: [aComment({})] });
    const roots = ['orders', 'billing'].map(name => {
      return { root: `/work/${name}`, repository: `acme/${name}`, branch: 'feature', head: undefined };
    });
    const kinds = (...open: typeof roots): string[] => {
      const facts = { distance: () => undefined, holds: () => false };
      const state = { roots: open, records: [review], chosen: new Map<string, string>(), now: 200, ...facts };
      return rows.topRows(overviewWith(currentReviews(state)), 'file').map(({ kind }) => kind);
    };
    assert.deepEqual(kinds(...roots.slice(0, 1)), ['review']);
    assert.deepEqual(kinds(...roots), ['repository']);
  });
});
