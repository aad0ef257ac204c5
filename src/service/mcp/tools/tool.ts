import type { CallToolResult, StandardSchemaWithJSON, ToolAnnotations } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { CodeReviewError } from '../../../core/base/errors.ts';
import { plainLine } from '../../../core/base/text.ts';
import type { Git } from '../../../git/run/git.ts';
import type { DiskFinding, DiskFindings } from '../../../reviews/onDisk/diskFindings.ts';
import type { UserData } from '../../../reviews/userData.ts';
import type { ReviewChanges } from '../reviewRequest.ts';
import type { Workspace } from '../workspace.ts';

/** What tools work with. */
export interface ToolParts {
  readonly git: Git;
  readonly workspace: Workspace;
  readonly data: UserData;
  readonly review: ReviewChanges;
  readonly now: () => number;
  readonly log: (line: string) => void;
  readonly onError: (error: unknown) => void;
  /** Aborts when the client cancels the call or goes away. */
  readonly signal: AbortSignal;
  /** Tells the client how far the call is. @param share from 0 to 1 */
  readonly progress: (message: string, share: number) => void;
}

/** A tool as data. */
export interface Tool<Input extends StandardSchemaWithJSON> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output: StandardSchemaWithJSON;
  readonly annotations: Omit<ToolAnnotations, 'title'>;
  /** @throws CodeReviewError, whose sentences the client gets */
  run(input: never, parts: ToolParts): Promise<CallToolResult>;
}

/** A tool whose `run` gets what its schema has checked. An argument that it does not have is refused, not left out. */
export function defineTool<const Input extends z.ZodObject>(
  tool: Omit<Tool<Input>, 'run'> & {
    run(input: z.output<Input>, parts: ToolParts): Promise<CallToolResult>;
  },
): Tool<StandardSchemaWithJSON> {
  return { ...tool, input: tool.input.strict() };
}

/** The input that names a repository. */
export const folder = z
  .string()
  .max(4_096)
  .optional()
  .describe('A folder in the repository, absolute or relative to the first root (default: the first root)');

/** The input that names a finding. */
export const id = z.string().max(200).describe('The id of the finding, as list_findings gives it');

/** Finds a finding. @throws CodeReviewError of kind `input` where there is none */
export async function findFinding(findings: DiskFindings, named: string, signal: AbortSignal): Promise<DiskFinding> {
  const { byId } = await findings.read(signal);
  const found = byId.get(named);
  if (found === undefined)
    throw new CodeReviewError('input', `There is no finding ${plainLine(named, 60)}.`, 'Call list_findings again.');
  return found;
}
