/**
 * `node test/bench/lines/lineMap.ts --repo PATH [--pairs 200]`: whether lines are followed through real history to where
 * `git blame --reverse` follows them commit by commit, beside one `git diff -U0` on the same lines, and what it takes.
 */
import { parseArgs } from 'node:util';
import { mapLines } from '../../../src/core/diff/lineMap.ts';
import { splitLines } from '../../../src/core/base/splitLines.ts';
import { Agreement } from './agreement.ts';
import { History } from './history.ts';
import { randomNumbers } from '../random.ts';

const { values } = parseArgs({
  options: { repo: { type: 'string', default: '.' }, pairs: { type: 'string', default: '200' } },
});
/** Sampled from anywhere, and as many again from near a change. */
const linesPerFile = 10;
const near = 3;

const history = new History(values.repo);
const random = randomNumbers(1);
const rows = {
  'own, against blame -w': new Agreement(),
  'git diff -w, against blame -w': new Agreement(),
  'own, against blame, but for spacing': new Agreement(),
  'git diff, against blame': new Agreement(),
};
const times: number[] = [];
for (const pair of history.pairs(Number(values.pairs), random)) {
  const before = splitLines(history.text(pair.before, pair.path));
  const after = splitLines(history.text(pair.after, pair.path));
  const { lines: own } = mapLines(before, after);
  times.push(timeOf(before, after));
  const blame = history.blame(pair, before.length);
  const blameSpacing = history.blame(pair, before.length, '-w');
  const diff = history.diff(pair, before.length);
  const diffSpacing = history.diff(pair, before.length, '-w');
  for (const line of sample(before, diff)) {
    const place = { line, before, after };
    rows['own, against blame -w'].add(own, blameSpacing, place);
    rows['git diff -w, against blame -w'].add(diffSpacing, blameSpacing, place);
    rows['own, against blame, but for spacing'].add(own, blame, place, { spacingCounts: false });
    rows['git diff, against blame'].add(diff, blame, place);
  }
}
for (const [name, agreement] of Object.entries(rows)) console.log(name.padEnd(36), agreement.toString());
const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
console.log(`${times.length} files, mean ${mean.toFixed(2)} ms, longest ${Math.max(...times).toFixed(1)} ms`);

const large = Array.from({ length: 20_000 }, () => `line ${random(5_000)}`);
const changes = { edited: 'an edit', repeated: 'line 7', shuffled: undefined };
for (const [name, text] of Object.entries(changes)) {
  const changed = large.map((line, at) =>
    random(2) === 0
      ? line
      : text === undefined
        ? (large[random(large.length)] ?? '')
        : `${text}${name === 'edited' ? at : ''}`,
  );
  console.log(`20,000 lines, half ${name}: ${timeOf(large, changed).toFixed(0)} ms`);
}

/** Milliseconds, the least of five runs: what more the others took is the machine's. */
function timeOf(before: readonly string[], after: readonly string[]): number {
  const runs = Array.from({ length: 5 }, () => {
    const started = performance.now();
    mapLines(before, after);
    return performance.now() - started;
  });
  return Math.min(...runs);
}

/** Lines that a comment could be on: not the blank ones. */
function sample(before: readonly string[], diff: Int32Array): Set<number> {
  const all = [...before.keys()].filter(line => before[line]?.trim() !== '');
  const edges = [...before.keys()].filter(line => diff[line] === -1 || diff[line + 1] !== (diff[line] ?? 0) + 1);
  const nearby = all.filter(line => edges.some(edge => Math.abs(edge - line) <= near));
  const found = new Set<number>();
  for (const lines of [all, nearby]) {
    for (let i = 0; i < linesPerFile; i++) {
      const line = lines[random(Math.max(1, lines.length))];
      if (line !== undefined) found.add(line);
    }
  }
  return found;
}
