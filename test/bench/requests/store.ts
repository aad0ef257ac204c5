/**
 * `node test/bench/requests/store.ts`: whether the embedded service answers and starts as quickly however many reviews it keeps.
 * Each figure stands beside the same one with a thousand.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openStore } from '../../../src/service/store/openStore.ts';
import type { StoredReview } from '../../../src/service/store/store.ts';
import { median } from '../median.ts';
import { row } from '../row.ts';

const now = 1_800_000_000_000;
const asked = 200;

const few = await measured(1_000);
for (const count of [10_000, 100_000]) {
  const many = await measured(count);
  for (const [what, figure] of [
    ['Storing a review and what it builds on', 'post'],
    ['Opening the store', 'open'],
  ] as const) {
    row(
      `${what}, ${count.toLocaleString('en')} kept, beside 1,000`,
      `${many[figure].toFixed(2)} ms, 1,000 ${few[figure].toFixed(2)} ms`,
      'within 2 times it',
      many[figure] <= 2 * few[figure],
    );
  }
}

/** Medians in milliseconds. */
async function measured(count: number): Promise<{ readonly post: number; readonly open: number }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'code-review-bench-'));
  try {
    await (await openStore(folder)).close();
    fill(path.join(folder, 'service.sqlite'), count);
    const opened: number[] = [];
    const posted: number[] = [];
    for (let run = 0; run < 7; run++) {
      const before = performance.now();
      await (await openStore(folder)).close();
      opened.push(performance.now() - before);
    }
    const store = await openStore(folder);
    for (let each = 0; each < asked; each++) {
      const made = review(count + each, 'pending');
      const before = performance.now();
      await store.putReview(made);
      await store.pendingReviews();
      await store.lastReview(made.repository, made.pr);
      await store.completedReview(made);
      await store.putReview({ ...made, status: 'completed', completedAt: now });
      await store.review(made.id);
      posted.push(performance.now() - before);
    }
    await store.close();
    return { post: median(posted), open: median(opened) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** At once, since each on its own would take minutes. */
function fill(file: string, count: number): void {
  const database = new DatabaseSync(file);
  const insert = database.prepare("INSERT INTO reviews VALUES (?, 'completed', ?, ?)");
  database.exec('BEGIN');
  for (let each = 0; each < count; each++) insert.run(`rev_${each}`, now, JSON.stringify(review(each, 'completed')));
  database.exec('COMMIT');
  database.close();
}

function review(index: number, status: StoredReview['status']): StoredReview {
  return {
    id: `rev_${index}`,
    repository: `acme/app-${index % 20}`,
    pr: 1 + (index % 50),
    root: '/r',
    base: 'b'.repeat(40),
    head: `${index % 5_000}`.padStart(40, '0'),
    status,
    createdAt: now,
    completedAt: status === 'pending' ? undefined : now,
    engine: '1',
    configuration: '',
    result: status === 'pending' ? undefined : { status: 'failed', reason: 'x'.repeat(2_000), reports: [] },
  };
}
