import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import type * as vscode from 'vscode';
import type { Disposable } from '../../../../src/core/base/disposable.ts';
import { Emitter } from '../../../../src/core/base/events.ts';
import { Slices } from '../../../../src/core/base/slices.ts';
import type { Finding } from '../../../../src/core/review/finding.ts';
import { parseFilter, type FindingFilter } from '../../../../src/core/review/findingFilter.ts';
import { findingId } from '../../../../src/reviews/current/shownReviews.ts';
import { Decisions, type Decision, type StoredDecision } from '../../../../src/reviews/decisions/decisions.ts';
import type { SettledRecord } from '../../../../src/reviews/store/reviewRecord.ts';
import type { DecidedFindings } from '../../../../src/vscode/findings/decidedFindings.ts';
import type { FileFindings, PlacedRecord } from '../../../../src/vscode/findings/placedFindings.ts';
import type { WorkItem } from '../../../../src/vscode/findings/workItem.ts';
import { tries } from '../../../host/seed.ts';
import { aComment, aReview, aSubject } from '../../reviews/builders.ts';
import { editor, standInForEditor } from '../../security/shown/editor.ts';

const fail = (error: unknown): never => assert.fail(String(error));
const uriOf = (file: string): vscode.Uri => ({ toString: () => `file:///work/${file}` }) as unknown as vscode.Uri;
const uris = new Map(['a.ts', 'b.ts', 'c.ts', 'd.ts'].map(file => [file, uriOf(file)] as const));
const filters = ['', 'severity:high', 'state:done'].map(text => {
  const filter = parseFilter(text);
  return 'problem' in filter ? fail(filter.problem) : filter;
});

/** The reviews of a window and where their findings are. */
class Window {
  readonly #changed = new Emitter<readonly vscode.Uri[]>(fail);
  readonly onDidChange = this.#changed.event;
  isComplete = true;
  readonly #records = new Map<string, PlacedRecord>();
  readonly #findings = new Map<string, Map<string, Finding[]>>();
  readonly #kept: StoredDecision[] = [];
  #decisions = new Decisions([]);
  #count = 0;

  get reviews(): Iterable<PlacedRecord> {
    return this.#records.values();
  }

  get uris(): readonly vscode.Uri[] {
    return [...uris.values()];
  }

