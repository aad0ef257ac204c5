import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type * as vscode from 'vscode';
import type { BudgetState } from '../../../../src/api/rateLimit/budget.ts';
import { Emitter, type Event } from '../../../../src/core/base/events.ts';
import type { Severity } from '../../../../src/core/review/severity.ts';
import { currentReviews } from '../../../../src/reviews/current/currentReviews.ts';
import type { WindowOverview } from '../../../../src/reviews/current/overview.ts';
import type { ReviewRecord, SettledRecord } from '../../../../src/reviews/store/reviewRecord.ts';
import type { WorkItem } from '../../../../src/vscode/findings/workItem.ts';
import type { StatusBar } from '../../../../src/vscode/views/statusBar.ts';
import type { FindingsView } from '../../../../src/vscode/views/findingsTree/findingsView.ts';
import type { Row } from '../../../../src/vscode/views/findingsTree/row.ts';
import { aComment, aReview, aSubject } from '../../reviews/builders.ts';
import { editor, standInForEditor } from '../../security/shown/editor.ts';
import { itemsOf, overviewWith, uriOf } from './workItems.ts';

const fail = (error: unknown): never => assert.fail(String(error));
const unread = (): Promise<BudgetState | undefined> => Promise.reject(new Error('not asked for'));

/** A review of a repository that found something of each severity. */
function found(name: string, root: string | undefined, ...severities: readonly Severity[]): SettledRecord {
  const pullRequest = { repository: `acme/${name}`, number: 7 };
  const subject = aSubject({ pullRequest, root, branch: root && 'feature' });
  const comments = severities.map(severity => aComment({ severity, title: severity, path: `${name}.ts` }));
  const review = aReview({ id: name, comments });
  return { state: 'completed', subject, triggeredAt: 1, settledAt: 2, reviewId: name, review };
}

/** A window with these repositories open, whatever reviews it has. */
function overview(open: readonly string[], ...records: readonly ReviewRecord[]): WindowOverview<WorkItem> {
  const roots = open.map(name => {
    return { root: `/work/${name}`, repository: `acme/${name}`, branch: 'feature', head: 'a'.repeat(40) };
  });
  const facts = { distance: () => ({ unread: 0, ahead: 0 }), holds: () => false };
  return overviewWith(currentReviews({ roots, records, chosen: new Map(), now: 3, ...facts }));
}

/** As much of the worklist as the views ask for. */
class Shown {
  overview = overview([]);
  activeName: string | undefined;
  filter = '';
  #listener = (): void => undefined;

  readonly onDidChange = (listener: () => void): { dispose: () => void } => {
    this.#listener = listener;
    return { dispose: () => undefined };
  };

  readonly onDidChangeActive = this.onDidChange;

  get active(): WindowOverview<WorkItem>['repositories'][number] | undefined {
    return this.overview.repositories.find(({ repository }) => repository === `acme/${this.activeName}`);
  }

  /** Changes it, and waits as long as the views rest. */
  become(now: WindowOverview<WorkItem>, activeName?: string): void {
    [this.overview, this.activeName] = [now, activeName];
    this.#listener();
    mock.timers.tick(1_000);
  }
}

const both = [found('orders', '/work/orders', 'high', 'low'), found('billing', '/work/billing', 'medium')];
const elsewhere = found('website', undefined, 'critical', 'critical', 'critical');

