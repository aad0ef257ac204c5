import path from 'node:path';
import type { ReviewerSettings } from '../../../core/protocol/reviewerSettings.ts';
import type { EngineComment } from '../../engine/engineComment.ts';
import type { CommandContext } from '../command.ts';
import type { Values } from '../commandLine/options.ts';
import { parseWholeNumber, UsageError } from '../commandLine/parse.ts';
import type { Format } from '../formats/formats.ts';
import type { reviewOptions } from '../options/review.ts';
import { readReviewers } from '../readReviewers.ts';
import type { TargetOptions } from './reviewTarget.ts';

/** What the options of `review` say. */
export interface ReviewOptions {
  /** Whether to run filter programs that the repository configures. */
  readonly trust: boolean;
  readonly target: TargetOptions;
  readonly reviewers: ReviewerSettings;
  readonly format: Format | 'ndjson';
  readonly failOn: EngineComment['severity'] | 'none';
  readonly sinceLast: boolean;
  readonly onlyNew: boolean;
  /** Most findings to list. */
  readonly most: number;
  /** A file; standard output if absent. */
  readonly output: string | undefined;
}

/** Reads the options of `review`. @throws UsageError, or CodeReviewError of kind `input` */
export async function readOptions(
  values: Values<typeof reviewOptions>,
  context: CommandContext,
): Promise<ReviewOptions> {
  const { base, head, staged, uncommitted, format, output, only } = values;
  if ([staged, uncommitted, base !== undefined || head !== undefined].filter(Boolean).length > 1) {
    throw new UsageError('Use --staged, --uncommitted, or --base and --head.');
  }
  if (base === '' || head === '') throw new UsageError('--base and --head need the name of a commit or branch.');
  const most = values['max-findings'];
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
    format,
    failOn: values['fail-on'],
    sinceLast: values['since-last'] || only === 'new',
    onlyNew: only === 'new',
    most: most === undefined ? Infinity : parseWholeNumber('--max-findings', most, 1, 1_000_000),
    output,
    reviewers: await readReviewers(values, context),
  };
}
