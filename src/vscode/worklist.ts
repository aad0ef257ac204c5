import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../core/disposable.ts';
import { Emitter, type Event } from '../core/events.ts';
import type { Finding } from '../core/finding.ts';
import { parseFilter, passes, type FindingFilter } from '../core/findingFilter.ts';
import { isGraveEnough, isIgnored } from '../core/suppression.ts';
import type { Decision, FindingStates } from '../reviews/findingStates.ts';
import { fingerprintsOf } from '../reviews/fingerprint.ts';
import type { SettledRecord } from '../reviews/reviewRecord.ts';
import { setContextKey } from './contextKeys.ts';
import type { PlacedFindings } from './placedFindings.ts';
import { settings } from './settings.ts';

/** A finding as the user works on it. */
export interface WorkItem {
  readonly finding: Finding;
  /** The file it is in; undefined for the whole review, or a file that is not here. */
  readonly uri: vscode.Uri | undefined;
  readonly fingerprint: string;
  readonly decision: Decision;
}

const nothing: Decision = { state: 'open' };

/**
 * The findings of the shown review with what the user decided about them, less what filter and settings hide. Tree,
 * problems and threads all show this list.
 */
export class Worklist implements Disposable {
  readonly #placed: PlacedFindings;
  readonly #states: FindingStates;
  readonly #owned = new DisposableStore();
  readonly #changed: Emitter<readonly vscode.Uri[]>;
  #filterText = '';
  #filter: FindingFilter | undefined;
  #decisions: ReadonlyMap<string, Decision> = new Map();
  #fingerprints: { readonly reviewId: string; readonly byId: ReadonlyMap<string, string> } | undefined;
  #items: readonly WorkItem[] = [];
  #byFile: ReadonlyMap<string, readonly WorkItem[]> = new Map();
  #hidden = 0;
  #done = 0;
  #reading: Promise<void> = Promise.resolve();

  constructor(placed: PlacedFindings, states: FindingStates, onError: (error: unknown) => void) {
    this.#placed = placed;
    this.#states = states;
    this.#changed = this.#owned.add(new Emitter(onError));
    this.#owned.add(
      placed.onDidChange(uris => {
        this.#reading = this.#read(uris).catch(onError);
      }),
    );
    this.#owned.add(
      vscode.workspace.onDidChangeConfiguration(event => {
        if (event.affectsConfiguration('codeReview')) this.#update(this.#uris());
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

  /** What is shown, in the review's order. */
  get items(): readonly WorkItem[] {
    return this.#items;
  }

  /** What is shown and still to be done. */
  get open(): readonly WorkItem[] {
    return this.#items.filter(isOpen);
  }

  /** How many findings filter and settings hide. */
  get hidden(): number {
    return this.#hidden;
  }

  /** How many findings of the whole review need nothing any more: decided, settled by the service, or praise. */
  get done(): number {
    return this.#done;
  }

  /** The filter as it was typed; empty for none. */
  get filter(): string {
    return this.#filterText;
  }

  of(uri: vscode.Uri): readonly WorkItem[] {
    return this.#byFile.get(uri.toString()) ?? [];
  }

  /** The finding as it is now; undefined when it is no longer shown. */
  byId(id: string): WorkItem | undefined {
    return this.#items.find(({ finding }) => finding.id === id);
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
    this.#update(this.#uris());
  }

  /** Keeps what the user decided. Local: the service is not told. */
  async decide(items: readonly WorkItem[], decision: Decision): Promise<void> {
    const { record } = this;
    if (record === undefined || items.length === 0) return;
    const { repository } = record.subject.pullRequest;
    await this.#states.set(
      repository,
      items.map(({ fingerprint }) => fingerprint),
      decision,
    );
    await this.#read(items.flatMap(({ uri }) => uri ?? []));
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
    this.#decisions = record === undefined ? new Map() : await this.#states.all(record.subject.pullRequest.repository);
    this.#update(uris);
  }

  #update(uris: readonly vscode.Uri[]): void {
    const all = this.#placed.all.map(({ finding, uri }): WorkItem => {
      const fingerprint = this.#fingerprintOf(finding.id);
      return { finding, uri, fingerprint, decision: this.#decisions.get(fingerprint) ?? nothing };
    });
    // Settings may differ from folder to folder, and are read once for each.
    const shownIn = new Map<string, ReturnType<typeof settings.shown>>();
    const byFile = new Map<string, WorkItem[]>();
    this.#items = all.filter(item => {
      const name = item.uri?.toString() ?? '';
      const folder = item.uri && vscode.workspace.getWorkspaceFolder(item.uri)?.uri;
      const folderName = folder?.toString() ?? '';
      let shown = shownIn.get(folderName);
      if (shown === undefined) shownIn.set(folderName, (shown = settings.shown(folder)));
      if (!this.#isShown(item, shown)) return false;
      const ofFile = byFile.get(name);
      if (ofFile === undefined) byFile.set(name, [item]);
      else ofFile.push(item);
      return true;
    });
    this.#byFile = byFile;
    this.#hidden = all.length - this.#items.length;
    this.#done = all.filter(item => !isOpen(item)).length;
    setContextKey('codeReview.hasFindings', all.length > 0);
    this.#changed.fire(uris);
  }

  #isShown({ finding, decision }: WorkItem, { minimumSeverity, ignore }: ReturnType<typeof settings.shown>): boolean {
    const { comment, state } = finding;
    if (!isGraveEnough(comment.severity, minimumSeverity) || isIgnored(comment, ignore)) return false;
    return this.#filter === undefined || passes(this.#filter, { ...comment, state, decision: decision.state });
  }

  #fingerprintOf(id: string): string {
    const { record } = this;
    if (record === undefined) return id;
    if (this.#fingerprints?.reviewId !== record.reviewId) {
      const prints = fingerprintsOf(record.review.comments ?? []);
      const byId = new Map(prints.map((print, index) => [`${record.reviewId}/${index}`, print]));
      this.#fingerprints = { reviewId: record.reviewId, byId };
    }
    return this.#fingerprints.byId.get(id) ?? id;
  }

  #uris(): vscode.Uri[] {
    const byName = new Map(this.#placed.all.flatMap(({ uri }) => (uri === undefined ? [] : [[uri.toString(), uri]])));
    return [...byName.values()];
  }
}

/** Whether there is still something to do: not decided, not settled on the service's side, no praise. */
export function isOpen({ finding, decision }: WorkItem): boolean {
  return decision.state === 'open' && !finding.comment.resolved && finding.comment.severity !== 'praise';
}
