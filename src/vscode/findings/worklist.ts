import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/disposable.ts';
import { Emitter, type Event } from '../../core/base/events.ts';
import type { Finding } from '../../core/review/finding.ts';
import { parseFilter, matchesFilter, type FindingFilter } from '../../core/review/findingFilter.ts';
import { meetsMinimumSeverity, isIgnored } from '../../core/review/ignoreRules.ts';
import {
  effectiveDecision,
  type Decision,
  type Decisions,
  type KnownFinding,
} from '../../reviews/decisions/decisions.ts';
import type { DecisionStore } from '../../reviews/decisions/decisionStore.ts';
import { knownFindings } from '../../reviews/decisions/knownFindings.ts';
import type { SettledRecord } from '../../reviews/store/reviewRecord.ts';
import { setContextKey } from '../platform/contextKeys.ts';
import type { PlacedFindings } from './placedFindings.ts';
import { findingId, type ReviewedLines } from './placeReview.ts';
import { settings } from '../platform/settings.ts';

/** A finding as the user works on it. */
export interface WorkItem {
  readonly finding: Finding;
  /** The file it is in; undefined for the whole review, or a file that is not here. */
  readonly uri: vscode.Uri | undefined;
  readonly fingerprint: string;
  readonly decision: Decision;
}

interface FileItems {
  readonly all: readonly WorkItem[];
  /** Less what filter and settings hide. */
  readonly shown: readonly WorkItem[];
}

/** The findings of a review, and what was decided about them. */
interface Known {
  readonly record: SettledRecord;
  readonly linesOf: ReviewedLines;
  readonly decisions: Decisions | undefined;
  /** In the order of the comments. */
  readonly findings: readonly KnownFinding[];
  readonly fingerprints: ReadonlyMap<string, string>;
  /** By fingerprint. */
  readonly decided: ReadonlyMap<string, Decision>;
}

const nothing: Decision = { state: 'open' };

/**
 * The findings of the shown review with what the user decided about them, less what filter and settings hide. Tree,
 * problems and threads all show this list.
 */
export class Worklist implements Disposable {
  readonly #placed: PlacedFindings;
  readonly #states: DecisionStore;
  readonly #owned = new DisposableStore();
  readonly #changed: Emitter<readonly vscode.Uri[]>;
  #filterText = '';
  #filter: FindingFilter | undefined;
  #decisions: Decisions | undefined;
  #known: Known | undefined;
  // By the file's address; comments without a file are under the empty one.
  #files = new Map<string, FileItems>();
  #record: SettledRecord | undefined;
  #reading: Promise<void> = Promise.resolve();

