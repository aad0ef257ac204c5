/** `node test/bench/editor/sideBySide.ts`: placing 1,000 findings of one review, beside the same spread over 5 in 4 repositories. */
import { performance } from 'node:perf_hooks';
import { Git } from '../../../src/git/run/git.ts';
import { currentReviews } from '../../../src/reviews/current/currentReviews.ts';
import type { SettledRecord } from '../../../src/reviews/store/reviewRecord.ts';
import { TestRepository } from '../../host/git/repository.ts';
import { aComment, aReview, aSubject } from '../../unit/reviews/builders.ts';
import { editor, standInForEditor } from '../../unit/security/shown/editor.ts';
import { median } from '../median.ts';
import { row } from '../row.ts';

const findings = 1_000;
const files = 200;
const runs = 9;
const repositories = 4;

standInForEditor();
const { PlacedFindings } = await import('../../../src/vscode/findings/placedFindings.ts');
const { ReviewedText } = await import('../../../src/vscode/findings/placement/reviewedText.ts');

const text = Array.from({ length: 120 }, (_, line) => `export const value${line} = ${line};\n`).join('');
const nameOf = (index: number): string => `src/part${index % 20}/file${index}.ts`;
const all = Object.fromEntries(Array.from({ length: files }, (_, index) => [nameOf(index), text]));
const made = await Promise.all(Array.from({ length: repositories }, () => TestRepository.create(all)));
const heads = await Promise.all(made.map(repository => repository.git('rev-parse', 'HEAD')));
// As in a window: what the repositories configure is known by the time their findings are placed.
const git = new Git({ executable: 'git', log: () => undefined });
const fail = (error: unknown): never => {
  throw error;
};

/** The findings of one part in so many. */
function review(part: number, parts: number): SettledRecord {
  const repository = part % Math.min(parts, repositories);
  const comments = Array.from({ length: findings }, (_, index) => index)
    .filter(index => index % parts === part)
    .map(index => {
      const line = 1 + Math.floor(index / files);
      const range = { startLine: line, endLine: line };
      return aComment({ id: `${index}`, path: nameOf(index % files), title: `Finding ${index}`, range });
    });
  const subject = aSubject({
    root: made[repository]?.folder,
    pullRequest: { repository: `acme/app${repository}`, number: 7 },
    service: `https://review${part}.example.com`,
    headCommit: heads[repository]?.trim(),
  });
  const reviewId = `r${part}`;
  const result = aReview({ id: reviewId, comments, commit: heads[repository]?.trim() });
  return { state: 'completed', subject, triggeredAt: part, settledAt: part, reviewId, review: result };
}

/** Milliseconds until the findings of so many reviews are placed. */
async function measure(parts: number): Promise<number> {
  const roots = made.map(({ folder }, index) => {
    return { root: folder, repository: `acme/app${index}`, branch: 'feature', head: undefined };
  });
  const records = Array.from({ length: parts }, (_, part) => review(part, parts));
  const facts = { distance: () => undefined, holds: () => false };
  const never = (): { dispose(): void } => ({ dispose: () => undefined });
  let show = (): void => undefined;
  const open = {
    repositories: currentReviews({ roots, records, chosen: new Map(), now: 0, ...facts }),
    settled: () => Promise.resolve(),
    onDidChange: never,
  };
  const reviewedText = new ReviewedText(git, fail);
  const placed = new PlacedFindings(
    open,
    reviewedText,
    listener => {
      show = listener;
      return never();
    },
    fail,
  );
  const started = performance.now();
  show();
  await placed.settled();
  const took = performance.now() - started;
  const count = placed.uris.flatMap(uri => placed.of(uri).flatMap(({ file }) => file.findings)).length;
  if (count !== findings) throw new Error(`${count} of ${findings} findings were placed.`);
  placed.dispose();
  reviewedText.dispose();
  return took;
}

editor.folders = made.map(({ folder }) => folder);
const [one, spread]: [number[], number[]] = [[], []];
// By turns, so that both have the same machine.
for (let run = 0; run < runs; run++) {
  one.push(await measure(1));
  spread.push(await measure(5));
}
const [ofOne, ofFive] = [median(one), median(spread)];
row(
  '1,000 findings of 5 reviews in 4 repositories, beside one review',
  `${ofFive.toFixed(0)} ms, one ${ofOne.toFixed(0)} ms`,
  'at most 1.3 times it',
  ofFive <= 1.3 * ofOne,
);
await Promise.all(made.map(repository => repository.dispose()));
