import type { DiffFile, DiffModel } from './diff/diffFile.ts';
import type { EngineComment } from './engineComment.ts';
import type { ReviewerNotification } from './reviewerReport.ts';

/** Lines and UTF-16 columns from 1; the end column is excluded. */
export interface FindingRange {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** Replaces the text from `start` to `end` (UTF-16 offsets in the file's text). */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What a reviewer says, anywhere in a file of the diff; the engine keeps what is about new lines. */
export interface ReviewerFinding {
  readonly file: DiffFile;
  readonly range: FindingRange;
  /** `eslint/no-self-compare` */
  readonly rule: string;
  readonly ruleUrl?: string | undefined;
  readonly severity: EngineComment['severity'];
  /** A `note` is not shown, only counted. */
  readonly category: EngineComment['category'] | 'note';
  /** One sentence: what is wrong. */
  readonly title: string;
  /** Markdown: why it matters and what to do. */
  readonly body: string;
  readonly fix?: readonly TextEdit[] | undefined;
  /** A comment in the file, or the tool's own settings, hide it: it is not shown, but counted and told with its place. */
  readonly hiddenBy?: HidingComment | 'tool' | undefined;
}

/** Whether a comment that hides findings was there at the merge base, or comes with the change. */
export type HidingComment = 'base' | 'change';

/** What a reviewer did. A failure is never taken for a clean review. */
export type ReviewerAnswer =
  | {
      readonly status: 'ok';
      readonly findings: readonly ReviewerFinding[];
      readonly files: number;
      /** What is to be told of it, as the rest of a sentence that begins with its name: what it left out or dropped. */
      readonly reason?: string;
      /**
       * Paths of the files that it read, where what it says of a file depends on that file alone: a later review does
       * not hand it those that are as they were, and repeats what it said of them. Without it nothing is repeated.
       */
      readonly read?: readonly string[];
      /** Paths of files of its kind that it leaves out, since they look like data for tests; `files` counts none of them. */
      readonly testData?: readonly string[];
      /** Number of files that it should have read and could not, since something failed; a budget that ends is no failure. */
      readonly unanswered?: number;
      /** What it could not check; its findings elsewhere are kept. */
      readonly notifications?: readonly ReviewerNotification[];
    }
  | {
      readonly status: 'skipped';
      readonly reason: string;
      /** None of the files is of a kind that it reads; otherwise it was kept from reading, which is told. */
      readonly nothingToRead?: true;
    }
  | { readonly status: 'failed'; readonly reason: string };

/** Most findings that are shown. */
export interface FindingLimits {
  readonly findingsPerFile: number;
  readonly findingsPerReview: number;
}

/** Reads the diff and says what it finds. */
export interface Reviewer {
  readonly id: string;
  /** Hold for what it said before and is repeated as well; absent where all is shown. */
  readonly limits?: FindingLimits;
  /** It reads each line for itself and is handed the files that analysers leave out too, piece by piece (`reviewExcluded.ts`). */
  readonly readsEverything?: true;
  review(diff: DiffModel, signal: AbortSignal): Promise<ReviewerAnswer>;
}

/** Whether a file is a test or holds data for tests, where some rules do not count or count less. */
export function isTestPath(path: string): boolean {
  return /(?:^|[/_.-])tests?\/|(?:^|\/)(?:__tests__|specs?|fixtures?|e2e|testdata|mocks?|__mocks__)\/|(?:^|\/)tests?\.\w+$|[._-](?:test|spec)\.\w+$|(?:^|\/)(?:test_[^/]+|[^/]+_test|conftest)\.py$/i.test(
    path,
  );
}