  constructor(placed: PlacedFindings, states: DecisionStore, onError: (error: unknown) => void) {
    this.#placed = placed;
    this.#states = states;
    this.#changed = this.#owned.add(new Emitter(onError));
    this.#owned.add(
      placed.onDidChange(uris => {
        // While somebody types, only the file that is typed in is gone through again.
        if (placed.record === this.#record) this.#update(uris);
        else this.#reading = this.#read(uris).catch(onError);
      }),
    );
    this.#owned.add(
      vscode.workspace.onDidChangeConfiguration(event => {
        if (event.affectsConfiguration('codeReview')) this.#update(placed.uris);
      }),
    );
    this.#owned.add(
      vscode.window.onDidChangeWindowState(({ focused }) => {
        // Another window may have decided something meanwhile.
        if (focused) this.#reading = this.#read(placed.uris).catch(onError);
      }),
    );
  }

  /** Fires the files whose shown findings may have changed. */
  get onDidChange(): Event<readonly vscode.Uri[]> {
    return this.#changed.event;
  }

  /** The review that is shown. */
  get record(): SettledRecord | undefined {
    return this.#placed.record;
  }

  /** What is shown, by file. */
  get items(): readonly WorkItem[] {
    return [...this.#files.values()].flatMap(({ shown }) => shown);
  }

  /** What is shown and still to be done. */
  get open(): readonly WorkItem[] {
    return this.items.filter(isOpen);
  }

  /** How many findings filter and settings hide. */
  get hidden(): number {
    return this.#count(({ all, shown }) => all.length - shown.length);
  }

  /** How many findings of the whole review need nothing any more: decided, settled by the service, or praise. */
  get done(): number {
    return this.#count(({ all }) => all.filter(item => !isOpen(item)).length);
  }

  /** The text of the filter; empty if there is none. */
  get filter(): string {
    return this.#filterText;
  }

  of(uri: vscode.Uri): readonly WorkItem[] {
    return this.#files.get(uri.toString())?.shown ?? [];
  }

  /** The finding as it is now; undefined when it is no longer shown. */
  byId(id: string): WorkItem | undefined {
    return this.items.find(({ finding }) => finding.id === id);
  }

  reviewedLines(uri: vscode.Uri): readonly string[] | undefined {
    return this.#placed.reviewedLines(uri);
  }

  /** Applies a filter as typed, which has been checked before. */
  setFilter(text: string): void {
    const filter = parseFilter(text);
    if ('problem' in filter) return;
    this.#filterText = text.trim();
    this.#filter = this.#filterText === '' ? undefined : filter;
    setContextKey('codeReview.findingsFiltered', this.#filter !== undefined);
    this.#update(this.#placed.uris);
  }

  /** What the user decided about a finding, also of one that is hidden. */
  decisionOn(fingerprint: string): Decision {
    return this.#knownNow()?.decided.get(fingerprint) ?? nothing;
  }

  /** Keeps what the user decided. Local: the service is not told. */
  async decide(items: readonly WorkItem[], decision: Decision): Promise<void> {
    const known = this.#knownNow();
    if (known === undefined || items.length === 0) return;
    const { repository } = known.record.subject.pullRequest;
    // Those of another window may be newer than what is shown here.
    const decisions = await this.#states.all(repository);
    const decided = new Set(items.map(({ fingerprint }) => fingerprint));
    await this.#states.add(repository, decisions.deciding(known.findings, decided, decision));
    await this.#read(this.#placed.uris);
  }

  /** Resolves when the latest review is shown. */
  async settled(): Promise<void> {
    await this.#placed.settled();
    await this.#reading;
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #read(uris: readonly vscode.Uri[]): Promise<void> {
    const { record } = this;
    const decisions = record && (await this.#states.all(record.subject.pullRequest.repository));
    if (record !== this.record || (record === this.#record && decisions === this.#decisions)) return;
    if (record !== this.#record) this.#files.clear();
    this.#record = record;
    this.#decisions = decisions;
    this.#update(uris);
  }

  #update(uris: readonly vscode.Uri[]): void {
    const known = this.#knownNow();
    // Settings may differ from folder to folder, and are read once for each.
    const shownIn = new Map<vscode.WorkspaceFolder | undefined, ReturnType<typeof settings.shown>>();
    const put = (uri: vscode.Uri | undefined, findings: readonly Finding[]): void => {
      const folder = uri && vscode.workspace.getWorkspaceFolder(uri);
      const rules = shownIn.get(folder) ?? settings.shown(folder);
      shownIn.set(folder, rules);
      const all = findings.map((finding): WorkItem => {
        const fingerprint = known?.fingerprints.get(finding.id) ?? finding.id;
        const decision = known?.decided.get(fingerprint) ?? nothing;
        return {
          finding,
          uri,
          fingerprint,
          decision:
            known === undefined ? decision : effectiveDecision(decision, known.record.triggeredAt, finding.state),
        };
      });
      const name = uri?.toString() ?? '';
      if (all.length === 0) this.#files.delete(name);
      else this.#files.set(name, { all, shown: all.filter(item => this.#isShown(item, rules)) });
    };
    put(undefined, this.#placed.general);
    for (const uri of uris) put(uri, this.#placed.of(uri));
    setContextKey('codeReview.hasReview', this.record !== undefined);
    setContextKey('codeReview.hasFindings', this.#files.size > 0);
    this.#changed.fire(uris);
  }

  #count(of: (file: FileItems) => number): number {
    return [...this.#files.values()].reduce((sum, file) => sum + of(file), 0);
  }

  #isShown({ finding, decision }: WorkItem, { minimumSeverity, ignore }: ReturnType<typeof settings.shown>): boolean {
    const { comment, state } = finding;
    // The mildest minimum hides nothing: what is milder still is praise.
    const isTooMild = minimumSeverity !== 'info' && !meetsMinimumSeverity(comment.severity, minimumSeverity);
    if (isTooMild || isIgnored(comment, ignore)) return false;
    return this.#filter === undefined || matchesFilter(this.#filter, { ...comment, state, decision: decision.state });
  }

  /** Made anew only when another review, other texts of it or other decisions are known. */
  #knownNow(): Known | undefined {
    const { record } = this;
    if (record === undefined) return undefined;
    const { linesOf } = this.#placed;
    const decisions = this.#decisions;
    const before = this.#known;
    const isSame = before?.record === record && before.linesOf === linesOf;
    if (isSame && before.decisions === decisions) return before;
    const findings = isSame
      ? before.findings
      : knownFindings(record.review.comments ?? [], index => linesOf(findingId(record, index)));
    const fingerprints = new Map(findings.map(({ fingerprint }, index) => [findingId(record, index), fingerprint]));
    const decided = decisions?.of(findings) ?? new Map<string, Decision>();
    return (this.#known = { record, linesOf, decisions, findings, fingerprints, decided });
  }
}

/** Whether there is still something to do: not decided, not settled on the service's side, no praise. */
export function isOpen({ finding, decision }: WorkItem): boolean {
  return decision.state === 'open' && !finding.comment.resolved && finding.comment.severity !== 'praise';
}
