import path from 'node:path';
import { cancelledError } from '../../core/base/errors.ts';
import { plainLine } from '../../core/base/text.ts';
import type { ReviewerSettings } from '../../core/protocol/reviewerSettings.ts';
import { openWorkingCopy, type WorkingCopy } from '../../git/repository/workingCopy.ts';
import { Git } from '../../git/run/git.ts';
import { userDataFolder } from '../../files/userDataFolder.ts';
import type { ReviewProgress } from '../engine/reviewProgress.ts';
import type { StartEngine } from '../jobs/engineProcess.ts';
import type { ReviewChanges, ReviewRequest } from '../mcp/reviewRequest.ts';
import type { RunCommand } from './command.ts';
import type { mcpOptions } from './options/mcp.ts';
import { readReviewers } from './readReviewers.ts';
import { buildReport, type ReviewReport } from './review/reviewReport.ts';
import { findTarget, type ReviewTarget, type TargetOptions } from './review/reviewTarget.ts';
import { runEngine } from './review/runEngine.ts';
import { programVersion } from './version.ts';

/** Serves agents over MCP. */
export const mcp: RunCommand<typeof mcpOptions> = async ({ values }, context) => {
  const { cwd, env, stdin, stdout, stderr, startEngine } = context;
  const reviewers = await readReviewers(values, context);
  const git = new Git({ executable: env['CODE_REVIEW_GIT'] ?? 'git', log: () => undefined });
  const { serveMcp } = await import('../mcp/serveMcp.ts');
  await serveMcp({
    version: programVersion(),
    git,
    roots: values.root.map(root => path.resolve(cwd, root)),
    cwd,
    userDataFolder: userDataFolder(env),
    review: oneAtATime(request => reviewed(git, request, reviewers, startEngine)),
    stdin: stdin(),
    stdout,
    signal: context.interrupted(),
    log: line => stderr.write(`${line}\n`),
  });
  return 0;
};

const all = { onlyNew: false, most: Number.POSITIVE_INFINITY };

/** A review takes all processors. */
function oneAtATime(review: ReviewChanges): ReviewChanges {
  let last: Promise<unknown> = Promise.resolve();
  return request => {
    const next = last.then(() => {
      if (request.signal.aborted) throw cancelledError(request.signal);
      return review(request);
    });
    last = next.catch(() => undefined);
    return next;
  };
}

async function reviewed(
  git: Git,
  { folder, scope, base, signal, onProgress }: ReviewRequest,
  reviewers: ReviewerSettings,
  startEngine: StartEngine,
): ReturnType<ReviewChanges> {
  onProgress('reading what changed', 0);
  const copy = await openWorkingCopy(git, folder, signal);
  const kind = scope === 'branch' ? undefined : scope;
  const target = await findTarget(git, copy, targetIn(folder, base, kind), signal);
  const report = await reportOf(git, target, { reviewers, startEngine, signal, onProgress });
  const { root, repository, head } = target;
  const gaps = [...report.gaps.map(({ message }) => message), ...(await baseGap(git, copy, target, base, signal))];
  const { summary, notes, shown: comments } = report;
  const isReviewed = target.nothing === undefined;
  return { root, repository, branch: copy.branch, commit: head, summary, isReviewed, comments, notes, gaps };
}

function targetIn(folder: string, base?: string, kind?: TargetOptions['kind']): TargetOptions {
  return { folder, base, head: undefined, kind, cwd: folder, index: undefined };
}

interface Work extends Pick<ReviewRequest, 'signal' | 'onProgress'> {
  readonly reviewers: ReviewerSettings;
  readonly startEngine: StartEngine;
}

async function reportOf(git: Git, target: ReviewTarget, work: Work): Promise<ReviewReport> {
  const { reviewers, startEngine, signal, onProgress } = work;
  const { root, base, head, nothing } = target;
  if (nothing !== undefined) return buildReport(target, undefined, all);
  const engine = startEngine({ gitExecutable: await git.path(), onError: () => undefined });
  const told = ({ stage, progress }: ReviewProgress): void => onProgress(stage, progress);
  return buildReport(target, await runEngine(engine, { root, base, head, reviewers }, signal, told), all);
}

/** A review of a part of the branch's commits says so, so that nobody takes it for one of the whole branch. */
async function baseGap(
  git: Git,
  copy: WorkingCopy,
  target: ReviewTarget,
  base: string | undefined,
  signal: AbortSignal,
): Promise<string[]> {
  if (base === undefined) return [];
  const whole = await findTarget(git, copy, targetIn(copy.root), signal).catch(() => undefined);
  if (whole?.base === target.base) return [];
  return [`commits before ${plainLine(base, 100)} were not reviewed`];
}
