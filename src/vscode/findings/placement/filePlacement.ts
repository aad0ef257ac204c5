import { readFile } from 'node:fs';
import { promisify } from 'node:util';
import type * as vscode from 'vscode';
import type { EditorRange, Finding } from '../../../core/review/finding.ts';
import { placeFindings, type IdentifiedComment, type PlacementTexts } from '../../../core/placement/placeFindings.ts';
import { shiftFindings } from '../../../core/placement/shiftFindings.ts';
import { decodeText, openDocuments } from './decodeText.ts';
import type { FoundFile } from './foundFiles.ts';
import { ofOnePlace, type StandingComments } from './standingComments.ts';

/** The texts of a file that were reviewed. */
export type ReviewedTexts = Omit<PlacementTexts, 'live'>;

/** Where what was reviewed is not known. */
export const noTexts: ReviewedTexts = { reviewed: undefined, removed: undefined };

/** Takes half the processor time of the one that `node:fs/promises` has. */
const readWhole = promisify(readFile);
const largestFile = 20 << 20;

/** The findings of one file, and where they are in its text as it is now. */
export class FilePlacement {
  readonly uri: vscode.Uri;
  readonly #path: string;
  readonly #comments: readonly IdentifiedComment[];
  readonly #texts: ReviewedTexts;
  readonly #standing: StandingComments;
  /** Also of the comments that are shown at another of their places. */
  #findings: readonly Finding[];

  /** Places the comments in the file's current text, as far as that is known; see `readLiveText`. */
  constructor(
    { uri, path }: Pick<FoundFile, 'uri' | 'path'>,
    comments: readonly IdentifiedComment[],
    texts: ReviewedTexts,
    live: PlacementTexts['live'] | undefined,
    standing: StandingComments = ofOnePlace,
  ) {
    this.uri = uri;
    this.#path = path;
    this.#comments = comments;
    this.#texts = texts;
    this.#standing = standing;
    // A text that is not known is not one whose lines are gone.
    const known = live === undefined ? { ...noTexts, live: '' } : { ...texts, live };
    this.#findings = placeFindings(comments, known, path);
    standing.note(this.#findings, uri);
  }

  /** Those that are shown in this file. */
  get findings(): readonly Finding[] {
    return this.#standing.among(this.#findings);
  }

  /** Whether a comment in it has other places. */
  get hasShared(): boolean {
    return this.#standing.hasSome(this.#findings);
  }

  /** The lines of the file as they were reviewed; undefined where they are not known. */
  get reviewed(): readonly string[] | undefined {
    return this.#texts.reviewed;
  }

  /** Moves the findings along with an edit. Returns the files whose findings changed. */
  shift(changes: readonly vscode.TextDocumentContentChangeEvent[]): readonly vscode.Uri[] {
    const before = this.#findings;
    this.#findings = shiftFindings(
      before,
      changes.map(({ range: { start, end }, text }) => ({
        range: { startLine: start.line, startColumn: start.character, endLine: end.line, endColumn: end.character },
        text,
      })),
    );
    return this.#findings === before ? [] : this.#noted();
  }

  /** Finds every finding again in the current text. Returns the files whose findings changed. */
  place(live: string): readonly vscode.Uri[] {
    const before = this.#findings;
    const placed = placeFindings(this.#comments, { ...this.#texts, live }, this.#path).map((finding, index) => {
      const earlier = before[index];
      if (earlier === undefined) return finding;
      // With a number as all that is known, nothing tells its place better than where it has been shifted to.
      const isGuess = finding.state === 'unplaced' && earlier.range !== undefined;
      return isGuess || (finding.state === earlier.state && isSame(finding.range, earlier.range)) ? earlier : finding;
    });
    if (placed.every((finding, index) => finding === before[index])) return [];
    this.#findings = placed;
    return this.#noted();
  }

  #noted(): readonly vscode.Uri[] {
    return [this.uri, ...this.#standing.note(this.#findings, this.uri)];
  }
}

function isSame(a: EditorRange | undefined, b: EditorRange | undefined): boolean {
  return (
    a?.startLine === b?.startLine &&
    a?.startColumn === b?.startColumn &&
    a?.endLine === b?.endLine &&
    a?.endColumn === b?.endColumn
  );
}

/**
 * Returns the text of a file's open document, else of the file on disk: opening a document for each file would start
 * language servers.
 * @param size of the file, in bytes
 * @returns undefined for a file that is too large, no text, or gone by the time that it is read
 */
export async function readLiveText(uri: vscode.Uri, size: number): Promise<string | undefined> {
  const textOpen = (): string | undefined => openDocuments().get(uri.toString())?.getText();
  const open = textOpen();
  if (open !== undefined || size > largestFile) return open;
  const bytes = await readWhole(uri.fsPath).catch(() => undefined);
  const text = bytes && (await decodeText(bytes, uri));
  // It may have been opened while it was read.
  return textOpen() ?? text;
}
