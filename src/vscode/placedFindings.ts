import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { safePath } from '../api/safePath.ts';
import type { Disposable } from '../core/disposable.ts';
import { DisposableStore } from '../core/disposable.ts';
import { Emitter, type Event } from '../core/events.ts';
import { filesNow } from '../core/filesNow.ts';
import type { Finding } from '../core/finding.ts';
import type { ReviewComment } from '../core/review.ts';
import type { SettledRecord } from '../reviews/reviewRecord.ts';
import type { CurrentBranch } from './currentBranch.ts';
import { FilePlacement } from './filePlacement.ts';
import type { ReviewedText } from './reviewedText.ts';

const idleMilliseconds = 200;

/** The lines that a finding's numbers count, those of its side of the review; undefined where they are not known. */
export type ReviewedLines = (findingId: string) => readonly string[] | undefined;

interface Placed {
  readonly files: readonly FilePlacement[];
  readonly general: readonly Finding[];
  readonly linesOf: ReviewedLines;
}

const nothing: Placed = { files: [], general: [], linesOf: () => undefined };

/**
 * Where the findings of the shown review are now: the one place that diagnostics, tree and threads take their ranges
 * from. Shifted at once while typing, looked up again when typing rests; tells which files changed.
 */
export class PlacedFindings implements Disposable {
  readonly #current: CurrentBranch;
  readonly #reviewedText: ReviewedText;
  readonly #owned = new DisposableStore();
  readonly #changed: Emitter<readonly vscode.Uri[]>;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #record: SettledRecord | undefined;
  #files = new Map<string, FilePlacement>();
  #general: readonly Finding[] = [];
  #linesOf: ReviewedLines = () => undefined;
  #turn = 0;
  #showing: Promise<void> = Promise.resolve();

  /** @param onDidChangeHead fires when another commit may be checked out */
  constructor(
    current: CurrentBranch,
    reviewedText: ReviewedText,
    onDidChangeHead: Event<void>,
    onError: (error: unknown) => void,
  ) {
    this.#current = current;
    this.#reviewedText = reviewedText;
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
    this.#owned.add(vscode.workspace.onDidOpenTextDocument(document => this.#look(document)));
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
    return this.#general;
  }

  /** The lines of a file as they were reviewed; undefined where they are not known. */
  reviewedLines(uri: vscode.Uri): readonly string[] | undefined {
    return this.#files.get(uri.toString())?.reviewed;
  }

  /** By the id of a finding; another function once other texts are known. */
  get linesOf(): ReviewedLines {
    return this.#linesOf;
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
    const { files, general, linesOf } = record === undefined ? nothing : await this.#place(record);
    if (turn !== this.#turn) return;
    const before = this.uris;
    this.#record = record;
    this.#files = new Map(files.map(file => [file.uri.toString(), file]));
    this.#general = general;
    this.#linesOf = linesOf;
    const now = files.map(({ uri }) => uri);
    const gone = before.filter(uri => !this.#files.has(uri.toString()));
    this.#changed.fire([...gone, ...now]);
  }

  async #place(record: SettledRecord): Promise<Placed> {
    const { root } = record.subject;
    const top = root === undefined ? undefined : await realpath(root).catch(() => undefined);
    const general: Finding[] = [];
    const byPath = new Map<string, { id: string; comment: ReviewComment }[]>();
    for (const [index, comment] of (record.review.comments ?? []).entries()) {
      const id = findingId(record, index);
      if (comment.path === undefined || top === undefined) general.push(unplaced(id, comment));
      else {
        const file = await pathInRepository(top, comment.path);
        const ofFile = byPath.get(file);
        if (ofFile === undefined) byPath.set(file, [{ id, comment }]);
        else ofFile.push({ id, comment });
      }
    }
    if (root === undefined || top === undefined) return { ...nothing, general };
    const reviewed = await this.#reviewedText.of(record, [...byPath.keys()]);
    const files = await Promise.all(
      filesNow(byPath, file => reviewed.pathNow(file)).map(async ({ file, pathNow, comments }) => {
        if (!(await isInside(top, pathNow))) {
          general.push(...comments.map(({ id, comment }) => unplaced(id, comment)));
          return undefined;
        }
        const texts = { reviewed: reviewed.lines(file), removed: reviewed.removedLines(file) };
        return FilePlacement.open(vscode.Uri.file(path.join(root, pathNow)), comments, texts);
      }),
    );
    const lines = new Map<string, readonly string[] | undefined>();
    for (const [file, comments] of byPath)
      for (const { id, comment } of comments)
        lines.set(id, comment.side === 'left' ? reviewed.removedLines(file) : reviewed.lines(file));
    return { files: files.filter(file => file !== undefined), general, linesOf: id => lines.get(id) };
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

  /** Looks every finding of an open document up again. */
  #look(document: vscode.TextDocument): void {
    clearTimeout(this.#timers.get(document.uri.toString()));
    const file = this.#files.get(document.uri.toString());
    if (file?.place(document.getText())) this.#changed.fire([document.uri]);
  }
}

/** The id of the finding that a comment of a review becomes. @param index of the comment */
export function findingId({ reviewId }: SettledRecord, index: number): string {
  return `${reviewId}/${index}`;
}

function unplaced(id: string, comment: ReviewComment): Finding {
  return { id, comment, state: 'unplaced', range: undefined };
}

/** Some services keep the prefix that diffs put before paths. */
async function pathInRepository(top: string, file: string): Promise<string> {
  const [, plain] = /^[ab]\/(.+)$/.exec(file) ?? [];
  if (plain === undefined || (await isInside(top, file))) return file;
  return (await isInside(top, plain)) ? plain : file;
}

/**
 * Whether it is a file, and no link leads out of the repository or into its git directory.
 * @param top the repository's folder, with its links followed
 */
async function isInside(top: string, file: string): Promise<boolean> {
  try {
    const place = await realpath(path.join(top, file));
    const inner = path.relative(top, place).replaceAll(path.sep, '/');
    return place.startsWith(top + path.sep) && safePath(inner) !== undefined && (await stat(place)).isFile();
  } catch {
    return false;
  }
}
