import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { getSystemErrorMessage } from 'node:util';
import { cancelledError, CodeReviewError } from '../../../core/base/errors.ts';
import { plainLine } from '../../../core/base/text.ts';
import type { ReviewerSettings } from '../../../core/protocol/reviewerSettings.ts';
import { compareSeverity } from '../../../core/review/severity.ts';
import { Git } from '../../../git/run/git.ts';
import type { EngineComment } from '../../engine/engineComment.ts';
import type { CompletedResult } from '../../engine/messages.ts';
import type { Engine, StartEngine } from '../../jobs/engineProcess.ts';
import type { CommandContext, RunCommand } from '../command.ts';
import type { Values } from '../commandLine/options.ts';
import { UsageError } from '../commandLine/parse.ts';
import type { reviewOptions } from '../options/review.ts';
import { formats, type Format } from '../formats/formats.ts';
import { readReviewers } from '../readReviewers.ts';
import { buildReport, type ReviewReport } from './reviewReport.ts';
import { findTarget, openRepository, type ReviewTarget, type TargetOptions } from './reviewTarget.ts';

/** Reviews changes, and writes what is wrong with them. */
export const review: RunCommand<typeof reviewOptions> = async ({ values }, context) => {
  const options = await read(values, context);
  const report = await reviewed(options, context.startEngine, context.interrupted());
  await write(report, options, context);
  if (report.comments.some(({ severity }) => isAsSevere(severity, options.failOn))) return 1;
  return report.gaps.some(({ isFailure }) => isFailure) ? 2 : 0;
};

interface ReviewOptions {
  /** Whether to run filter programs that the repository configures. */
  readonly trust: boolean;
  readonly target: TargetOptions;
  readonly reviewers: ReviewerSettings;
  readonly format: Format;
  readonly failOn: EngineComment['severity'] | 'none';
  readonly output: string | undefined;
}

async function read(values: Values<typeof reviewOptions>, context: CommandContext): Promise<ReviewOptions> {
  const { base, head, staged, uncommitted } = values;
  if ([staged, uncommitted, base !== undefined || head !== undefined].filter(Boolean).length > 1) {
    throw new UsageError('Use --staged, --uncommitted, or --base and --head.');
  }
  if (base === '' || head === '') throw new UsageError('--base and --head need the name of a commit or branch.');
  return {
    trust: values.trust,
    target: {
      folder: path.resolve(context.cwd, values.repo ?? '.'),
      base,
      head,
      kind: staged ? 'staged' : uncommitted ? 'uncommitted' : undefined,
      cwd: context.cwd,
      index: context.env['GIT_INDEX_FILE'],
    },
    reviewers: await readReviewers(values, context),
    format: values.format,
    failOn: values['fail-on'],
    output: values.output,
  };
}

async function reviewed(
  { target: wanted, reviewers, trust }: ReviewOptions,
  startEngine: StartEngine,
  signal: AbortSignal,
): Promise<ReviewReport> {
  const git = new Git({ executable: 'git', log: () => undefined, trustsFilters: trust });
  const copy = await openRepository(git, wanted, signal);
  try {
    const target = await findTarget(git, copy, wanted, signal);
    if (target.nothing !== undefined) return buildReport(target, undefined);
    const engine = startEngine({ gitExecutable: await git.path(), onError: () => undefined });
    return buildReport(target, await runEngine(engine, target, reviewers, signal));
  } finally {
    if ('dispose' in copy) await copy.dispose();
  }
}

async function runEngine(
  engine: Engine,
  { root, base, head }: ReviewTarget,
  reviewers: ReviewerSettings,
  signal: AbortSignal,
): Promise<CompletedResult> {
  const stop = (): void => engine.dispose();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const result = await engine.review({ root, base, head, reviewers });
    if (signal.aborted) throw cancelledError(signal);
    if (result.status === 'failed') throw new CodeReviewError('service', `The review failed: ${result.reason}`);
    return result;
  } finally {
    engine.dispose();
  }
}

async function write(
  report: ReviewReport,
  { format, output }: ReviewOptions,
  { cwd, stdout, stderr }: CommandContext,
): Promise<void> {
  const text = formats[format](report, output === undefined ? stdout : undefined);
  if (output === undefined) await print(stdout, text);
  else
    await writeFile(path.resolve(cwd, output), text).catch((error: unknown) => {
      throw unwritable(plainLine(output, 200), error);
    });
  // The log of a build needs the summary, and the notes that some formats cannot contain.
  if (output !== undefined || format !== 'text') stderr.write(`${[report.summary, ...report.notes].join('\n')}\n`);
}

/** Writes to standard output. A closed pipe, as of `head`, is no error; a full disk is. */
function print(stdout: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // The callback of `write` also gets the error.
    stdout.on('error', () => undefined);
    stdout.write(text, error => {
      if (error === null || error === undefined || ('code' in error && error.code === 'EPIPE')) resolve();
      else reject(unwritable('standard output', error));
    });
  });
}

function unwritable(where: string, error: unknown): CodeReviewError {
  const isSystem = error instanceof Error && 'errno' in error && typeof error.errno === 'number';
  const why = isSystem ? `: ${getSystemErrorMessage(error.errno as number)}` : '';
  return new CodeReviewError('input', `The review cannot be written to ${where}${why}.`, '', { cause: error });
}

function isAsSevere(severity: EngineComment['severity'], least: ReviewOptions['failOn']): boolean {
  return least !== 'none' && compareSeverity(severity, least) <= 0;
}
