import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { getSystemErrorMessage, parseArgs } from 'node:util';
import { cancelledError, CodeReviewError } from '../../core/base/errors.ts';
import { plainLine } from '../../core/base/text.ts';
import type { ReviewerSettings } from '../../core/protocol/reviewerSettings.ts';
import { compareSeverity } from '../../core/review/severity.ts';
import { Git } from '../../git/run/git.ts';
import { commentSeverities, type EngineComment } from '../engine/engineComment.ts';
import type { CompletedResult } from '../engine/messages.ts';
import type { Engine, StartEngine } from '../jobs/engineProcess.ts';
import { UsageError, type Command, type CommandContext } from './command.ts';
import { formats, type Format } from './formats/formats.ts';
import { readReviewers, reviewersOptions, reviewersUsage } from './reviewerOptions.ts';
import { buildReport, type ReviewReport } from './reviewReport.ts';
import { findTarget, openRepository, type ReviewTarget, type TargetOptions } from './reviewTarget.ts';

/** The command `review`, for people, hooks and CI. The exit code of a failed review is never 0. */
export const reviewCommand: Command = {
  usage: `review                        review changes and print what is wrong with them
  --repo PATH                 the repository or a folder in it, or a bare repository (default: the current folder)
  --base REF                  compare with where the changes left this (default: the default branch)
  --head REF                  review this commit or branch (default: what is checked out)
  --staged                    review what is staged instead
  --uncommitted               review all that is not committed instead, new files too
  --trust                     run the filters (such as LFS) that the repository's own git configuration names; without
                              it, uncommitted files with such a filter are not read, and are named
  --format text|json|sarif|rdjson|markdown  (default: text)
  --fail-on critical|high|medium|low|info|none  the least severe issue that makes the exit code 1 (default: medium,
                              which is bugs and security; cleanups are low)
  --output FILE               write to this file instead of standard output
${reviewersUsage}

  The exit code is 0 if no issue is as severe as --fail-on, and 1 if one is. It is 2 if none is, and the changes or a
  part of them could not be reviewed, for example because the language model or a requested tool failed. The text or
  standard error gives the reason, and names files beyond the language model's budget, which do not affect the code.`,
  failureCode: 2,
  run: async (args, context) => {
    const options = await read(args, context);
    const report = await review(options, context.startEngine, context.interrupted());
    await write(report, options, context);
    if (report.comments.some(({ severity }) => isAsSevere(severity, options.failOn))) return 1;
    return report.gaps.some(({ isFailure }) => isFailure) ? 2 : 0;
  },
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

async function read(args: readonly string[], context: CommandContext): Promise<ReviewOptions> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      repo: { type: 'string', default: '.' },
      base: { type: 'string' },
      head: { type: 'string' },
      staged: { type: 'boolean', default: false },
      uncommitted: { type: 'boolean', default: false },
      trust: { type: 'boolean', default: false },
      format: { type: 'string', default: 'text' },
      'fail-on': { type: 'string', default: 'medium' },
      output: { type: 'string' },
      ...reviewersOptions,
    },
  });
  const { base, head, staged, uncommitted } = values;
  if ([staged, uncommitted, base !== undefined || head !== undefined].filter(Boolean).length > 1) {
    throw new UsageError('Use --staged, --uncommitted, or --base and --head.');
  }
  if (base === '' || head === '') throw new UsageError('--base and --head need the name of a commit or branch.');
  return {
    trust: values.trust,
    target: {
      folder: path.resolve(context.cwd, values.repo),
      base,
      head,
      kind: staged ? 'staged' : uncommitted ? 'uncommitted' : undefined,
      cwd: context.cwd,
      index: context.env['GIT_INDEX_FILE'],
    },
    reviewers: await readReviewers(values, context),
    format: oneOf('--format', values.format, Object.keys(formats) as Format[]),
    failOn: oneOf('--fail-on', values['fail-on'], [...commentSeverities, 'none' as const]),
    output: values.output,
  };
}

function oneOf<T extends string>(option: string, value: string, known: readonly T[]): T {
  const found = known.find(each => each === value);
  if (found === undefined) throw new UsageError(`${option} is one of ${known.join(', ')}.`);
  return found;
}

async function review(
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
