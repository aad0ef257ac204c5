import { PassThrough } from 'node:stream';
import { cancelledError, CodeReviewError } from '../../core/base/errors.ts';
import { lateError, tooLongError } from '../../git/run/gitErrors.ts';
import type { GitOptions, GitReader } from '../../git/run/git.ts';
import { AnswerEnd } from './answerEnd.ts';

/** How long a process stays without a question, in milliseconds: while it does, Windows cannot remove the packs it has open. */
const idleMilliseconds = 5_000;
/** Longest life of a process, in milliseconds; each question has a shorter time of its own. */
const longestLife = 3_600_000;

/** A question about objects, with the bounds of a run of git. */
export interface Question {
  /** One object a line. */
  readonly lines: string;
  /** Whether the answer has the contents of the objects. */
  readonly hasContents: boolean;
  readonly signal: AbortSignal;
  /** Longest answer, in bytes. */
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

/** The whole answer; undefined where git has ended before, and an error where it is not waited for. */
type Answer = Buffer | undefined | CodeReviewError;

interface Asked extends Pick<Question, 'maxBytes'> {
  readonly end: AnswerEnd;
  readonly chunks: Buffer[];
  bytes: number;
  readonly settle: (answer: Answer) => void;
}

interface Running {
  readonly input: PassThrough;
  readonly stop: AbortController;
}

/** Asks one process of `git cat-file` one question after another. It is started for the first, and again where it has ended. */
export class Conversation {
  readonly #git: GitReader;
  readonly #root: string;
  readonly #args: readonly string[];
  readonly #options: Pick<GitOptions, 'env' | 'isOffline'>;
  #running: Running | undefined;
  #asked: Asked | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;
  #hasAnswered = false;

  constructor(git: GitReader, root: string, args: readonly string[], options: Pick<GitOptions, 'env' | 'isOffline'>) {
    this.#git = git;
    this.#root = root;
    this.#args = args;
    this.#options = options;
  }

  /** Whether git has answered any question. */
  get hasAnswered(): boolean {
    return this.#hasAnswered;
  }

  /**
   * @returns undefined where git has ended before the answer was whole: a run of its own tells why
   * @throws CodeReviewError of kind `git` for an answer that is late or too long, or `cancelled`
   */
  ask(question: Question): Promise<Buffer | undefined> {
    const answer = this.#turn.then(() => this.#ask(question));
    this.#turn = answer.catch(() => undefined);
    return answer;
  }

  /** Lets git end, at once if it is about to answer. */
  close(): void {
    clearTimeout(this.#idle);
    const running = this.#running;
    this.#running = undefined;
    if (this.#asked !== undefined) running?.stop.abort();
    this.#asked?.settle(cancelledError());
    running?.input.end();
  }

  async #ask({ lines, hasContents, signal, maxBytes, timeoutMs }: Question): Promise<Buffer | undefined> {
    if (signal.aborted) throw cancelledError(signal);
    clearTimeout(this.#idle);
    let settle: Asked['settle'] = () => undefined;
    const answered = new Promise<Answer>(resolve => (settle = resolve));
    const end = new AnswerEnd(lines.split('\n').length - 1, hasContents);
    this.#asked = { end, chunks: [], bytes: 0, maxBytes, settle };
    const cancel = (): void => settle(cancelledError(signal));
    signal.addEventListener('abort', cancel, { once: true });
    const late = setTimeout(() => settle(lateError('cat-file', timeoutMs)), timeoutMs);
    (this.#running ??= this.#start()).input.write(lines);
    const answer = await answered;
    clearTimeout(late);
    signal.removeEventListener('abort', cancel);
    if (answer instanceof Buffer) this.#idle = setTimeout(() => this.close(), idleMilliseconds).unref();
    // What it would still answer is to no question.
    else this.close();
    this.#asked = undefined;
    if (answer instanceof CodeReviewError) throw answer;
    this.#hasAnswered ||= answer !== undefined;
    return answer;
  }

  #start(): Running {
    const running: Running = { input: new PassThrough(), stop: new AbortController() };
    const { input, stop } = running;
    const bounds = { signal: stop.signal, maxBytes: Number.POSITIVE_INFINITY, timeoutMs: longestLife };
    const take = (chunk: Buffer): Promise<void> => {
      this.#take(running, chunk);
      return Promise.resolve();
    };
    const onEnd = (): void => {
      if (this.#running !== running) return;
      this.#running = undefined;
      this.#asked?.settle(undefined);
    };
    const options = { ...this.#options, ...bounds, questions: input };
    void this.#git.stream(this.#root, this.#args, options, take).then(onEnd, onEnd);
    return running;
  }

  #take(running: Running, chunk: Buffer): void {
    const asked = this.#running === running ? this.#asked : undefined;
    if (asked === undefined) return;
    asked.chunks.push(chunk);
    asked.bytes += chunk.length;
    if (asked.bytes > asked.maxBytes) asked.settle(tooLongError('cat-file'));
    else if (asked.end.isReachedBy(chunk)) asked.settle(Buffer.concat(asked.chunks));
  }
}
