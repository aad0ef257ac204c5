import { appendFile } from 'node:fs/promises';
import type { CommandContext } from '../command.ts';
import { toMarkdown } from '../formats/markdown.ts';
import type { EngineComment } from '../../engine/engineComment.ts';
import type { ReviewReport } from '../review/reviewReport.ts';

const levels = { critical: 'error', high: 'error', medium: 'warning', low: 'notice', info: 'notice' } as const;
/** What GitHub shows of each level for one step. */
const mostOfLevel = 10;
/** GitHub takes a summary of 1 MiB, in characters that may each be four bytes. */
const longestSummary = 250_000;

/** Whether this runs in a build of GitHub Actions. */
export function isActions(env: NodeJS.ProcessEnv): boolean {
  return env['GITHUB_ACTIONS'] === 'true';
}

/**
 * In a build of GitHub Actions, annotates the lines of the change and adds the review to the job's summary. Annotations go
 * to standard error, which the build reads as well: standard output has the review's format.
 */
export async function tellActions(report: ReviewReport, { env, stderr }: CommandContext): Promise<void> {
  if (!isActions(env)) return;
  stderr.write(annotations(report.comments));
  const { GITHUB_STEP_SUMMARY: file = '' } = env;
  if (file === '') return;
  const text = toMarkdown(report);
  const cut = text.length > longestSummary ? `${text.slice(0, longestSummary)}\n\nThe rest is left out.\n` : text;
  await appendFile(file, cut).catch(() => stderr.write('The summary of the job could not be written.\n'));
}

/** Workflow commands, the most severe ten of each level. */
function annotations(comments: readonly EngineComment[]): string {
  const told = { error: 0, warning: 0, notice: 0 };
  return comments
    .filter(({ severity }) => ++told[levels[severity]] <= mostOfLevel)
    .map(toCommand)
    .join('');
}

function toCommand({ severity, path, start_line, end_line, rule_id, title, body }: EngineComment): string {
  const properties = { file: path, line: start_line, endLine: end_line, title: rule_id };
  const listed = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  const text = body === '' || body === title ? title : `${title}\n\n${body}`;
  return `::${levels[severity]} ${listed.join(',')}::${escapeData(text)}\n`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
