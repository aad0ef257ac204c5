import * as vscode from 'vscode';
import type { Disposable } from '../../core/base/disposable.ts';
import { DisposableStore } from '../../core/base/disposable.ts';
import { Emitter, type Event } from '../../core/base/events.ts';
import type { Finding } from '../../core/review/finding.ts';
import type { EditorFolder } from '../../core/system/editorPaths.ts';
import type { SettledRecord } from '../../reviews/store/reviewRecord.ts';
import type { CurrentBranch } from '../repository/currentBranch.ts';
import { identityOfDocument } from './editorPlaces.ts';
import type { FilePlacement } from './filePlacement.ts';
import { emptyPlacement, placeReview, type PlacedReview, type ReviewedLines } from './placeReview.ts';
import type { ReviewedText } from './reviewedText.ts';

const idleMilliseconds = 200;

/**
 * Where the findings of the shown review are now: the one place that diagnostics, tree and threads take their ranges
 * from. Shifted at once while typing, looked up again when typing rests; tells which files changed.
 */
export class PlacedFindings implements Disposable {
  readonly #current: CurrentBranch;
  readonly #reviewedText: ReviewedText;
  readonly #opened: () => readonly EditorFolder[];
  readonly #owned = new DisposableStore();
  readonly #changed: Emitter<readonly vscode.Uri[]>;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #record: SettledRecord | undefined;
  #files = new Map<string, FilePlacement>();
  #placed: PlacedReview = emptyPlacement;
  #turn = 0;
  #showing: Promise<void> = Promise.resolve();

  /**
   * @param onDidChangeHead fires when another commit may be checked out
   * @param opened folders that repositories were found by, as the editor spells them
   */
  constructor(
    current: CurrentBranch,
    reviewedText: ReviewedText,
    onDidChangeHead: Event<void>,
    onError: (error: unknown) => void,
    opened: () => readonly EditorFolder[] = () => [],
  ) {
    this.#current = current;
    this.#reviewedText = reviewedText;
    this.#opened = opened;
    this.#changed = this.#owned.add(new Emitter(onError));
    const show = (): void => {
      this.#showing = this.#show().catch(onError);
    };
    // A look at a pending review, or a push, moves no finding of the one that is shown.
    this.#owned.add(
      current.onDidChange(() => {
        if (current.shown !== this.#record) show();
      }),
    );
    this.#owned.add(onDidChangeHead(show));
    this.#owned.add(vscode.workspace.onDidChangeTextDocument(event => this.#edited(event)));
    this.#owned.add(
      vscode.workspace.onDidOpenTextDocument(document => {
        this.#look(document);
        this.#otherwise(document.uri).then(isIt => isIt && show(), onError);
      }),
    );
    this.#owned.add(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        const name = uri.toString();
        if (this.#placed.borrowed.has(name)) show();
        else if (this.#files.has(name)) {
          const others = vscode.workspace.textDocuments.map(document => this.#otherwise(document.uri));
          Promise.all(others).then(are => are.includes(true) && show(), onError);
        }
      }),
    );
    this.#owned.add(vscode.workspace.onDidSaveTextDocument(document => this.#look(document)));
    this.#owned.add(vscode.workspace.onDidRenameFiles(show));
  }

  /** Fires the files whose findings changed; an empty list when only general ones did. */
  get onDidChange(): Event<readonly vscode.Uri[]> {
    return this.#changed.event;
  }

  /** The review that is shown; undefined when there is none. */
  get record(): SettledRecord | undefined {
    return this.#record;
  }

  /** The findings of a file, in the review's order. */
  of(uri: vscode.Uri): readonly Finding[] {
    return this.#files.get(uri.toString())?.findings ?? [];
  }

  /** The files that have findings. */
  get uris(): readonly vscode.Uri[] {
    return [...this.#files.values()].map(({ uri }) => uri);
  }

  /** The findings on the whole review, and those whose path is not in the workspace. */
  get general(): readonly Finding[] {
    return this.#placed.general;
  }

  /** The lines of a file as they were reviewed; undefined where they are not known. */
  reviewedLines(uri: vscode.Uri): readonly string[] | undefined {
    return this.#files.get(uri.toString())?.reviewed;
  }

  /** By the id of a finding; another function once other texts are known. */
  get linesOf(): ReviewedLines {
    return this.#placed.linesOf;
  }

  /** Resolves when the findings of the latest review are where they belong. */
  async settled(): Promise<void> {
    await this.#current.settled();
    await this.#showing;
  }

  dispose(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#owned.dispose();
  }

  /** Places the findings of the review that is to be shown now, and drops those of the one shown before. */
  async #show(): Promise<void> {
    const turn = ++this.#turn;
    const record = this.#current.shown;
    const placed =
      record === undefined ? emptyPlacement : await placeReview(record, this.#reviewedText, this.#opened());
    if (turn !== this.#turn) return;
    const { files } = placed;
    const before = this.uris;
    this.#record = record;
    this.#files = new Map(files.map(file => [file.uri.toString(), file]));
    this.#placed = placed;
    const now = files.map(({ uri }) => uri);
    const gone = before.filter(uri => !this.#files.has(uri.toString()));
    this.#changed.fire([...gone, ...now]);
  }

  #edited({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const name = document.uri.toString();
    const file = this.#files.get(name);
    if (file === undefined || contentChanges.length === 0) return;
    if (file.shift(contentChanges)) this.#changed.fire([document.uri]);
    clearTimeout(this.#timers.get(name));
    this.#timers.set(
      name,
      setTimeout(() => this.#look(document), idleMilliseconds),
    );
  }

  /** Whether a document is a file that has findings by another spelling. */
  async #otherwise(uri: vscode.Uri): Promise<boolean> {
    if (this.#files.size === 0 || this.#files.has(uri.toString())) return false;
    const identity = await identityOfDocument(uri);
    return identity !== undefined && this.#placed.identities.has(identity);
  }

  /** Looks every finding of an open document up again. */
  #look(document: vscode.TextDocument): void {
    clearTimeout(this.#timers.get(document.uri.toString()));
    const file = this.#files.get(document.uri.toString());
    if (file?.place(document.getText())) this.#changed.fire([document.uri]);
  }
}
