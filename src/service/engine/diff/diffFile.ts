import { textOf } from './decodeFile.ts';
import type { LineChanges } from './lineChanges.ts';
import type { UnreadFile } from '../reviewerReport.ts';

/** A file that the pull request adds or changes, as it is in the head. */
export interface DiffFile {
  /** Relative to the repository's top folder, with `/`. */
  readonly path: string;
  /** Without a byte order mark; line breaks as they are. */
  readonly text: string;
  /** As git counts them, without their line breaks. */
  readonly lines: readonly string[];
  /** Numbers of the lines that are new, from 1; lines that only moved or changed their margins are not among them. */
  readonly added: ReadonlySet<number>;
  /** Numbers of the lines that were moved here; they count as new for what is said of security. */
  readonly moved?: ReadonlySet<number>;
  /** What was taken away, see `LineChanges`; absent for a new file. */
  readonly removed?: LineChanges['removed'];
  /** Id of git's object that it was compared with; absent for a new file. */
  readonly baseBlob?: string;
}

/** A changed file that the analysers leave out; secrets and hidden characters are looked for in it all the same. */
export interface ExcludedFile {
  readonly path: string;
  /** Id of git's object that holds its content. */
  readonly blob: string;
  /** Numbers of its new lines, from 1; where it is absent, all are new. */
  readonly added?: ReadonlySet<number> | undefined;
}

/** The commits that are compared, by full hash. */
export interface ReviewRange {
  /** Absolute path of the working copy. */
  readonly root: string;
  /** The base branch's commit; the engine takes the merge base itself. */
  readonly base: string;
  readonly head: string;
}

/** What a pull request changes, as far as it is reviewed. */
export interface DiffModel {
  /** Full hash of the commit that the head was compared with. */
  readonly mergeBase: string;
  /** Files with new lines. */
  readonly files: readonly DiffFile[];
  /** Texts with new lines that analysers leave out; most are among the unreviewed as well. */
  readonly leftOut?: readonly ExcludedFile[];
  /** Files with changes that are not reviewed, and why. */
  readonly unreviewed: readonly UnreadFile[];
  readonly addedLines: number;
}

/** Numbers of all lines that a change brings into a file, those that were moved there too, ascending. */
export function newLinesIn({ added, moved = new Set() }: DiffFile): number[] {
  return [...added, ...moved].sort((a, b) => a - b);
}

/** Text and lines of a file. */
interface Content {
  readonly text: string;
  readonly lines: readonly string[];
}

/** So much text is kept at once, in characters; a file that is larger is kept alone. */
const mostKept = 8 << 20;

/**
 * Makes text and lines from bytes when they are asked for, and keeps those of the files that were asked for last: the
 * bytes of thousands of files take little room, their lines do not.
 */
export class Contents {
  readonly #kept = new Map<Buffer, Content>();
  #length = 0;

  of(bytes: Buffer): Content {
    const kept = this.#kept.get(bytes);
    if (kept !== undefined) return kept;
    const text = textOf(bytes) ?? '';
    const content = { text, lines: text.split(/\r?\n/) };
    if (this.#length + text.length > mostKept) {
      this.#kept.clear();
      this.#length = 0;
    }
    this.#kept.set(bytes, content);
    this.#length += text.length;
    return content;
  }
}
