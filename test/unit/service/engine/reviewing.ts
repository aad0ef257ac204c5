import { Git, type GitReader } from '../../../../src/git/run/git.ts';
import { readDiff, type DiffModel } from '../../../../src/service/engine/diff/diffModel.ts';
import type { EngineJob, EngineResult } from '../../../../src/service/engine/messages.ts';
import type { Reviewer } from '../../../../src/service/engine/reviewer.ts';
import { reviewRange } from '../../../../src/service/engine/reviewRange.ts';
import { TestRepository, type Files } from '../../../host/git/repository.ts';
import { MemoryGit } from './memoryGit.ts';

const git = new Git({ executable: 'git', log: () => undefined });
const { signal } = new AbortController();

/** Commits `before`, then `after` on a branch, and hands both commits to `use`. */
async function withChange<T>(before: Files, after: Files, use: (job: EngineJob) => Promise<T>): Promise<T> {
  const repository = await TestRepository.create();
  try {
    const base = await repository.commit(before);
    await repository.branch('change');
    const head = await repository.commit(after);
    return await use({ root: repository.folder, base, head });
  } finally {
    await repository.dispose();
  }
}

/** What the engine reads of a change, from a real repository. */
export function diffOf(before: Files, after: Files): Promise<DiffModel> {
  return withChange(before, after, job => readDiff(git, job, signal));
}

/** What these reviewers say of a change that git holds. */
export function reviewCommitted(reviewers: readonly Reviewer[], before: Files, after: Files): Promise<EngineResult> {
  return withChange(before, after, job => reviewWith(git, reviewers, job));
}

/** What these reviewers say of a change that is held in memory. */
export function review(
  reviewers: readonly Reviewer[],
  before: Files,
  after: Files,
  earlier?: EngineJob['earlier'],
): Promise<EngineResult> {
  const job = { root: '/', base: 'base', head: 'head', ...(earlier !== undefined && { earlier }) };
  return reviewWith(new MemoryGit(before, after), reviewers, job);
}

/** What these reviewers say of a change, as git or what stands in for it holds it. */
export function reviewWith(reader: GitReader, reviewers: readonly Reviewer[], job: EngineJob): Promise<EngineResult> {
  return reviewRange({ git: reader, reviewers, now: () => performance.now() }, job, signal);
}

/** `path:line rule` of every comment of a completed review. */
export function places(result: EngineResult): string[] {
  if (result.status !== 'completed') throw new Error(result.reason);
  return result.comments.map(({ path, start_line, rule_id }) => `${path}:${start_line} ${rule_id}`);
}
