/**
 * `node test/bench/commits.ts [--repo PATH] [--commits 200] [--skip 0]`: reviews the newest commits of a repository that
 * touch JavaScript, TypeScript or Python, those after the first `--skip`, with the analysers alone. Every comment is
 * printed with the code that it is about, so that a person can judge it.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { engineProcesses } from '../../src/service/jobs/engineProcess.ts';
import { History } from './history.ts';
import { median } from './median.ts';
import { row } from './row.ts';

const mostMilliseconds = 3_000;
const mostMegabytes = 600;
const code = ['js', 'mjs', 'cjs', 'jsx', 'ts', 'mts', 'cts', 'tsx', 'py', 'pyi'];

const { values } = parseArgs({
  options: {
    repo: { type: 'string', default: '.' },
    commits: { type: 'string', default: '200' },
    skip: { type: 'string', default: '0' },
  },
});
const root = path.resolve(values.repo);
const commits = new History(root).commits(Number(values.commits), Number(values.skip), code);
const peaks = await mkdtemp(path.join(tmpdir(), 'code-review-bench-'));
process.env['BENCH_PEAKS'] = peaks;
const engine = engineProcesses(path.join(import.meta.dirname, 'measuredEngine.ts'))({
  gitExecutable: 'git',
  onError: error => console.error(error),
});

const times: number[] = [];
let comments = 0;
let commented = 0;
let failed = 0;
try {
  for (const { commit, parent } of commits) {
    const started = performance.now();
    const result = await engine.review({ root, base: parent, head: commit });
    if (result.status === 'failed') {
      failed++;
      console.log(`${commit.slice(0, 10)} failed: ${result.reason}`);
      continue;
    }
    times.push(performance.now() - started);
    comments += result.comments.length;
    if (result.comments.length > 0) commented++;
    for (const {
      path: file,
      start_line: line,
      severity,
      rule_id: rule,
      title,
      existing_code: text,
    } of result.comments) {
      const lines = text.split('\n');
      console.log(`${commit.slice(0, 10)} ${file}:${line} ${severity} ${rule}\n    ${title}`);
      for (const each of lines.slice(0, 4)) console.log(`    | ${each}`);
      if (lines.length > 4) console.log(`    | … ${lines.length - 4} more lines`);
    }
  }
} finally {
  engine.dispose();
}
const megabytes = await Promise.all(
  (await readdir(peaks)).map(async file => Number(await readFile(path.join(peaks, file), 'utf8')) / 1_024),
);
await rm(peaks, { recursive: true, force: true });

console.log(
  `\n${comments} comments on ${commented} of ${commits.length} commits, ${failed} reviews failed; load ${loadavg()[0]?.toFixed(1)}`,
);
const sorted = times.toSorted((a, b) => a - b);
const middle = median(times);
row(
  `${times.length} reviews, one commit each`,
  `median ${middle.toFixed(0)} ms, 95 of 100 within ${(sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN).toFixed(0)} ms`,
  `median under ${mostMilliseconds} ms`,
  middle < mostMilliseconds,
);
const most = megabytes.length === 0 ? Number.NaN : Math.max(...megabytes);
row(
  `Memory of the ${megabytes.length} processes that made them, one after the other`,
  `at most ${most.toFixed(0)} MB, median ${median(megabytes).toFixed(0)} MB`,
  `each under ${mostMegabytes} MB`,
  most < mostMegabytes,
);
