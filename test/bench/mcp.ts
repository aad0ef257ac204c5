/**
 * `node test/bench/mcp.ts`: how quickly an agent is answered that lists the findings of a large review, and how soon a
 * window is told what an agent decides. The server is a process of its own, as for any agent.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openUserData } from '../../src/reviews/userData.ts';
import { TestRepository } from '../host/git/repository.ts';
import { aComment, aRecord, aReview, aSubject } from '../unit/reviews/builders.ts';
import { Agent } from '../unit/service/mcp/agent.ts';
import { median } from './median.ts';
import { row } from './row.ts';

const [files, perFile, calls, decisions] = [500, 20, 400, 15];
const lines = Array.from({ length: perFile * 3 }, (_, index) => `export const value${index} = ${index};`);

const home = await mkdtemp(path.join(tmpdir(), 'code-review-bench-'));
const contents = Array.from({ length: files }, (_, index) => [`src/file${index}.ts`, `${lines.join('\n')}\n`] as const);
const repository = await TestRepository.create(Object.fromEntries(contents));
const data = await openUserData(home, console.error);
await data.reviews.save(await record());
const agent = await Agent.start({ home, cwd: repository.folder });
try {
  const found = await agent.list();
  const [took, nothing]: [number[], number[]] = [[], []];
  for (let call = 0; call < calls; call++) {
    took.push(await timed(() => agent.list({ limit: 50 })));
    nothing.push(await timed(() => agent.failure('get_review', { folder: 'nowhere' })));
  }
  const [p99, least] = [percentile99(took), percentile99(nothing)];
  const what = `list_findings over MCP, ${(files * perFile).toLocaleString('en')} findings, the 99th of 100`;
  const figures = `${ms(p99)} ms, median ${ms(median(took))} ms, nothing ${ms(least)} ms`;
  // A busy machine lets every call wait.
  row(what, figures, 'under 50 ms, or within 20 ms of nothing', p99 < 50 || p99 - least < 20);

  const told: number[] = [];
  for (const { id } of found.slice(0, decisions)) {
    const before = performance.now();
    const isTold = new Promise<void>(resolve => {
      const listening = data.decisions.onDidChange(name => {
        if (!name.endsWith('.jsonl')) return;
        listening.dispose();
        resolve();
      });
    });
    await agent.data('mark_finding', { id, as: 'dismissed', reason: 'measured' });
    await isTold;
    told.push(performance.now() - before);
  }
  const slowest = Math.max(...told);
  const figure = `${ms(slowest)} ms, median ${ms(median(told))} ms`;
  row('From a decision over MCP until a window is told', figure, 'under 1 s', slowest < 1_000);
} finally {
  await agent.stop();
  data.dispose();
  await repository.dispose();
  await rm(home, { recursive: true });
}

function percentile99(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN;
}

function ms(time: number): string {
  return time.toFixed(1);
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  await act();
  return performance.now() - before;
}

async function record(): Promise<ReturnType<typeof aRecord>> {
  const headCommit = await repository.git('rev-parse', 'HEAD');
  const comments = contents.flatMap(([name]) =>
    Array.from({ length: perFile }, (_, index) => {
      const line = index * 3 + 1;
      return aComment({
        path: name,
        range: { startLine: line, endLine: line },
        rule: 'bench/value',
        title: `Value ${index} is measured`,
        body: 'What is wrong with this value, and why. '.repeat(10),
        quotedCode: lines[line - 1],
      });
    }),
  );
  const subject = aSubject({
    kind: 'branch',
    service: 'embedded',
    root: repository.folder,
    branch: 'main',
    headCommit,
  });
  return aRecord({ subject, review: aReview({ comments, commit: headCommit }) });
}
