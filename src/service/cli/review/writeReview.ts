import path from 'node:path';
import { plainLine } from '../../../core/base/text.ts';
import type { CommandContext } from '../command.ts';
import { formats, type Format } from '../formats/formats.ts';
import { forLogOf } from '../output/buildCommands.ts';
import { tellActions } from '../output/githubActions.ts';
import { Output } from '../output/output.ts';
import { progressLine } from '../output/progressLine.ts';
import { exitCodeOf } from './exitCode.ts';
import type { ReviewOptions } from './readOptions.ts';
import { runReview } from './runReview.ts';

/** Writes a review when it is complete, and resolves to the exit code. */
export async function writeReview(
  format: Format,
  options: ReviewOptions,
  context: CommandContext,
  signal: AbortSignal,
): Promise<number> {
  const { cwd, env, stdout, stderr, startEngine } = context;
  const line = progressLine(context);
  const report = await runReview(options, {
    startEngine,
    signal,
    onProgress: ({ stage, progress }) => line.show(stage, progress),
  }).finally(() => line.clear());
  const { output: file } = options;
  const text = formats[format](report, file === undefined ? stdout : undefined);
  const isJson = format !== 'text' && format !== 'markdown';
  const output =
    file === undefined ? new Output(stdout, forLogOf(env, isJson)) : await Output.toFile(path.resolve(cwd, file), file);
  output.write(text);
  await output.flush(signal);
  // The log of a build needs the summary, and the notes that some formats cannot contain.
  if (file !== undefined || format !== 'text') {
    const told = `${[report.summary, ...report.notes].map(line => plainLine(line, 2_000)).join('\n')}\n`;
    stderr.write(forLogOf(env, false)(told));
  }
  await tellActions(report, context);
  return exitCodeOf(report, options.failOn);
}
