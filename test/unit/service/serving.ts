import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Hono } from 'hono';
import { once as memoized } from '../../../src/core/base/once.ts';
import type { KeyKind } from '../../../src/core/review/apiKey.ts';
import type { ReviewerSettings } from '../../../src/core/protocol/reviewerSettings.ts';
import { Git } from '../../../src/git/run/git.ts';
import { createApp } from '../../../src/service/http/app.ts';
import type { StartEngine } from '../../../src/service/jobs/engineProcess.ts';
import { ReviewQueue } from '../../../src/service/jobs/reviewQueue.ts';
import { admitFrom } from '../../../src/service/accounts/admission.ts';
import { createKey } from '../../../src/service/accounts/keys.ts';
import { openStore } from '../../../src/service/store/openStore.ts';
import type { Plan } from '../../../src/service/accounts/plans.ts';
import { Repositories } from '../../../src/service/jobs/repositories.ts';
import type { LocalStore } from '../../../src/service/store/store.ts';
import { TestRepository, type Files } from '../../host/git/repository.ts';
import { engineInProcess } from './engineInProcess.ts';

interface Callbacks {
  readonly reviewers?: () => ReviewerSettings;
  readonly onProgress?: (id: string) => void;
  readonly onSettled?: (id: string) => void;
  readonly onError?: (error: unknown) => void;
}

/** Made once a process. */
const pullRequest = memoized(async () => {
  const repository = await TestRepository.create({ 'a.ts': 'export const a = 1;\n' });
  await repository.branch('feature');
  await repository.commit({ 'a.ts': 'export const a = 1;\nif (a !== a) throw new Error();\n' });
  await repository.git('update-ref', 'refs/pull/7/head', 'HEAD');
  return repository;
});

/** The service in this process, over a real repository, with a clock that stands still. */
export class TestService {
  readonly store: LocalStore;
  readonly repository: TestRepository;
  readonly errors: unknown[] = [];
  now: number;
  readonly #app: Hono;
  readonly #jobs: ReviewQueue;
  readonly #folder: string;
  readonly #ended = new EventEmitter();
  readonly #key: string;

  private constructor(
    folder: string,
    store: LocalStore,
    repository: TestRepository,
    plan: Plan,
    startEngine: StartEngine,
    deadline: number,
    callbacks: Callbacks,
    { key, now: begun }: { readonly key: string; readonly now: number },
  ) {
    this.now = begun;
    this.#folder = folder;
    this.store = store;
    this.repository = repository;
    const git = new Git({ executable: 'git', log: () => undefined });
    const now = (): number => this.now;
    const onError = (error: unknown): void => {
      this.errors.push(error);
      callbacks.onError?.(error);
    };
    this.#jobs = new ReviewQueue({
      store,
      startEngine,
      gitExecutable: 'git',
      now,
      onSettled: id => {
        this.#ended.emit(id);
        callbacks.onSettled?.(id);
      },
      onError,
      deadline,
      ...(callbacks.reviewers && { reviewers: callbacks.reviewers }),
      ...(callbacks.onProgress && { onProgress: callbacks.onProgress }),
    });
    const repositories = new Repositories([
      { root: repository.folder, fullName: 'acme/app', provider: 'github', webUrl: 'https://github.com/acme/app' },
    ]);
    const admit = admitFrom({ store, plan, ownKey: undefined, now });
    this.#app = createApp({ admit, git, store, repositories, jobs: this.#jobs, now, onError });
    this.#key = key;
  }

  static async start(
    options: { requestsPerHour?: number; startEngine?: StartEngine; deadline?: number } & Callbacks = {},
  ): Promise<TestService> {
    const folder = await mkdtemp(path.join(tmpdir(), 'code-review-service-'));
    const repository = await (await pullRequest()).copy();
    const plan: Plan = { name: 'enterprise', requestsPerHour: options.requestsPerHour ?? 1_000 };
    const { startEngine = engineInProcess, deadline = 60_000 } = options;
    const store = await openStore(folder);
    const now = Date.parse('2026-11-21T06:15:00Z');
    const { key } = await createKey(store, { kind: 'production', name: '' }, now);
    return new TestService(folder, store, repository, plan, startEngine, deadline, options, { key, now });
  }

  /** Makes another key and answers it. */
  async createKey(kind: KeyKind): Promise<string> {
    return (await createKey(this.store, { kind, name: '' }, this.now)).key;
  }

  request(
    method: string,
    url: string,
    options: { body?: unknown; headers?: Record<string, string>; key?: string | undefined } = {},
  ): Promise<Response> {
    const { body, headers = {}, key = this.#key } = options;
    return Promise.resolve(
      this.#app.request(url, {
        method,
        headers: {
          host: '127.0.0.1:4000',
          ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    );
  }

  /** Commits to the branch of pull request 7; a minute passes. */
  async push(files: Files): Promise<string> {
    const head = await this.repository.commit(files);
    await this.repository.git('update-ref', 'refs/pull/7/head', head);
    this.now += 60_000;
    return head;
  }

  /** Triggers a review and resolves to its id. */
  async trigger(pr: number, more: object = {}): Promise<string> {
    const triggered = await this.request('POST', '/v1/reviews', { body: { repository: 'acme/app', pr, ...more } });
    return ((await triggered.json()) as { id: string }).id;
  }

  /** Answers a review as it is now. */
  async answer(id: string): Promise<Record<string, unknown>> {
    return (await (await this.request('GET', `/v1/reviews/${id}`)).json()) as Record<string, unknown>;
  }

  /** Cancels a review and answers what it is then. */
  async cancel(id: string): Promise<Record<string, unknown>> {
    const cancelled = await this.request('PUT', '/v1/local/cancellations', { body: { review: id } });
    return (await cancelled.json()) as Record<string, unknown>;
  }

  /** The answer to a review that was triggered just now, once it has ended. */
  async ended(id: string): Promise<Record<string, unknown>> {
    const ended = once(this.#ended, id);
    if ((await this.store.review(id))?.status === 'pending') await ended;
    return this.answer(id);
  }

  /** Triggers a review and resolves to its answer once it has ended. */
  async review(pr: number): Promise<Record<string, unknown>> {
    return this.ended(await this.trigger(pr));
  }

  async dispose(): Promise<void> {
    this.#jobs.dispose();
    await this.store.close();
    await this.repository.dispose();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
