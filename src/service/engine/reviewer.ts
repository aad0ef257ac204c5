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

/** A finding anywhere in a file of the diff; the engine keeps those on new lines. */
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
  /** The name that nothing uses or defines; several such findings become one comment. */
  readonly name?: string | undefined;
  /** Set if several of its rule in one file have one cause: they become one comment. */
  readonly isFoldedInFile?: true | undefined;
  /** Set if the file cannot be loaded because of it, so that nothing in the file runs. */
  readonly stopsFile?: true;
  /** Set if a comment in the file or the tool's settings suppress it: it is not shown, but listed in the notes. */
  readonly hiddenBy?: SuppressionOrigin | 'tool' | undefined;
  /** Set if a language model may refute it: a heuristic of one of the project's tools, and nothing that must be seen. */
  readonly mayBeRefuted?: true;
  /** Why a language model refutes it, in one sentence: it is not shown, but listed in the notes. */
  readonly refuted?: string | undefined;
  /** Set if the change causes it on an unchanged line; it is shown there. */
  readonly isConsequence?: true;
  /** Other places that it is about, in any file. */
  readonly related?: readonly RelatedPlace[] | undefined;
}

/** A place in a file at the head. Line and UTF-16 columns from 1, `endColumn` excluded. */
export interface Place {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
}

/** A place that a finding is also about, with what happens there in one sentence. */
export interface RelatedPlace extends Place {
  readonly message: string;
}

/** Whether a comment that suppresses findings was there at the merge base, or comes with the change. */
export type SuppressionOrigin = 'base' | 'change';

/** A finding of an earlier reviewer that a later one refutes. */
export interface Refutation {
  readonly finding: ReviewerFinding;
  /** In one sentence. */
  readonly reason: string;
}

/** The outcome of a reviewer's run. */
export type ReviewerOutcome =
  | {
      readonly status: 'ok';
      readonly findings: readonly ReviewerFinding[];
      readonly files: number;
      /** What it left out or dropped, as the rest of a sentence that begins with its name. */
      readonly reason?: string;
      /**
       * Paths of the files that it read, if its findings in a file depend on that file alone: a later review reuses them
       * for unchanged files. Absent if nothing may be reused.
       */
      readonly read?: readonly string[];
      /**
       * Paths of the changed and deleted files that it judged by comparing what they were before with what they are. What it
       * only asked for something that matters elsewhere is not among them.
       */
      readonly compared?: readonly string[];
      /** Paths of files of its kind that it skips because they look like test data; `files` does not count them. */
      readonly testData?: readonly string[];
      /** Paths of files of its kind that are templates and not code; `files` does not count them. */
      readonly templates?: readonly string[];
      /** Paths of components that changed outside the scripts that it reads; `read` has none of them. */
      readonly markup?: readonly string[];
      /** Number of files that it could not read because of a failure; an exhausted budget is no failure. */
      readonly unanswered?: number;
      /** What it could not check; its findings elsewhere are kept. */
      readonly notifications?: readonly ReviewerNotification[];
      /** What it refutes of the findings of others that may be refuted. */
      readonly refuted?: readonly Refutation[];
    }
  | {
      readonly status: 'skipped';
      readonly reason: string;
      /** Set if it reads none of the file types; otherwise the review reports that it did not run. */
      readonly nothingToRead?: true;
    }
  | { readonly status: 'failed'; readonly reason: string };

/** Maximum numbers of findings to show. */
export interface FindingLimits {
  readonly findingsPerFile: number;
  readonly findingsPerReview: number;
}

/**
 * Reports what a reviewer does now.
 * @param stage in plain words, without a full stop
 * @param share how much of its work is done, from 0 to 1
 */
export type ReportStage = (stage: string, share: number) => void;

/** Reviews a diff. */
export interface Reviewer {
  readonly id: string;
  /** How long it takes, relative to a built-in reviewer; 1 by default. */
  readonly weight?: number;
  /** Apply to reused findings too; absent if all are shown. */
  readonly limits?: FindingLimits;
  /** Set if it needs no whole file: it also gets the files that analysers leave out, in pieces (`reviewExcluded.ts`). */
  readonly readsEverything?: true;
  /** Set if it also gets files that only lost lines. */
  readonly readsShortened?: true;
  /** Set if it judges the removed lines themselves: those files then count as reviewed. */
  readonly judgesRemoved?: true;
  /** @param others what the reviewers before it found */
  review(
    diff: DiffModel,
    signal: AbortSignal,
    report?: ReportStage,
    others?: readonly ReviewerFinding[],
  ): Promise<ReviewerOutcome>;
}

/** Folders of tests and of what they need: `tests`, `unittests`, `test_data`, `integration-tests`, `testing`. */
const testFolder =
  /(?:(?:^|[/_.-]|unit|integration|functional|acceptance|system|smoke|api)tests?|(?:^|\/)testing)(?:[_-]?(?:cases?|data|files?|fixtures?|resources?|suites?|utils?|support))?\/|(?:^|\/)(?:__tests__|specs?|fixtures?|e2e|cypress|mocks?|__mocks__)\//i;
const testFile =
  /(?:^|\/)tests?\.\w+$|[._-](?:tests?|spec)\.\w+$|(?:^|\/)(?:test_[^/]+|[^/]+_tests?|conftest)\.py$|\.feature$/i;
/** `OrderTest.java`, but not `latest.ts`. */
const testClass = /[a-z\d]Tests?\.\w+$/;

/** Whether a path is of a test or of test data, where some rules do not apply or are less severe. */
export function isTestPath(path: string): boolean {
  return testFolder.test(path) || testFile.test(path) || testClass.test(path);
}
