import type { Git } from '../../../../../src/git/run/git.ts';
import { everyFile } from '../../../../../src/service/engine/diff/diffFile.ts';
import { readDiff, type DiffModel } from '../../../../../src/service/engine/diff/diffModel.ts';
import type { ReviewerFinding } from '../../../../../src/service/engine/reviewer.ts';
import type { CompletionRequest } from '../../../../../src/core/protocol/modelCompletion.ts';
import type { Completion, LanguageModel } from '../../../../../src/service/reviewers/model/chat/languageModel.ts';
import { modelReviewer, type ModelReviewerOptions } from '../../../../../src/service/reviewers/model/modelReviewer.ts';
import { TestRepository, type Files } from '../../../../host/git/repository.ts';
import { OnceGit } from '../../../../host/git/onceGit.ts';

/** What the model's reviewer gives back. */
export type ModelReviewerOutcome = Awaited<ReturnType<ReturnType<typeof modelReviewer>['review']>>;

/** A real repository with a branch that a model reviews. */
export class ReviewedChange {
  readonly repository: TestRepository;
  readonly diff: DiffModel;
  readonly #head: string;
  readonly #git: Git;

  private constructor(repository: TestRepository, diff: DiffModel, head: string, git: Git) {
    this.repository = repository;
    this.diff = diff;
    this.#head = head;
    this.#git = git;
  }

  /** Commits `before`, then `after` on a branch. */
  static async create(before: Files, after: Files, message?: string): Promise<ReviewedChange> {
    const git = new OnceGit({ executable: 'git', log: () => undefined });
    const repository = await TestRepository.create();
    const base = await repository.commit(before);
    await repository.branch('change');
    const head = await repository.commit(after, message);
    const diff = await readDiff(git, { root: repository.folder, base, head }, new AbortController().signal);
    return new ReviewedChange(repository, diff, head, git);
  }

  review(
    model: LanguageModel,
    more: Pick<ModelReviewerOptions, 'limits' | 'pullRequest' | 'now'> = {},
    signal = new AbortController().signal,
    others: readonly ReviewerFinding[] = [],
  ): Promise<ModelReviewerOutcome> {
    const job = { root: this.repository.folder, head: this.#head };
    const diff = { ...this.diff, files: everyFile(this.diff) };
    // One finder, where the test is not about several.
    const limits = { effort: 'low', ...more.limits } as const;
    return modelReviewer({ model, git: this.#git, job, ...more, limits }).review(diff, signal, undefined, others);
  }

  async dispose(): Promise<void> {
    await this.repository.dispose();
  }
}

/** Runs `use` with a change, and removes it. */
export async function withChange<T>(
  before: Files,
  after: Files,
  use: (change: ReviewedChange) => Promise<T>,
  message?: string,
): Promise<T> {
  const change = await ReviewedChange.create(before, after, message);
  try {
    return await use(change);
  } finally {
    await change.dispose();
  }
}

/** A model that answers by a function and keeps what it was asked. */
export class ScriptedModel implements LanguageModel {
  readonly name = 'scripted-1';
  readonly asked: CompletionRequest[] = [];
  readonly #answer: (request: CompletionRequest, count: number) => Completion | Promise<Completion>;

  constructor(answer: (request: CompletionRequest, count: number) => Completion | Promise<Completion>) {
    this.#answer = answer;
  }

  async complete(request: CompletionRequest): Promise<Completion> {
    this.asked.push(request);
    return this.#answer(request, this.asked.length);
  }
}

/** An answer without findings. */
export const nothing: Completion = { status: 'answered', value: { findings: [] } };
