import assert from 'node:assert/strict';
import type { EngineComment } from '../../../../src/service/engine/engineComment.ts';
import { TestRepository, type Files } from '../../../host/git/repository.ts';
import { engineInProcess } from '../engineInProcess.ts';

const engine = engineInProcess({ gitExecutable: 'git', onError: assert.ifError });

/** What the engine says of a change in a repository with a history. @param before files that were there */
export async function commentsOn(before: Files, after: Files): Promise<readonly EngineComment[]> {
  const repository = await TestRepository.create(before);
  try {
    const base = await repository.git('rev-parse', 'HEAD');
    const head = await repository.commit(after);
    const result = await engine.review({ root: repository.folder, base, head });
    if (result.status !== 'completed') assert.fail(result.reason);
    return result.comments;
  } finally {
    await repository.dispose();
  }
}

/** The places of the comments, with their rules. */
export async function placesOn(before: Files, after: Files): Promise<string[]> {
  const comments = await commentsOn(before, after);
  return comments.map(({ path, start_line, rule_id }) => `${path}:${start_line} ${rule_id}`);
}
