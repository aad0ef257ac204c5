import { decodeFile, type Encoding } from './decodeFile.ts';
import type { LineChanges } from './lineChanges.ts';
import type { UndecodedLine } from './pythonEncoding.ts';
import type { UnreadFile } from '../reviewerReport.ts';

/** A file that the pull request adds or changes, at the head. */
export interface DiffFile {
  /** Relative to the repository's top folder, with `/`. */
  readonly path: string;
  /** Without a byte order mark; line breaks as they are. */
  readonly text: string;
  /** Split at line feeds as git does, without line breaks. */
  readonly lines: readonly string[];
  /** Numbers of the new lines, from 1, without lines that only moved or changed in leading or trailing white space. */
  readonly added: ReadonlySet<number>;
  /** Numbers of the lines that were moved here; security findings treat them as new. */
  readonly moved?: ReadonlySet<number>;
  /** Removed lines, see `LineChanges`; absent for a new file. */
  readonly removed?: LineChanges['removed'];
  /** Id of the blob that it is compared with; absent for a new file. */
  readonly baseBlob?: string;
  /** Set for a new script that looks like a test or its data only because of folders that the change adds. */
  readonly isInNewFolder?: true;
  /** Path of a new file with `-` for each folder whose name the merge base does not have; absent if it has them all. */
  readonly knownPath?: string;
  /** Set for a new file whose code seems not to run only because of folders that the change adds. */
  readonly isInNewIdleFolder?: true;
  /** What Python cannot decode in it, so that it does not load; absent if it could not before either. */
  readonly undecoded?: UndecodedLine;
  /** Set if it is a piece of a file that analysers leave out. */
  readonly isExcluded?: true;
}

/** A changed file that analysers leave out; it is still searched for secrets and hidden characters. */
export interface ExcludedFile {
  readonly path: string;
  /** Id of its blob. */
  readonly blob: string;
  /** Numbers of its new lines, from 1; absent if all are new. */
  readonly added?: ReadonlySet<number> | undefined;
  /** Absent if too little of it was read. */
  readonly encoding?: Encoding | undefined;
}

/** A text file that a change deletes. */
export interface DeletedFile {
  readonly path: string;
  /** Number of its lines. */
  readonly lines: number;
}

/** The commits that are compared, by full hash. */
export interface ReviewRange {
  /** Absolute path of the working copy. */
  readonly root: string;
  /** The base branch's commit. */
  readonly base: string;
  readonly head: string;
  /** Absent where the engine is to find it. */
  readonly mergeBase?: string;
}

/** The changes of a pull request that are reviewed. */
export interface DiffModel {
  /** Full hash of the commit that the head was compared with. */
  readonly mergeBase: string;
  /** Files with new lines. */
  readonly files: readonly DiffFile[];
  /** Files that only lost lines. */
  readonly shortened?: readonly DiffFile[];
  /** Deleted files that would be reviewed if they changed. */
  readonly deleted?: readonly DeletedFile[];
  /** Text files with new lines that analysers leave out; most are in `unreviewed` too. */
  readonly leftOut?: readonly ExcludedFile[];
  /** Changed files of which only the name or the mode is another; they are not in `unreviewed`. */
  readonly sameContent?: readonly UnreadFile[];
  /** Changed and deleted files that are not reviewed, with the reason. */
  readonly unreviewed: readonly UnreadFile[];
  readonly addedLines: number;
}

/** Numbers of all lines that a change adds to a file, moved ones included, ascending. */
export function newLinesIn({ added, moved = new Set() }: DiffFile): number[] {
  return [...added, ...moved].sort((a, b) => a - b);
}

/** The files with new lines, then those that only lost lines. */
export function everyFile({ files, shortened = [] }: DiffModel): readonly DiffFile[] {
  return [...files, ...shortened];
}

/** How many lines a change takes out of a file. */
export function removedIn({ removed = new Map<number, string[]>() }: Pick<DiffFile, 'removed'>): number {
  return [...removed.values()].reduce((sum, lines) => sum + lines.length, 0);
}

/** Text and lines of a file. */
interface Content {
  readonly text: string;
  readonly lines: readonly string[];
}

/** Characters to cache; a larger file is cached alone. */
const mostKept = 8 << 20;

/**
 * Decodes text and lines on demand, and caches those of the files used last: the bytes of thousands of files are small,
 * their lines are not.
 */
export class Contents {
  readonly #kept = new Map<Buffer, Content>();
  #length = 0;

  of(bytes: Buffer, path: string): Content {
    const kept = this.#kept.get(bytes);
    if (kept !== undefined) return kept;
    const text = decodeFile(bytes, path) ?? '';
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
