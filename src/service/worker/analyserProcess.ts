import { fork, type ChildProcess } from 'node:child_process';
import { childEnvironment } from '../../core/system/childEnvironment.ts';
import { builtInReviewers } from '../reviewers/builtInReviewers.ts';
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
    const budget: Budget = { until: performance.now() + this.#options.reviewMilliseconds, lost: 0 };
    return builtInReviewers.map(facts => ({
      ...facts,
      review: async ({ files }, signal, report) =>
        mergeResults(files, await this.#answers(facts.id, files, budget, signal, report)),
    }));
  }

  dispose(): void {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }

  async #answers(
    reviewer: string,
    files: readonly DiffFile[],
    budget: Budget,
    signal: AbortSignal,
    report?: ReportStage,
  ): Promise<FileResult[]> {
    const answers: FileResult[] = [];
    const name = reviewerNames[reviewer] ?? reviewer;
    let reportedAt = performance.now();
    const onAnswer = (answer: FileResult): void => {
      const length = answers.push(answer);
      if (performance.now() - reportedAt < betweenReports) return;
      reportedAt = performance.now();
      report?.(`reading ${length} of ${pluralize(files.length, 'file')} (${name})`, length / files.length);
    };
    while (answers.length < files.length) {
      signal.throwIfAborted();
      const spent = this.#spent(budget);
      if (spent !== undefined) return [...answers, ...files.slice(answers.length).map(() => failed(spent))];
      const loss = await this.#ask({ reviewer, files: batchOf(files, answers.length) }, budget, onAnswer);
      if (loss === undefined) continue;
      budget.lost++;
      if (loss.isOwn) onAnswer(failed(loss.why));
    }
    return answers;
  }

  #spent({ until, lost }: Budget): string | undefined {
    if (performance.now() >= until) return 'the review ran out of time';
    return lost > this.#options.mostLost ? 'too many files before it could not be read' : undefined;
  }

  /** Passes on the answers as they arrive. @returns undefined if the process did not end over a file */
  #ask(
    { reviewer, files }: AnalyserRequest,
    { until }: Budget,
    onAnswer: (answer: FileResult) => void,
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
      const onMessage = ({ answer, isSpoilt }: AnalyserReply): void => {
        onAnswer(answer);
        answered++;
        this.#read++;
        timer.refresh();
        if (isSpoilt) this.#drop(child);
        if (isSpoilt || answered === files.length) end();
      };
      const onExit = (code: number | null, signal: NodeJS.Signals | null): void =>
        end({ why: reasonOf(code, signal), isOwn: this.#read === 0 });
      const onError = (): void => end({ why: 'the analysers could not be started', isOwn: true });
      const onTime = (): void => {
        const known = answered;
        // An answer may have arrived while this process was busy.
        setImmediate(() => {
          if (answered === known && answered < files.length)
            end({ why: `took longer than ${Math.round(bound / 1_000)} s`, isOwn: true });
        });
      };
      const timer = setTimeout(onTime, bound);
      child.on('message', onMessage).once('exit', onExit).once('error', onError);
      // If sending fails, the process has ended, which its exit event reports.
      child.send({ reviewer, files: files.map(plain) }, () => undefined);
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

function failed(reason: string): FileResult {
  return { status: 'failed', reason };
}

/** The next files, at least one. */
function batchOf(files: readonly DiffFile[], from: number): DiffFile[] {
  let [to, length] = [from, 0];
  while (to < files.length && (to === from || length + (files[to]?.text.length ?? 0) <= batchLength)) {
    length += files[to]?.text.length ?? 0;
    to++;
  }
  return files.slice(from, to);
}

/** Copies a file with its text and lines, which may be computed on use. */
function plain(file: DiffFile): DiffFile {
  return { ...file, text: file.text, lines: file.lines };
}

function reasonOf(code: number | null, signal: NodeJS.Signals | null): string {
  if (signal === 'SIGABRT' || code === 134) return 'out of memory';
  return `crashed the analyser (${signal ?? `code ${code ?? 'none'}`})`;
}
