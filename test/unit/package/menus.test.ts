import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ReviewRecord, ReviewSubject } from '../../../src/reviews/store/reviewRecord.ts';
import type * as Items from '../../../src/vscode/views/findingsTree/items.ts';
import { noRows, type ReviewRow } from '../../../src/vscode/views/findingsTree/row.ts';
import { root } from '../../host/cache.ts';
import { writtenManifest } from '../../host/texts/manifest.ts';
import { aReview, aSubject } from '../reviews/builders.ts';
import { standInForEditor } from '../security/shown/editor.ts';

interface Entry {
  readonly command: string;
  readonly when: string;
  readonly group: string;
}

const { menus } = (writtenManifest() as { contributes: { menus: Record<string, readonly Entry[]> } }).contributes;
const ofRows = menus['view/item/context'] ?? [];

/** What the menu of a row has, by its view and its context value. */
function menuOf(view: string, viewItem: string): Entry[] {
  return ofRows.filter(({ when }) => {
    const [, inView, pattern] = /^view == ([\w.]+) && viewItem =~ \/(.+)\/$/.exec(when) ?? assert.fail(when);
    return inView === view && new RegExp(pattern ?? '').test(viewItem);
  });
}

function isInline({ group }: Entry): boolean {
  return group.startsWith('inline');
}

/** Every choice of some words, in their order. */
function choices([first, ...others]: readonly string[]): string[][] {
  if (first === undefined) return [[]];
  return choices(others).flatMap(rest => [rest, [first, ...rest]]);
}

const states = ['triggered', 'pending', 'completed', 'failed', 'notRun', 'unknown', 'gaveUp'] as const;
const facts = ['cancellable', 'earlier', 'result', 'web', 'checkOut'];
const reviewValues = states.flatMap(state =>
  ['watched', 'removable'].flatMap(kept => choices(facts).map(some => ['review', state, kept, ...some].join('+'))),
);
const findingValues = ['open', 'closed', ''].flatMap(state =>
  choices(['fix', 'rule', 'path']).map(some => ['finding', ...(state === '' ? [] : [state]), ...some].join('+')),
);
const rows = [
  ...[...reviewValues, ...findingValues, 'earlierReview', 'file', 'file+fix', 'repositoryReviews'].map(
    value => ['codeReview.findings', value] as const,
  ),
  ...choices(['web', 'open']).map(some => ['codeReview.repositories', ['repository', ...some].join('+')] as const),
];

const hosted = 'https://review.example.com';

function record(state: ReviewRecord['state'], subject: ReviewSubject, watched = false): ReviewRecord {
  const asked = { subject, triggeredAt: 1 };
  if (state === 'triggered') return { state, ...asked };
  const known = { ...asked, reviewId: 'r', review: aReview({}) };
  return state === 'pending' ? { state, ...known, watched } : { state, ...known, settledAt: 2 };
}

describe('the menu of a row', () => {
  let items: typeof Items;

  before(async () => {
    standInForEditor();
    items = await import('../../../src/vscode/views/findingsTree/items.ts');
  });

  /** The commands of a review's row. */
  function offered(latest: ReviewRecord, given: Partial<ReviewRow['review']> = {}): string[] {
    const review = {
      key: 'k',
      subject: latest.subject,
      records: [latest],
      shown: undefined,
      earlier: [],
      ...given,
    } as unknown as ReviewRow['review'];
    const counts = { open: 0, new: 0, outdated: 0, hidden: 0, closed: 0 };
    const drawn = { collapsed: false, isEmpty: false, namesService: false, rows: noRows };
    const row = { kind: 'review', id: 'r', review, root: undefined, record: latest, counts, ...drawn } as const;
    const { contextValue = '' } = items.treeItemOf(row as ReviewRow, 3);
    assert.ok(reviewValues.includes(contextValue), contextValue);
    const commands = menuOf('codeReview.findings', contextValue).map(({ command }) => command.split('.')[1] ?? '');
    return [...new Set(commands)].sort();
  }

  it('has outside of its buttons whatever has a button, and every command once', () => {
    for (const [view, value] of rows) {
      const menu = menuOf(view, value);
      const named = (inline: boolean): string[] =>
        menu.filter(entry => isInline(entry) === inline).map(({ command }) => command);
      const [buttons, others] = [named(true), named(false)];
      for (const each of [buttons, others]) assert.deepEqual([...new Set(each)], each, value);
      assert.deepEqual(
        buttons.filter(command => !others.includes(command)),
        [],
        value,
      );
    }
  });

  it('has commands only that refuse a row that is gone, so none that the title of a view has too', () => {
    const inTitles = new Set(menus['view/title']?.map(({ command }) => command));
    const named = [...new Set(ofRows.map(({ command }) => command))];
    assert.deepEqual(
      named.filter(command => inTitles.has(command)),
      [],
    );
    const table = readFileSync(path.join(root, 'src/main.ts'), 'utf8');
    const refuses = (command: string): boolean =>
      new RegExp(`'${command}': (?:rowCommand|commandWithRow|aboutFinding)\\b`).test(table);
    assert.deepEqual(
      named.filter(command => !refuses(command)),
      [],
    );
  });

  it('offers to cancel what runs, and to resume what nobody watches', () => {
    const cancel = 'cancelReview';
    const resume = 'resumeReview';
    const has = (latest: ReviewRecord): string[] => offered(latest).filter(each => each === cancel || each === resume);
    for (const service of ['embedded', hosted]) {
      const subject = aSubject({ service });
      assert.deepEqual(has(record('triggered', subject)), [cancel]);
      assert.deepEqual(has(record('pending', subject, true)), [cancel]);
      assert.deepEqual(has(record('pending', subject)), service === 'embedded' ? [cancel, resume] : [resume]);
      assert.deepEqual(has(record('gaveUp', subject)), [resume]);
      for (const state of ['completed', 'failed', 'notRun', 'unknown'] as const)
        assert.deepEqual(has(record(state, subject)), [], state);
    }
  });

  it('offers a report only of a review that has a result, and its page only where that can be opened', () => {
    const subject = aSubject({ url: 'https://github.com/acme/orders/pull/7' });
    const running = record('pending', subject, true);
    const shown = record('completed', subject);
    assert.ok(!offered(running).some(each => ['showRowReport', 'exportRow'].includes(each)));
    const settled = offered(running, { shown } as Partial<ReviewRow['review']>);
    assert.ok(['showRowReport', 'exportRow'].every(each => settled.includes(each)));
    assert.ok(settled.includes('openReviewOnWeb'));
    for (const url of ['http://github.com/acme/orders/pull/7', 'command:x'])
      assert.ok(!offered(record('completed', aSubject({ url }))).includes('openReviewOnWeb'));
  });
});
