import { fork, type ChildProcess } from 'node:child_process';
import { childEnvironment } from '../../core/system/childEnvironment.ts';
import { builtInReviewers } from '../reviewers/builtInReviewers.ts';
import type { IndexAnswer, IndexTask, RunIndexTasks } from '../repositoryIndex/indexTask.ts';
import type { AnalyserReply, AnalyserRequest, FileResult } from './analyserMessages.ts';
import type { DiffFile } from '../engine/diff/diffModel.ts';
import { mergeResults } from './mergeResults.ts';
import { pluralize } from '../engine/result/pluralize.ts';
import { reviewerNames } from '../engine/result/reviewerNames.ts';
import type { ReportStage, Reviewer } from '../engine/reviewer.ts';

interface AnalysersOptions {
  /** Path and arguments of the program. */
  readonly program: string;
  readonly args: readonly string[];
  /** Timeout of one reviewer for one file, in milliseconds. */
  readonly fileMilliseconds?: number;
  /** Timeout of all reviewers and files of a review, in milliseconds. */
  readonly reviewMilliseconds?: number;
  /** Maximum number of times that the process may end in one review. */
  readonly mostLost?: number;
}

/** The remaining budget of a review. */
interface Budget {
  /** In milliseconds, on the clock of `performance.now()`. */
  readonly until: number;
  lost: number;
}

/** How the process ended while it read a file. */
interface Loss {
  readonly why: string;
  /** False if earlier files or something outside may have caused it: the file is tried once more. */
  readonly isOwn: boolean;
}

/** Items that the process answers one by one, in their order. */
interface Work<Item, Answer> {
  readonly items: readonly Item[];
  readonly requestOf: (items: readonly Item[]) => AnalyserRequest;
  /** Number of characters to send. */
  readonly lengthOf: (item: Item) => number;
  readonly failed: (reason: string) => Answer;
  /** Called after each answer. @param count number of answers so far */
  readonly onAnswer?: (count: number) => void;
}

/** Characters to send at once: enough to keep the process busy, few enough to be in memory twice. */
const batchLength = 2_000_000;

/** Least time between two reports of the files that were read, in milliseconds. */
const betweenReports = 100;

/**
 * Runs the built-in reviewers in a child process, one file at a time. If the process hangs, crashes or runs out of
 * memory, the current file is reported, a new process continues with the next one, and earlier findings are kept.
 */
export class Analysers {
  readonly #options: Required<AnalysersOptions>;
  #child: ChildProcess | undefined;
  /** Files that the process has read. */
  #read = 0;

  constructor(options: AnalysersOptions) {
    this.#options = { fileMilliseconds: 30_000, reviewMilliseconds: 480_000, mostLost: 10, ...options };
  }

  /** The built-in reviewers for one review. Starts their process at once, so that it loads in the meantime. */
  reviewers(): Reviewer[] {
    this.#process();
    const budget = this.#budget();
    return builtInReviewers.map(facts => ({
      ...facts,
      review: async ({ files }, signal, report) =>
        mergeResults(files, await this.#review(facts.id, files, budget, signal, report)),
    }));
  }

  /** Runs the tasks of the index, within the budget of one review. */
  indexTasks(): RunIndexTasks {
    const budget = this.#budget();
    return (tasks, signal) =>
      this.#answers<IndexTask, IndexAnswer>(
        {
          items: tasks,
          requestOf: batch => ({ tasks: batch }),
          lengthOf: task => (task.task === 'extract' ? (task.text?.length ?? 0) : 0),
          failed,
        },
        budget,
        signal,
      );
  }

