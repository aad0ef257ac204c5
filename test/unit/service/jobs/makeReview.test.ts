import assert from 'node:assert/strict';
import { builtInOnly } from '../../../../src/core/protocol/reviewerSettings.ts';
import type { EngineJob } from '../../../../src/service/engine/messages.ts';
import { makeReview } from '../../../../src/service/jobs/makeReview.ts';
import type { Store, StoredReview } from '../../../../src/service/store/store.ts';
import { TestRepository } from '../../../host/git/repository.ts';
import { productGit } from '../../git/pullRequest/layouts.ts';
import { nothingFound } from './heldEngine.ts';

describe('the review before one', () => {
  it('is that of its own repository, and not of another one of the name', async () => {
    const [own, other] = await Promise.all(['own', 'other'].map(text => TestRepository.create({ 'a.txt': text })));
    assert.ok(own && other);
    try {
      const last = await lastOf(own);
      assert.equal((await jobAfter(last, await lastOf(own))).earlier?.head, last.head);
      assert.equal((await jobAfter(last, await lastOf(other))).earlier, undefined);
    } finally {
      await Promise.all([own.dispose(), other.dispose()]);
    }
  });
});

/** A review of what is checked out. */
async function lastOf(repository: TestRepository): Promise<StoredReview> {
  const { folder } = repository;
  const head = (await repository.git('rev-parse', 'HEAD')).trim();
  const of = { repository: 'local/app', pr: 7, root: folder, base: head, head };
  const made = { status: 'completed', createdAt: 1, completedAt: 2, result: nothingFound } as const;
  return { id: folder, ...of, ...made, engine: '1', configuration: '' };
}

/** What the engine is asked to do for a review that follows one. */
async function jobAfter(last: StoredReview, review: StoredReview): Promise<EngineJob> {
  const jobs: EngineJob[] = [];
  const store: Pick<Store, 'lastReview' | 'completedReview' | 'putOutcomes'> = {
    lastReview: () => Promise.resolve(last),
    completedReview: () => Promise.resolve(undefined),
    putOutcomes: () => Promise.resolve(),
  };
  const engine = {
    review: (job: EngineJob) => {
      jobs.push(job);
      return Promise.resolve(nothingFound);
    },
    dispose: () => undefined,
  };
  const parts = { store: store as Store, git: productGit(), engine, reviewers: builtInOnly };
  const observer = { onProgress: () => undefined, signal: new AbortController().signal };
  await makeReview({ ...parts, now: () => 3, onError: assert.ifError }, review, observer);
  return jobs[0] ?? assert.fail();
}
