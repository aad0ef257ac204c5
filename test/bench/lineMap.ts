/**
 * `node test/bench/lineMap.ts --repo PATH [--pairs 200]`: whether lines are followed through real history to where
 * `git blame --reverse` follows them, how well `git diff -U0` does on the same lines, and what it takes.
 */
import { parseArgs } from 'node:util';
import { mapLines } from '../../src/core/lineMap.ts';
import { splitLines } from '../../src/core/lines.ts';
import { History } from './history.ts';
import { randomNumbers } from './random.ts';

const { values } = parseArgs({
  options: { repo: { type: 'string', default: '.' }, pairs: { type: 'string', default: '200' } },
});
const history = new History(values.repo);
const random = randomNumbers(1);
const linesPerFile = 10;
const longestFile = 50_000;

class Score {
  lines = 0;
  lost = 0;
  elsewhere = 0;
  /** Said to be there while git says that it is gone: the same text, the same but for spacing, another text. */
  same = 0;
  spacing = 0;
  other = 0;

  add(found: number, truth: number, before: string, after: string | undefined): void {
    this.lines++;
    if (found === truth) return;
    if (found < 0) this.lost++;
    else if (truth >= 0) this.elsewhere++;
    else if (before === after) this.same++;
    else if (before.trim() === after?.trim()) this.spacing++;
    else this.other++;
  }

  toString(): string {
    const wrong = this.lost + this.elsewhere + this.same + this.spacing + this.other;
    return `${(100 - (100 * wrong) / this.lines).toFixed(2)} % (lost ${this.lost}, elsewhere ${this.elsewhere}, kept the same text ${this.same}, but for spacing ${this.spacing}, another text ${this.other})`;
  }
}

const own = new Score();
const ownSpacing = new Score();
const git = new Score();
const gitSpacing = new Score();
let spent = 0;
let longest = 0;
let files = 0;
for (const pair of history.pairs(Number(values.pairs), random)) {
  const before = splitLines(history.text(pair.before, pair.path));
  const after = splitLines(history.text(pair.after, pair.path));
  if (before.length > longestFile) continue;
  const started = performance.now();
  const { lines } = mapLines(before, after);
  const took = performance.now() - started;
  spent += took;
  longest = Math.max(longest, took);
  files++;
  const truth = history.blame(pair, before.length);
  const truthSpacing = history.blame(pair, before.length, '-w');
  const diff = history.diff(pair, before.length);
  const diffSpacing = history.diff(pair, before.length, '-w');
  // An editor's empty last line is none for git.
  const last = before.at(-1) === '' ? before.length - 1 : before.length;
  const near: number[] = [];
  for (let line = 0; line < last; line++) {
    if ([-2, -1, 0, 1, 2].some(by => (diff[line + by] ?? 0) < 0)||(diff[line]??0)-line!==(diff[line+1]??0)-line-1) near.push(line);
  }
  const sample = new Set<number>();
  for (let i = 0; i < linesPerFile; i++) {
    if (last > 0) sample.add(random(last));
    const line = near[random(near.length || 1)];
    if (line !== undefined) sample.add(line);
  }
  for (const line of sample) {
    const text = before[line] ?? '';
    own.add(lines[line] ?? -1, truth[line] ?? -1, text, after[lines[line] ?? -1]);
    ownSpacing.add(lines[line] ?? -1, truthSpacing[line] ?? -1, text, after[lines[line] ?? -1]);
    git.add(diff[line] ?? -1, truth[line] ?? -1, text, after[diff[line] ?? -1]);
    gitSpacing.add(diffSpacing[line] ?? -1, truthSpacing[line] ?? -1, text, after[diffSpacing[line] ?? -1]);
  }
}
console.log(`files ${files}, lines ${own.lines}, mean ${(spent / files).toFixed(2)} ms, longest ${longest.toFixed(1)} ms`);
console.log(`own, against blame    ${own}`);
console.log(`diff, against blame   ${git}`);
console.log(`own, against blame -w ${ownSpacing}`);
console.log(`diff -w, blame -w     ${gitSpacing}`);