  of(uri: vscode.Uri): readonly FileFindings[] {
    return [...this.#records.values()].flatMap(review => {
      const findings = this.#findings.get(review.key)?.get(uri.toString()) ?? [];
      return findings.length === 0 ? [] : [{ review, file: { uri, findings } as unknown as FileFindings['file'] }];
    });
  }

  readonly states = (): Promise<{ all: () => Promise<Decisions> }> =>
    Promise.resolve({ all: () => Promise.resolve(this.#decisions) });

  /** A review with so many comments in the files, and one that is in none. */
  place(key: string, comments: number): void {
    const all = Array.from({ length: comments + 1 }, (_, index) => {
      const path = index === comments ? undefined : [...uris.keys()][index % uris.size];
      return aComment({ title: `Finding ${index % 5}`, path, severity: index % 2 === 0 ? 'high' : 'low' });
    });
    const review = aReview({ id: `r${this.#count++}`, comments: all });
    const times = { triggeredAt: 0, settledAt: 1 };
    this.#put(key, { state: 'completed', reviewId: review.id, review, subject: aSubject({}), ...times });
  }

  /** The same review, placed anew in the same places. */
  again(key: string): void {
    const record = this.#records.get(key)?.record;
    if (record !== undefined) this.#put(key, record as SettledRecord);
  }

  /** What a window no longer shows, as when its folder is closed, to be shown again as it was. */
  close(key: string): () => void {
    const record = this.#records.get(key)?.record;
    this.drop(key);
    return () => record !== undefined && this.#put(key, record as SettledRecord);
  }

  drop(key: string): void {
    this.#records.delete(key);
    this.#findings.delete(key);
    this.#changed.fire(this.uris);
  }

  /** Adds a line above the findings of a file. */
  edit(key: string, file: string): void {
    const uri = uris.get(file) ?? fail(file);
    const ofFile = this.#findings.get(key)?.get(uri.toString());
    if (ofFile === undefined) return;
    const down = (line: number): number => line + 1;
    const shifted = ofFile.map(finding => {
      const { range } = finding;
      return range === undefined
        ? finding
        : { ...finding, range: { ...range, startLine: down(range.startLine), endLine: down(range.endLine) } };
    });
    this.#findings.get(key)?.set(uri.toString(), shifted);
    this.#changed.fire([uri]);
  }

  decide(decided: DecidedFindings, key: string, index: number, decision: Decision): Promise<void> {
    this.keep(decided.byReview.get(key)?.[0], index, decision);
    return decided.reread();
  }

  /** Keeps a decision about one of the findings of a review. @param item any of them */
  keep({ ofReview = [] }: Partial<WorkItem> = {}, index: number, decision: Decision): void {
    const finding = ofReview[index];
    if (finding === undefined) return;
    this.#kept.push(...this.#decisions.deciding(ofReview, new Set([finding.fingerprint]), decision));
    this.#decisions = new Decisions(this.#kept);
  }

  #put(key: string, record: SettledRecord): void {
    const comments = record.review.comments ?? [];
    const range = { startLine: 2, startColumn: 0, endLine: 2, endColumn: 9 };
    const findings = comments.map((comment, index): Finding => {
      const isInFile = comment.path !== undefined;
      return { id: findingId(record, index), comment, state: 'current', range: isInFile ? range : undefined };
    });
    const byFile = Map.groupBy(findings, ({ comment }) => uris.get(comment.path ?? '')?.toString() ?? '');
    const files = [...uris.values()].filter(uri => byFile.has(uri.toString())).map(uri => ({ uri }));
    const placed = { files, general: byFile.get('') ?? [], linesOf: () => undefined };
    const shown = { key, series: key, record, isHere: true, elsewhereIn: undefined, isPartial: false };
    this.#records.set(key, { ...shown, placed: placed as unknown as PlacedRecord['placed'] });
    this.#findings.set(key, byFile);
    this.#changed.fire(this.uris);
  }
}

type Step =
  | { readonly kind: 'place'; readonly key: string; readonly comments: number }
  | { readonly kind: 'again' | 'drop'; readonly key: string }
  | { readonly kind: 'edit'; readonly key: string; readonly file: string }
  | { readonly kind: 'decide'; readonly key: string; readonly index: number; readonly isDone: boolean }
  | { readonly kind: 'filter'; readonly index: number }
  | { readonly kind: 'turn' };

const key = fc.constantFrom('one', 'two', 'three');
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('place' as const), key, comments: fc.nat(9) }),
    fc.record({ kind: fc.constantFrom('again' as const, 'drop' as const), key }),
    fc.record({ kind: fc.constant('edit' as const), key, file: fc.constantFrom(...uris.keys()) }),
    fc.record({ kind: fc.constant('decide' as const), key, index: fc.nat(9), isDone: fc.boolean() }),
    fc.record({ kind: fc.constant('filter' as const), index: fc.nat(filters.length - 1) }),
    fc.record({ kind: fc.constant('turn' as const) }),
  ),
  { maxLength: 24 },
);

const said = ({ finding, isOpen, isShown, decision, uri }: WorkItem): string =>
  [finding.id, uri?.toString(), finding.range?.startLine, isOpen, isShown, decision.state].join(' ');

function allOf(decided: DecidedFindings): Record<string, string[]> {
  return Object.fromEntries([...decided.byReview].map(([name, items]) => [name, items.map(said).sort()]));
}

