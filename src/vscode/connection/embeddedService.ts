import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { childEnvironment } from '../../core/system/childEnvironment.ts';
import { socketBaseUrl, type BaseUrl } from '../../api/baseUrl.ts';
import type { Disposable } from '../../core/base/disposable.ts';
import { CodeReviewError } from '../../core/base/errors.ts';
import { Emitter, type Event } from '../../core/base/events.ts';
import { ModelRpcServer, type AskModel } from '../../core/protocol/modelRpc.ts';
import type { Redactor } from '../../core/base/redactor.ts';
import { t } from '../../core/base/l10n.ts';
import type { ReviewerSettings } from '../../core/protocol/reviewerSettings.ts';
import type { ServedRepository, ServiceReply, ServiceRequest } from '../../core/protocol/serviceMessages.ts';

interface Options {
  /** Path of the service's bundle. */
  readonly script: string;
  readonly dataFolder: string;
  /** Number of days to keep reviews. */
  readonly keepDays: () => number;
  /** Finds the absolute path of git. */
  readonly gitExecutable: () => Promise<string>;
  readonly repositories: () => Promise<readonly ServedRepository[]>;
  readonly reviewers: () => Promise<ReviewerSettings>;
  /** Asks a language model of the editor. */
  readonly ask: AskModel;
  readonly redactor: Redactor;
  /** Called with each line on stderr, for the log. */
  readonly onLine: (line: string) => void;
  readonly onError: (error: unknown) => void;
}

/** A running embedded service; valid until its process ends. */
interface RunningService {
  readonly baseUrl: BaseUrl;
  readonly key: string;
}

const startDeadline = 15_000;

/** The embedded service's process: started on first use, one at a time, ended with this window. */
export class EmbeddedService implements Disposable {
  readonly #options: Options;
  readonly #hints: Emitter<string>;
  readonly #started: Emitter<void>;
  #child: ChildProcess | undefined;
  #running: Promise<RunningService> | undefined;
  /** Settles when the service has been sent every change so far. Never rejects. */
  #told: Promise<unknown> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
    this.#hints = new Emitter(options.onError);
    this.#started = new Emitter<void>(options.onError);
  }

  /** Fires with the id of a review that has ended or has new comments. */
  get onHint(): Event<string> {
    return this.#hints.event;
  }

  /** Fires when the service has started. */
  get onDidStart(): Event<void> {
    return this.#started.event;
  }

  /** Whether the process is running or starting. */
  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** The running service, started if needed. @throws CodeReviewError of kind `service` if it does not start */
  async running(): Promise<RunningService> {
    this.#running ??= this.#start().catch((error: unknown) => {
      this.#running = undefined;
      throw error;
    });
    const service = await this.#running;
    // A review that is requested after a change uses it.
    await this.#told;
    return service;
  }

  /** Sends the open repositories to a running service. */
  async updateRepositories(): Promise<void> {
    await this.#tell(async () => ({ type: 'repositories', repositories: await this.#options.repositories() }));
  }

  /** Sends the current reviewers to a running service. */
  async updateReviewers(): Promise<void> {
    await this.#tell(async () => ({ type: 'reviewers', reviewers: await this.#options.reviewers() }));
  }

  /** In sequence: a slower change must not undo a later one. */
  async #tell(change: () => Promise<ServiceRequest>): Promise<void> {
    const running = this.#running;
    if (running === undefined) return;
    const before = this.#told;
    const told = (async () => {
      await Promise.all([running, before]);
      this.#send(await change());
    })();
    this.#told = told.catch(() => undefined);
    await told;
  }

  dispose(): void {
    this.#hints.dispose();
    this.#started.dispose();
    this.#child?.kill();
  }

  async #start(): Promise<RunningService> {
    const { script, dataFolder, redactor, onLine } = this.#options;
    const [gitExecutable, repositories, reviewers] = await Promise.all([
      this.#options.gitExecutable(),
      this.#options.repositories(),
      this.#options.reviewers(),
    ]);
    const key = `crk_dev_${randomBytes(24).toString('hex')}`;
    redactor.add(key);
    const child = startedFrom(script);
    this.#child = child;
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\n').filter(Boolean)) onLine(line);
    });
    const replies = new ModelRpcServer(this.#options.ask, message => this.#send(message));
    child.once('exit', () => {
      replies.abort();
      if (this.#child !== child) return;
      this.#child = undefined;
      this.#running = undefined;
    });
    const ready = this.#ready(child, replies);
    const keepDays = this.#options.keepDays();
    this.#send({ type: 'start', key, dataFolder, keepDays, gitExecutable, repositories, reviewers });
    const baseUrl = socketBaseUrl(await ready);
    this.#started.fire();
    return { baseUrl, key };
  }

  /** Resolves to the path of the socket when the process reports it. */
  #ready(child: ChildProcess, replies: ModelRpcServer): Promise<string> {
    return new Promise((resolve, reject) => {
      const fail = (reason: string, cause?: unknown): void => {
        clearTimeout(timer);
        child.kill();
        reject(notStarted(reason, cause));
      };
      const timer = setTimeout(() => fail(t('it did not answer in time')), startDeadline);
      child.once('error', error => fail(noProcess(), error));
      child.once('exit', code => fail(t('its process ended with code {code}', { code: code ?? t('none') })));
      child.on('message', (reply: ServiceReply) => {
        switch (reply.type) {
          case 'ready':
            clearTimeout(timer);
            resolve(reply.socketPath);
            break;
          case 'failed':
            fail(reply.reason);
            break;
          case 'settled':
          case 'progressed':
            this.#hints.fire(reply.reviewId);
            break;
          case 'ask':
          case 'forget':
            replies.take(reply);
            break;
        }
      });
    });
  }

  #send(message: ServiceRequest): void {
    this.#child?.send(message, error => {
      if (error) this.#options.onError(error);
    });
  }
}

const noProcess = (): string => t('its process could not be made');

function startedFrom(script: string): ChildProcess {
  try {
    return fork(script, [], {
      // Without the extension host's own options, such as the inspector's.
      execArgv: [],
      env: childEnvironment(process.env, { ELECTRON_RUN_AS_NODE: '1' }),
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
  } catch (cause) {
    // The system reports most failures to start by an event, some by an exception.
    throw notStarted(noProcess(), cause);
  }
}

function notStarted(reason: string, cause: unknown): CodeReviewError {
  const advice = t('Show the output for details, then retry.');
  return new CodeReviewError('service', t('The embedded review service did not start: {reason}.', { reason }), advice, {
    cause,
  });
}
