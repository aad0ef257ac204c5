import assert from 'node:assert/strict';
import type { ReviewProgress } from '../../../../src/service/engine/reviewProgress.ts';
import type { Reviewer } from '../../../../src/service/engine/reviewer.ts';
import { reviewRange } from '../../../../src/service/engine/reviewRange.ts';
import { MemoryGit } from './memoryGit.ts';

const secret = ['ghp', 'R9mXbT2vKq7LwZ4nYc6HdJ1sPf3GaEu5oViB'].join('_');
const after = { 'a.ts': `if (a === a) b();\nconst token = '${secret}';\n`, 'c.ts': 'c();\n' };
const job = { root: '/', base: 'base', head: 'head' };

/** A reviewer that finds something in the given line of a.ts and says how far it is. */
function reviewer(id: string, line: number, more: Partial<Reviewer> = {}): Reviewer {
  return {
    id,
    ...more,
    review: (diff, _signal, report) => {
      report?.(`${id} is at it`, 0.5);
      const [file] = diff.files;
      if (file === undefined) return Promise.resolve({ status: 'skipped', reason: 'nothing' });
      const range = { startLine: line, startColumn: 1, endLine: line, endColumn: 2 };
      const said = { title: `Wrong: ${file.lines[line - 1]}`, body: '', rule: `${id}/x` };
      const finding = { file, range, ...said, severity: 'high', category: 'bug' } as const;
      return Promise.resolve({ status: 'ok', files: 2, findings: [finding, finding] });
    },
  };
}

async function progressOf(reviewers: readonly Reviewer[], step = 0): Promise<ReviewProgress[]> {
  const told: ReviewProgress[] = [];
  let time = 0;
  const now = (): number => (time += step);
  const onProgress = (progress: ReviewProgress): unknown => told.push(progress);
  const git = new MemoryGit({}, after);
  await reviewRange({ git, reviewers, now, onProgress }, job, new AbortController().signal);
  return told;
}

const none: Reviewer = { id: 'none', review: () => Promise.resolve({ status: 'ok', files: 2, findings: [] }) };

describe('the progress of a review', () => {
  it('goes from 0 on without a step back, with the stages of the reviewers', async () => {
    const told = await progressOf([reviewer('one', 1), reviewer('two', 1), reviewer('slow', 1, { weight: 6 })]);
    assert.deepEqual(
      told.map(({ stage, progress }) => [stage, progress]),
      [
        ['reading the changes', 0],
        ['reading 2 files', 0.1],
        ['one is at it', 0.15],
        ['reading 2 files', 0.2],
        ['two is at it', 0.25],
        ['reading 2 files', 0.3],
        ['slow is at it', 0.6],
        ['searching the files that are not reviewed for secrets', 0.9],
      ],
    );
  });

  it('has the comments so far before a slow reviewer, located, masked and without duplicates', async () => {
    const told = await progressOf([reviewer('one', 2), reviewer('slow', 1, { weight: 6 })]);
    const comments = told.flatMap(each => (each.comments === undefined ? [] : [each.comments]));
    const [first = [], ...more] = comments;
    assert.deepEqual(more, []);
    assert.deepEqual(
      first.map(({ path, start_line, rule_id }) => `${path}:${start_line} ${rule_id}`),
      ['a.ts:2 one/x'],
    );
    assert.ok(!JSON.stringify(told).includes(secret.slice(8)), 'the secret');
    assert.match(first[0]?.title ?? '', /^Wrong: const token = 'ghp_/);
  });

  it('marks the first words of a slow reviewer, also where there is no new comment by then', async () => {
    const told = await progressOf([reviewer('one', 1), none, reviewer('slow', 1, { weight: 6 })], 1_000);
    const marked = told.filter(({ isSlowStep }) => isSlowStep === true);
    assert.deepEqual(
      marked.map(({ stage, comments }) => [stage, comments]),
      [['slow is at it', undefined]],
    );
  });

  it('builds comments of quick reviewers once a second, and only where there are new ones', async () => {
    const quick = await progressOf([reviewer('one', 1), reviewer('two', 1), reviewer('three', 1)]);
    assert.ok(quick.every(({ comments }) => comments === undefined));
    const slow = await progressOf([reviewer('one', 1), none, none, reviewer('two', 2), none], 1_000);
    assert.deepEqual(
      slow.map(({ comments }) => comments?.length),
      [undefined, undefined, undefined, 1, undefined, undefined, undefined, 2, undefined],
    );
  });
});