  /** Leaves the process time for itself, at the end of a review. */
  rest(): void {
    const request: AnalyserRequest = 'rest';
    if (this.#child?.connected === true) this.#child.send(request, () => undefined);
  }

  dispose(): void {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }

  #budget(): Budget {
    return { until: performance.now() + this.#options.reviewMilliseconds, lost: 0 };
  }

  #review(
    reviewer: string,
    files: readonly DiffFile[],
    budget: Budget,
    signal: AbortSignal,
    report?: ReportStage,
  ): Promise<FileResult[]> {
    const name = reviewerNames[reviewer] ?? reviewer;
    let reportedAt = performance.now();
    return this.#answers<DiffFile, FileResult>(
      {
        items: files,
        requestOf: batch => ({ reviewer, files: batch.map(plain) }),
        lengthOf: ({ text }) => text.length,
        failed,
        onAnswer: count => {
          if (performance.now() - reportedAt < betweenReports) return;
          reportedAt = performance.now();
          report?.(`reading ${count} of ${pluralize(files.length, 'file')} (${name})`, count / files.length);
        },
      },
      budget,
      signal,
    );
  }

  async #answers<Item, Answer extends FileResult | IndexAnswer>(
    work: Work<Item, Answer>,
    budget: Budget,
    signal: AbortSignal,
  ): Promise<Answer[]> {
    const { items, failed: failure } = work;
    const answers: Answer[] = [];
    const onAnswer = (answer: Answer): void => {
      const count = answers.push(answer);
      work.onAnswer?.(count);
    };
    while (answers.length < items.length) {
      signal.throwIfAborted();
      const spent = this.#spent(budget);
      if (spent !== undefined) return [...answers, ...items.slice(answers.length).map(() => failure(spent))];
      const loss = await this.#ask(work, batchOf(work, answers.length), budget, onAnswer);
      if (loss === undefined) continue;
      budget.lost++;
      if (loss.isOwn) onAnswer(failure(loss.why));
    }
    return answers;
  }

  #spent({ until, lost }: Budget): string | undefined {
    if (performance.now() >= until) return 'the review ran out of time';
    return lost > this.#options.mostLost ? 'too many files before it could not be read' : undefined;
  }

  /** Passes on the answers as they arrive. @returns undefined if the process did not end over a file */
  #ask<Item, Answer extends FileResult | IndexAnswer>(
    { requestOf }: Work<Item, Answer>,
    items: readonly Item[],
    { until }: Budget,
    onAnswer: (answer: Answer) => void,
  ): Promise<Loss | undefined> {
    const child = this.#process();
    let answered = 0;
    const { fileMilliseconds } = this.#options;
    const bound = Math.min(fileMilliseconds, Math.max(1, until - performance.now()));
    return new Promise(resolve => {
      const end = (loss?: Loss): void => {
        clearTimeout(timer);
        child.off('message', onMessage).off('exit', onExit).off('error', onError);
        if (loss !== undefined) this.#drop(child);
        resolve(loss);
      };
      const onMessage = ({ answer, isSpoilt }: AnalyserReply<Answer>): void => {
        onAnswer(answer);
        answered++;
        this.#read++;
        timer.refresh();
        if (isSpoilt) this.#drop(child);
        if (isSpoilt || answered === items.length) end();
      };
      const onExit = (code: number | null, signal: NodeJS.Signals | null): void =>
        end({ why: reasonOf(code, signal), isOwn: this.#read === 0 });
      const onError = (): void => end({ why: 'the analysers could not be started', isOwn: true });
      const onTime = (): void => {
        const known = answered;
        // An answer may have arrived while this process was busy.
        setImmediate(() => {
          if (answered === known && answered < items.length)
            end({ why: `took longer than ${Math.round(bound / 1_000)} s`, isOwn: true });
        });
      };
      const timer = setTimeout(onTime, bound);
      child.on('message', onMessage).once('exit', onExit).once('error', onError);
      // If sending fails, the process has ended, which its exit event reports.
      child.send(requestOf(items), () => undefined);
    });
  }

  #drop(child: ChildProcess): void {
    if (this.#child === child) this.#child = undefined;
    child.kill('SIGKILL');
  }

  #process(): ChildProcess {
    const child = this.#child;
    // A process that has ended may look connected for a moment.
    if (child?.connected === true && child.exitCode === null && child.signalCode === null) return child;
    const { program, args } = this.#options;
    this.#read = 0;
    // Discards the report that Node writes when it runs out of memory.
    this.#child = fork(program, args, {
      env: childEnvironment(process.env, { ELECTRON_RUN_AS_NODE: '1' }),
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    // An error between two requests is reported by the next one.
    this.#child.on('error', () => undefined);
    return this.#child;
  }
}

function failed(reason: string): { readonly status: 'failed'; readonly reason: string } {
  return { status: 'failed', reason };
}

/** The next items, at least one. */
function batchOf<Item, Answer>({ items, lengthOf }: Work<Item, Answer>, from: number): readonly Item[] {
  let length = 0;
  const end = items.findIndex((item, at) => at >= from && (length += lengthOf(item)) > batchLength && at > from);
  return items.slice(from, end < 0 ? undefined : end);
}

/** Copies a file with its text and lines, which may be computed on use. */
function plain(file: DiffFile): DiffFile {
  return { ...file, text: file.text, lines: file.lines };
}

function reasonOf(code: number | null, signal: NodeJS.Signals | null): string {
  if (signal === 'SIGABRT' || code === 134) return 'out of memory';
  return `crashed the analyser (${signal ?? `code ${code ?? 'none'}`})`;
}
