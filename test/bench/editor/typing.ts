/** `node test/bench/editor/typing.ts`: what each edit of a 5,000-line file with 1,000 findings takes until they are shifted. */
import { performance } from 'node:perf_hooks';
import type { Finding } from '../../../src/core/review/finding.ts';
import { placeFindings } from '../../../src/core/placement/placeFindings.ts';
import { shiftFindings, type TextChange } from '../../../src/core/placement/shiftFindings.ts';
import { aComment } from '../../unit/reviews/builders.ts';
import { randomNumbers } from '../random.ts';

const lineCount = 5_000;
const findingCount = 1_000;
const edits = 5_000;

const random = randomNumbers(1);
const lines = Array.from({ length: lineCount }, (_, at) => `${' '.repeat(random(8))}call${at}(${random(100)});`);
const live = lines.join('\n');
const comments = Array.from({ length: findingCount }, (_, at) => {
  const startLine = 1 + random(lineCount);
  return {
    id: `${at}`,
    comment: aComment({ range: { startLine, endLine: Math.min(lineCount, startLine + random(5)) } }),
  };
});

const placed = performance.now();
let findings: readonly Finding[] = placeFindings(comments, { reviewed: lines, removed: undefined, live });
console.log(`a look at the whole text: ${(performance.now() - placed).toFixed(1)} ms`);

const times: number[] = [];
for (let edit = 0; edit < edits; edit++) {
  // Every tenth adds a line, and as many take one away; the others type a letter.
  const line = random(lineCount);
  const kind = edit % 10;
  const range = { startLine: line, startColumn: 0, endLine: kind === 1 ? line + 1 : line, endColumn: 0 };
  const change: TextChange = { range, text: kind === 0 ? 'added();\n' : kind === 1 ? '' : 'x' };
  const started = performance.now();
  findings = shiftFindings(findings, [change]);
  times.push(performance.now() - started);
}
times.sort((a, b) => a - b);
const at = (share: number): string => `${(times[Math.floor(times.length * share)] ?? 0).toFixed(3)} ms`;
console.log(`an edit: median ${at(0.5)}, 95 of 100 within ${at(0.95)}, longest ${(times.at(-1) ?? 0).toFixed(2)} ms`);
