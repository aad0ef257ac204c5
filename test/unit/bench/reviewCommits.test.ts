import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openRepository } from '../../../src/service/cli/review/reviewTarget.ts';
import { History } from '../../bench/lines/history.ts';
import { percentile } from '../../bench/median.ts';
import { printedComment, reviewCommits, type CommitReview } from '../../bench/engine/reviewCommits.ts';
import { TestRepository } from '../../host/git/repository.ts';
import { productGit } from '../git/pullRequest/layouts.ts';
import { engineInProcess } from '../service/engineInProcess.ts';

describe('the bench of commits', () => {
  let folder: string;
  let repository: TestRepository;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'code-review-benched-'));
    repository = await TestRepository.create({ 'a.ts': 'export const a = 1;\n' });
    await repository.commit({ 'a.ts': 'export const a = 1;\nexport const same = a === a;\n' });
    await repository.commit({ 'notes.txt': 'nothing to read\n' });
    await repository.commit({ 'b.py': 'def first(items):\n    return itms[0]\n' });
  });
  after(async () => {
    await repository.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  it('reviews each commit of a bare mirror that touches code, with all that is said', async () => {
    const bare = path.join(folder, 'orders.git');
    await repository.git('clone', '--quiet', '--bare', '.', bare);
    // A mirror may hold objects and refs alone.
    await rm(path.join(bare, 'config'));
    const peaks = await mkdtemp(path.join(folder, 'peaks-'));
    await writeFile(path.join(peaks, '1'), '204800');
    const copy = await openRepository(productGit(), { folder: bare, kind: undefined }, new AbortController().signal);
    const engine = engineInProcess({ gitExecutable: 'git', onError: assert.ifError });
    const reviews: CommitReview[] = [];
    const steps = new History(copy.root).commits(10, 0, ['ts', 'py']);
    for await (const review of reviewCommits(engine, copy.root, steps, peaks)) reviews.push(review);
    assert.deepEqual(
      reviews.map(({ failures, megabytes }) => ({ failures, megabytes })),
      [
        { failures: [], megabytes: 200 },
        { failures: [], megabytes: undefined },
      ],
    );
    const printed = reviews.flatMap(each => each.comments.map(comment => printedComment(each, comment)));
    assert.match(printed[0] ?? '', /^[0-9a-f]{10} b\.py:2 \w+ ruff\/F821\n {4}.*itms.*\n {4}\| {5}return itms\[0\]$/);
    assert.match(printed[1] ?? '', /^[0-9a-f]{10} a\.ts:2 \w+ eslint\/no-self-compare\n/);
    if ('dispose' in copy) await copy.dispose();
  });

  it('tells the middle, nearly all and all of what was measured', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
    assert.deepEqual(
      [50, 95, 100].map(share => percentile(hundred, share)),
      [51, 96, 100],
    );
    assert.ok(Number.isNaN(percentile([], 50)));
  });
});