describe('what a window shows of its reviews', () => {
  let shown: Shown;

  before(() => standInForEditor());

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    shown = new Shown();
  });

  afterEach(() => mock.timers.reset());

  describe('the badge', () => {
    async function badge(unreadable = 0): Promise<() => vscode.ViewBadge | undefined> {
      const { FindingsView } = await import('../../../../src/vscode/views/findingsTree/findingsView.ts');
      const state = { get: (_: string, fallback: unknown) => fallback };
      const { LazyTree } = await import('../../../../src/vscode/platform/lazyTree.ts');
      const tree = new LazyTree<Row>('codeReview.findings', () => assert.fail('No row is drawn.'));
      assert.ok(new FindingsView(tree, shown as never, { unreadable }, state as never));
      return () => editor.view.badge;
    }

    it('counts the open findings of all repositories that are open', async () => {
      const now = await badge();
      shown.become(overview(['orders', 'billing'], ...both));
      assert.deepEqual(now(), { value: 3, tooltip: '3 open findings' });
      shown.become(overview(['orders'], ...both.slice(0, 1)));
      assert.deepEqual(now(), { value: 2, tooltip: '2 open findings' });
    });

    it('stands beside a line that says how many kept reviews cannot be read, and what the filter is', async () => {
      const orders = overview(['orders'], ...both.slice(0, 1));
      await badge();
      shown.become(orders);
      assert.equal(editor.view.message, '');
      await badge(2);
      shown.become(orders);
      assert.equal(editor.view.message, 'Kept reviews that cannot be read: 2');
      shown.filter = 'state:new';
      shown.become(orders);
      assert.equal(editor.view.message, 'Filter: state:new · Kept reviews that cannot be read: 2');
    });

    it('leaves out those of a repository that is not open', async () => {
      const now = await badge();
      shown.become(overview(['orders', 'billing'], ...both, elsewhere));
      assert.equal(now()?.value, 3);
      shown.become(overview(['orders'], elsewhere));
      assert.equal(now()?.value, 0);
    });
  });

  describe('the row of a review that has ended', () => {
    const [ended, other] = both as [SettledRecord, SettledRecord];

    /**
     * Selects the first row of a kind, of these reviews, and has the first of them end.
     * @returns whether that is told by the row that is selected, and the kinds of the rows that were
     */
    async function selectedAfter(
      kind: Row['kind'],
      before: readonly ReviewRecord[],
      isAsked = false,
    ): Promise<unknown[]> {
      const views = await import('../../../../src/vscode/views/findingsTree/findingsView.ts');
      const { rowsIn } = await import('../../../../src/vscode/views/findingsTree/rowOrder.ts');
      let select: (event: { selection: readonly Row[] }) => void = () => undefined;
      const told: unknown[] = [];
      const never = () => ({ dispose: () => undefined });
      const view = {
        visible: true,
        onDidCollapseElement: never,
        onDidExpandElement: never,
        onDidChangeVisibility: never,
        onDidChangeSelection: (listener: typeof select) => ((select = listener), never()),
        reveal: (row: Row) => Promise.resolve(void told.push(row.kind)),
      };
      const open = ['orders', 'billing'];
      shown.overview = overview(open, ...before);
      const drawn = { view, redraw: () => tree.getChildren() };
      const state = { get: (_: string, fallback: unknown) => fallback };
      const tree: FindingsView = new views.FindingsView(
        drawn as never,
        shown as never,
        { unreadable: 0 },
        state as never,
      );
      select({
        selection: rowsIn(tree.getChildren())
          .filter(row => row.kind === kind)
          .slice(0, 1),
      });
      shown.overview = overview(open, ended, ...before.slice(1));
      // The editor does not find the row of a review that runs any more.
      if (before[0] !== ended) select({ selection: [] });
      const isTold = await tree.reveal(ended, isAsked);
      view.visible = false;
      assert.equal(await tree.reveal(ended, isAsked), false, 'out of sight');
      return [isTold, ...told];
    }

    const { reviewId, review, subject } = ended;
    const running = { state: 'pending', subject, triggeredAt: 1, reviewId, review, watched: true } as const;

    it('is selected, unless one of its findings is: who reads that stays there', async () => {
      assert.deepEqual(await selectedAfter('review', [ended]), [true, 'review']);
      assert.deepEqual(await selectedAfter('finding', [ended]), [true]);
      assert.deepEqual(await selectedAfter('finding', [running]), [true, 'finding']);
    });

    it('is left alone where a finding of another review is read, so that the end has to be told', async () => {
      const waiting = { ...running, review: { ...review, comments: [] } };
      assert.deepEqual(await selectedAfter('finding', [waiting, other]), [false]);
      assert.deepEqual(await selectedAfter('review', [waiting, other]), [true, 'review']);
    });

    it('is selected where the user asks for it, whatever is read', async () => {
      assert.deepEqual(await selectedAfter('finding', [ended], true), [true, 'review']);
    });
  });

  it('the row of a repository says whether it is open here', async () => {
    const { topRows } = await import('../../../../src/vscode/views/findingsTree/rows.ts');
    const { treeItemOf } = await import('../../../../src/vscode/views/findingsTree/items.ts');
    const rows = topRows(overview(['orders', 'billing'], ...both, elsewhere), 'file');
    const drawn = rows.map(row => treeItemOf(row, 4)).map(({ label, description }) => [label, description]);
    assert.deepEqual(drawn, [
      ['acme/orders', '2 open'],
      ['acme/billing', '1 open'],
      ['acme/website', '3 open · not open here'],
    ]);
  });

  describe('the status bar', () => {
    const never = () => ({ dispose: () => undefined });
    const noBudget = { onDidUseBudget: never as Event<undefined>, budget: unread };

    const now = (): readonly [text: string, tooltip: string] => [
      editor.statusBarItem.text,
      editor.statusBarItem.tooltip,
    ];

    async function barWith(connections: typeof noBudget): Promise<StatusBar> {
      const { StatusBar } = await import('../../../../src/vscode/views/statusBar.ts');
      const reviewers = { onDidChange: never, name: undefined };
      const { createStatusBarItem } = await import('../../../../src/vscode/views/statusBarItem.ts');
      return new StatusBar(createStatusBarItem(), shown as never, connections as never, reviewers as never, fail);
    }

    async function bar(connections = noBudget): Promise<typeof now> {
      await barWith(connections);
      return now;
    }

    it('speaks of the repository that is worked on, whatever the others have', async () => {
      const now = await bar();
      const all = overview(['orders', 'billing'], ...both, elsewhere);
      shown.become(all, 'orders');
      assert.equal(now()[0], '$(comment-unresolved) orders #7: 2 open (high)');
      shown.become(all, 'billing');
      assert.equal(now()[0], '$(comment-unresolved) billing #7: 1 open (medium)');
      assert.match(now()[1], /^acme\/billing\n#7: 1 open/);
    });

    it('says what is left of the hour as it was read last, whichever answer comes last', async () => {
      const used = new Emitter<undefined>(fail);
      const answers: ((left: number) => void)[] = [];
      const budget = (): Promise<BudgetState> =>
        new Promise(resolve =>
          answers.push(remaining => resolve({ limit: 100, used: 100 - remaining, remaining, resetAt: undefined })),
        );
      const now = await bar({ onDidUseBudget: used.event, budget });
      for (const uses of [1, 3]) {
        for (let use = 0; use < uses; use++) used.fire(undefined);
        mock.timers.tick(1_000);
      }
      assert.equal(answers.length, 2, 'what is used in one moment is read once');
      const [first, second] = answers;
      second?.(95);
      await turn();
      first?.(96);
      await turn();
      assert.match(now()[1], /^95 of 100 requests left this hour\.$/m);
    });

    it('says nothing of requests any more once their account is signed out of', async () => {
      const used = new Emitter<undefined>(fail);
      let state: BudgetState | undefined = { limit: 100, used: 4, remaining: 96, resetAt: undefined };
      const status = await barWith({ onDidUseBudget: used.event, budget: () => Promise.resolve(state) });
      used.fire(undefined);
      mock.timers.tick(1_000);
      await turn();
      assert.match(now()[1], /96 of 100 requests left/);
      state = undefined;
      await status.followAccount();
      assert.doesNotMatch(now()[1], /requests left/);
    });

    it('says how old a review is also while nothing happens, as long as the window has the focus', async () => {
      mock.timers.reset();
      mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 3 });
      const now = await bar();
      const age = (): string => /(?:just now|\d+ min ago)$/m.exec(now()[1])?.[0] ?? '';
      shown.become(overview(['orders'], ...both.slice(0, 1)), 'orders');
      assert.equal(age(), 'just now');
      mock.timers.tick(75_000);
      assert.equal(age(), '1 min ago');
      editor.isFocused = false;
      mock.timers.tick(15_000);
      mock.timers.tick(585_000);
      assert.equal(age(), '1 min ago');
      editor.isFocused = true;
      for (const tell of editor.focusListeners) tell({ focused: true });
      assert.equal(age(), '11 min ago');
      mock.timers.tick(75_000);
      assert.equal(age(), '12 min ago');
    });

    it('is there without a folder as long as an editor has led to a review', async () => {
      await bar();
      const isShown = (): boolean => editor.statusBarItem.isShown;
      assert.equal(isShown(), false);
      shown.become(overview(['orders'], ...both), 'orders');
      assert.equal(isShown(), true);
      shown.become(overview([]));
      assert.equal(isShown(), false);
      editor.folders = ['/work/orders'];
      await bar();
      assert.equal(isShown(), true);
      editor.folders = [];
    });

    it('says that nothing was reviewed where it has no review', async () => {
      const now = await bar();
      shown.become(overview(['orders', 'billing'], ...both), 'orders');
      shown.become(overview(['orders', 'billing', 'website'], ...both), 'website');
      assert.deepEqual(now(), [
        '$(comment-discussion) Review',
        'Nothing has been reviewed here yet. Click for what can be done.',
      ]);
    });
  });

  describe('the number beside the name of a file', () => {
    afterEach(() => {
      editor.settings.user = {};
      editor.problems = [];
    });

    const [error, warning, information] = [{ severity: 0 }, { severity: 1 }, { severity: 2 }];
    const file = uriOf('/work/a.ts')!;

    async function provider(items: readonly WorkItem[]): Promise<vscode.FileDecorationProvider> {
      const { FindingDecorations } = await import('../../../../src/vscode/views/findingDecorations.ts');
      const worklist = { of: () => items, onDidChange: shown.onDidChange };
      return new FindingDecorations(worklist as never, fail);
    }

    async function decoration(items: readonly WorkItem[], uri = file): Promise<vscode.FileDecoration | undefined> {
      return (await provider(items)).provideFileDecoration(uri, undefined as never) as
        | vscode.FileDecoration
        | undefined;
    }

    const itemsWith = (severities: readonly Severity[], isOpen = true): WorkItem[] =>
      itemsOf(found('orders', '/work/orders', ...severities), () =>
        isOpen ? {} : { decision: { state: 'done', at: 1 } },
      );

    it('is that of its open findings, in the colour of the worst', async () => {
      const one = await decoration(itemsWith(['low']));
      assert.deepEqual([one?.badge, one?.tooltip], ['1', '1 open finding of a review']);
      const two = await decoration(itemsWith(['high', 'low']));
      assert.deepEqual([two?.badge, two?.tooltip], ['2', '2 open findings of a review']);
      assert.equal((await decoration(itemsWith(Array<Severity>(120).fill('info'))))?.badge, '9+');
    });

    it('is not there where nothing is open', async () => {
      assert.equal(await decoration([]), undefined);
      assert.equal(await decoration(itemsWith(['high', 'low'], false)), undefined);
    });

    it('is not there where the editor has a number of problems, so that no file has two', async () => {
      const items = itemsWith(['high', 'low']);
      for (const problems of [[error], [warning, information]]) {
        editor.problems = problems;
        assert.equal(await decoration(items), undefined);
      }
      editor.problems = [information];
      assert.equal((await decoration(items))?.badge, '2');
      editor.problems = [error];
      for (const setting of ['problems.decorations.enabled', 'problems.visibility']) {
        editor.settings.user = { [setting]: false };
        assert.equal((await decoration(items))?.badge, '2');
      }
    });

    it('goes when the editor gets one, and comes back', async () => {
      const decorations = await provider(itemsWith(['low']));
      const told: unknown[] = [];
      decorations.onDidChangeFileDecorations?.(uris => told.push(uris));
      const has = (): boolean => decorations.provideFileDecoration(file, undefined as never) !== undefined;
      assert.equal(has(), true);
      for (const [problems, isThere] of [
        [[error], false],
        [[error, warning], false],
        [[information], true],
      ] as const) {
        const before = has();
        editor.problems = [...problems];
        editor.problemsChanged({ uris: [file] });
        assert.equal(told.splice(0).length, before === isThere ? 0 : 1);
        assert.equal(has(), isThere);
      }
    });

    it('is told of once for all that changes in a moment, after the problems', async () => {
      const listeners: ((uris: readonly vscode.Uri[]) => void)[] = [];
      const { FindingDecorations } = await import('../../../../src/vscode/views/findingDecorations.ts');
      const onDidChange = (listener: (uris: readonly vscode.Uri[]) => void): { dispose(): void } => {
        listeners.push(listener);
        return { dispose: () => undefined };
      };
      const decorations = new FindingDecorations({ of: () => [], onDidChange } as never, fail);
      const told: unknown[] = [];
      decorations.onDidChangeFileDecorations(uris => told.push(uris));
      const other = uriOf('/work/b.ts')!;
      for (const uris of [[file], [other, file], []]) for (const listener of listeners) listener(uris);
      assert.deepEqual(told, []);
      mock.timers.tick(1_000);
      assert.deepEqual(told, [[file, other]]);
      for (const listener of listeners) listener([other]);
      mock.timers.tick(1_000);
      assert.deepEqual(told.slice(1), [[other]]);
      decorations.dispose();
    });

    it('is that of the rows below in the tree, whatever problems the file has', async () => {
      const { fileRowUri } = await import('../../../../src/vscode/views/findingsTree/rowMark.ts');
      editor.problems = [error];
      for (const severities of [['high', 'low', 'info'], ['low']] as const) {
        const items = itemsWith(severities);
        const uri = fileRowUri({
          kind: 'file',
          id: '',
          file: 'src/a.ts',
          uri: file,
          items,
          collapsed: false,
          rows: () => [],
        });
        assert.equal(uri.path, '/src/a.ts');
        assert.equal((await decoration([], uri))?.badge, `${severities.length}`);
      }
    });
  });
});