describe('the findings with what was decided about them', () => {
  before(() => standInForEditor());

  async function decidedIn(
    window: Window,
    slices: Slices,
    onDidChange: (listener: () => void) => Disposable = () => ({ dispose: () => undefined }),
  ): Promise<DecidedFindings> {
    const { DecidedFindings: Decided } = await import('../../../../src/vscode/findings/decidedFindings.ts');
    const open = { repositories: [], onDidChange };
    return new Decided(open, window, window.states, fail, slices);
  }

  async function rulesOf(filter: FindingFilter | undefined): Promise<Parameters<DecidedFindings['follow']>[0]> {
    const { ShownRules } = await import('../../../../src/vscode/findings/shownRules.ts');
    return new ShownRules(filter);
  }

  it('end up the same in whatever order and slices changes come, and all that differs is told', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async taken => {
        const window = new Window();
        // Each slice is used up at once, so that every change may come between any two files.
        const sliced = await decidedIn(window, new Slices(0));
        const told = new Map<string, string[]>();
        sliced.onDidChange(some => {
          for (const uri of some) told.set(uri.toString(), sliced.of(uri).map(said));
        });
        let rules = await rulesOf(undefined);
        const deciding: Promise<void>[] = [];
        for (const step of taken) {
          if (step.kind === 'place') window.place(step.key, step.comments);
          else if (step.kind === 'again') window.again(step.key);
          else if (step.kind === 'drop') window.drop(step.key);
          else if (step.kind === 'edit') window.edit(step.key, step.file);
          else if (step.kind === 'decide') {
            const decision: Decision = step.isDone ? { state: 'done', at: 5 } : { state: 'open' };
            deciding.push(window.decide(sliced, step.key, step.index, decision));
          } else if (step.kind === 'filter') {
            rules = await rulesOf(filters[step.index]);
            sliced.follow(rules);
          } else await turn();
        }
        await Promise.all(deciding);
        await sliced.settled();
        const whole = await decidedIn(window, new Slices(Infinity));
        whole.follow(rules);
        await whole.settled();
        assert.deepEqual(allOf(sliced), allOf(whole));
        for (const uri of uris.values())
          assert.deepEqual(told.get(uri.toString()) ?? [], whole.of(uri).map(said), uri.toString());
        assert.equal(sliced.isComplete, true);
      }),
      { numRuns: tries(2_000) },
    );
  });

  it('are told to be whole though none differs, where they were not when it was told of last', async () => {
    const window = new Window();
    const opened = new Emitter<void>(fail);
    const decided = await decidedIn(window, new Slices(), opened.event);
    window.place('one', 8);
    await decided.settled();
    const told: boolean[] = [];
    decided.onDidChange(() => told.push(window.isComplete));
    // Another commit is checked out, and the findings of a review are to be placed anew.
    window.isComplete = false;
    opened.fire();
    await decided.settled();
    assert.deepEqual(told, [false]);
    window.isComplete = true;
    window.again('one');
    await decided.settled();
    assert.deepEqual(told, [false, true]);
    window.again('one');
    await decided.settled();
    assert.deepEqual(told, [false, true], 'once');
  });

  it('are told of only where they differ', async () => {
    editor.visible = ['/work/a.ts'];
    const window = new Window();
    const decided = await decidedIn(window, new Slices());
    window.place('one', 8);
    await decided.settled();
    const told: string[] = [];
    decided.onDidChange(some => told.push(...some.map(String), '.'));
    window.again('one');
    await decided.settled();
    assert.deepEqual(told, []);
    window.edit('one', 'b.ts');
    assert.deepEqual(told, ['file:///work/b.ts', '.'], 'at once, in the turn of the edit');
    await window.decide(decided, 'one', 2, { state: 'done', at: 5 });
    assert.deepEqual(told, ['file:///work/b.ts', '.', 'file:///work/c.ts', '.']);
  });

  it('are told of though none differs where a setting may have all that shows them show them otherwise', async () => {
    const window = new Window();
    const decided = await decidedIn(window, new Slices());
    window.place('one', 8);
    await decided.settled();
    const told: string[] = [];
    decided.onDidChange(some => told.push(...some.map(String)));
    decided.follow(await rulesOf(undefined), true);
    await decided.settled();
    assert.deepEqual(told.sort(), [...uris.values()].map(String));
  });

  it('are as another window has decided while they were not shown', async () => {
    const window = new Window();
    const decided = await decidedIn(window, new Slices());
    window.place('one', 1);
    await decided.settled();
    const [item] = decided.of(uriOf('a.ts'));
    const openAgain = window.close('one');
    window.keep(item, 0, { state: 'done', at: 5 });
    await decided.reread();
    openAgain();
    await decided.settled();
    assert.deepEqual(
      decided.of(uriOf('a.ts')).map(({ decision }) => decision.state),
      ['done'],
    );
  });

  it('give everything else its turn', async () => {
    const window = new Window();
    const decided = await decidedIn(window, new Slices(0));
    window.place('one', 9);
    let turns = 0;
    let isDone = false;
    const count = async (): Promise<void> => {
      for (; !isDone; turns++) await turn();
    };
    const counting = count();
    await decided.settled();
    isDone = true;
    await counting;
    assert.ok(turns >= uris.size, `${turns} turns`);
  });
});
