import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { EngineComment } from '../../../src/service/engine/engineComment.ts';
import type { ReviewerReport } from '../../../src/service/engine/reviewerReport.ts';
import type { Engine } from '../../../src/service/jobs/engineProcess.ts';
import type { Step } from '../lines/history.ts';

/** The review of one commit. */
export interface CommitReview extends Step {
  /** Why the review failed, or what a reviewer in it could not check; empty if it is complete. */
  readonly failures: readonly string[];
  readonly comments: readonly EngineComment[];
  readonly milliseconds: number;
  /** The most memory that a process of the engine has held since it started; undefined where it is not measured. */
  readonly megabytes: number | undefined;
}

/**
 * Reviews commits one after the other, each against the one that it was made on.
 * @param root where git finds the repository
 * @param peaks folder of what `measuredEngine.ts` writes
 */
export async function* reviewCommits(
  engine: Engine,
  root: string,
  steps: readonly Step[],
  peaks: string,
): AsyncGenerator<CommitReview> {
  for (const step of steps) {
    const started = performance.now();
    const result = await engine.review({ root, base: step.parent, head: step.commit });
    const milliseconds = performance.now() - started;
    yield {
      ...step,
      failures: [...(result.status === 'failed' ? [result.reason] : []), ...result.reports.flatMap(failuresOf)],
      comments: result.status === 'failed' ? [] : result.comments,
      milliseconds,
      megabytes: await takePeak(peaks),
    };
  }
}

function failuresOf({ reviewer, status, reason, notifications = [] }: ReviewerReport): string[] {
  const own = status === 'failed' ? [`${reviewer}: ${reason ?? 'no reason'}`] : [];
  return [...own, ...notifications.map(({ path: file, reason: why }) => `${reviewer}: ${file ?? 'all files'}: ${why}`)];
}

/** Empties the folder. */
async function takePeak(folder: string): Promise<number | undefined> {
  const kilobytes: number[] = [];
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const [held] = (await readFile(file, 'utf8')).split(' ');
    kilobytes.push(Number(held));
    await rm(file);
  }
  return kilobytes.length === 0 ? undefined : Math.max(...kilobytes) / 1_024;
}

/** How a comment is printed: where it stands and what it says, and the code that it is about. */
export function printedComment(
  { commit }: Step,
  { path: file, start_line: line, severity, rule_id: rule, title, existing_code: text }: EngineComment,
): string {
  const lines = text.split('\n');
  const shown = lines.slice(0, 4).map(each => `    | ${each}`);
  if (lines.length > 4) shown.push(`    | … ${lines.length - 4} more lines`);
  return [`${commit.slice(0, 10)} ${file}:${line} ${severity} ${rule}`, `    ${title}`, ...shown].join('\n');
}
