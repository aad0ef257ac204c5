/**
 * `node test/bench/engine/commits.ts [--repo PATH] [--commits 200] [--skip 0] [--json FILE]`: reviews the newest commits of a
 * repository that touch code or a manifest, those after the first `--skip`, with the analysers alone. The repository may
 * be bare. Every comment is printed with the code that it is about, so that a person can judge it: nothing is judged here.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Git } from '../../../src/git/run/git.ts';
import { openRepository } from '../../../src/service/cli/review/reviewTarget.ts';
import { engineProcesses } from '../../../src/service/jobs/engineProcess.ts';
import { History } from '../lines/history.ts';
import { percentile } from '../median.ts';
import { printedComment, reviewCommits, type CommitReview } from './reviewCommits.ts';
import { row } from '../row.ts';

const mostMilliseconds = 3_000;
const mostMegabytes = 600;
const code = ['js', 'mjs', 'cjs', 'jsx', 'ts', 'mts', 'cts', 'tsx', 'vue', 'svelte', 'py', 'pyi', 'json', 'toml'];

const { values } = parseArgs({
  options: {
    repo: { type: 'string', default: '.' },
    commits: { type: 'string', default: '200' },
    skip: { type: 'string', default: '0' },
    json: { type: 'string' },
  },
});
const git = new Git({ executable: 'git', log: () => undefined });
const folder = path.resolve(values.repo);
const copy = await openRepository(git, { folder, kind: undefined }, new AbortController().signal);
const kept = await mkdtemp(path.join(tmpdir(), 'code-review-bench-'));
const peaks = await mkdtemp(path.join(kept, 'peaks-'));
process.env['BENCH_PEAKS'] = peaks;
const engine = engineProcesses(path.join(import.meta.dirname, 'measuredEngine.ts'))({
  gitExecutable: 'git',
  // Not among the peaks, which each review takes away.
  indexFolder: await mkdtemp(path.join(kept, 'index-')),
  onError: error => console.error(error),
});

const reviews: CommitReview[] = [];
try {
  const steps = new History(copy.root).commits(Number(values.commits), Number(values.skip), code);
  for await (const review of reviewCommits(engine, copy.root, steps, peaks)) {
    reviews.push(review);
    for (const failure of review.failures) console.log(`${review.commit.slice(0, 10)} failed: ${failure}`);
    for (const comment of review.comments) console.log(printedComment(review, comment));
  }
} finally {
  engine.dispose();
  await rm(kept, { recursive: true, force: true });
  if ('dispose' in copy) await copy.dispose();
}
if (values.json !== undefined) await writeFile(values.json, JSON.stringify(reviews, undefined, 2));

const comments = reviews.reduce((sum, each) => sum + each.comments.length, 0);
const commented = reviews.filter(each => each.comments.length > 0).length;
const failed = reviews.filter(each => each.failures.length > 0).length;
console.log(
  `\n${comments} comments on ${commented} of ${reviews.length} commits, ${failed} reviews failed or lack a part; load ${loadavg()[0]?.toFixed(1)}`,
);
const times = reviews.map(({ milliseconds }) => milliseconds);
row(
  `${reviews.length} reviews, one commit each`,
  `median ${percentile(times, 50)} ms, 95 of 100 within ${percentile(times, 95)} ms, all within ${percentile(times, 100)} ms`,
  `median under ${mostMilliseconds} ms`,
  percentile(times, 50) < mostMilliseconds,
);
const memory = reviews.flatMap(({ megabytes = [] }) => megabytes);
row(
  'Memory of the larger of the processes that made each',
  `median ${percentile(memory, 50)} MB, 95 of 100 within ${percentile(memory, 95)} MB, at most ${percentile(memory, 100)} MB`,
  `each under ${mostMegabytes} MB`,
  percentile(memory, 100) < mostMegabytes,
);
