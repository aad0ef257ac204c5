import type { GitReader } from '../../../git/run/git.ts';
import type { DiffModel } from '../../engine/diff/diffModel.ts';
import type { EngineJob } from '../../engine/messages.ts';
import { escapeLine, toPromptFile, type PromptFile } from './code/promptFile.ts';
import { readGuidance } from './guidance/guidance.ts';
import { readDeletedFiles } from './prompt/deletedFiles.ts';
import { readPullRequestContext } from './prompt/pullRequestContext.ts';
import { contextSections } from './prompt/userMessage.ts';
import { gitSurroundings } from './surroundings/gitSurroundings.ts';
import { findRelatedCode, type RelatedCode } from './surroundings/relatedCode.ts';

/** What a prompt is built from. */
export interface PromptSources {
  readonly git: GitReader;
  readonly job: Pick<EngineJob, 'root' | 'head'>;
  /** Absent if unknown; the commits' subjects are used in any case. */
  readonly pullRequest?: { readonly title: string; readonly description: string };
}

/** What a review is built from, without secrets. */
export interface PreparedPrompt {
  readonly shown: readonly PromptFile[];
  readonly background: string;
  /** The files that guide it; undefined if there are none. */
  readonly instructions: string | undefined;
  readonly related: RelatedCode;
  /** Sections of the files that the change deletes. */
  readonly deleted: readonly string[];
}

/** Builds the contents of the prompts, without secrets. */
export async function preparePrompt(
  { git, job: { root, head }, pullRequest }: PromptSources,
  { mergeBase, files }: DiffModel,
  characters: number,
  signal: AbortSignal,
): Promise<PreparedPrompt> {
  const range = { mergeBase, head };
  // At most a quarter of the prompt.
  const longest = Math.min(6_000, Math.floor(characters / 4));
  const [guidance, subject] = await Promise.all([
    readGuidance(
      git,
      root,
      mergeBase,
      files.map(({ path }) => path),
      longest,
      signal,
    ),
    readPullRequestContext(git, root, range, pullRequest, signal),
  ]);
  const shown: PromptFile[] = [];
  for (const file of files) {
    signal.throwIfAborted();
    shown.push(toPromptFile(file));
  }
  // Escaped characters take more room.
  const background = contextSections(subject, guidance).slice(0, Math.floor(characters / 2));
  const names = guidance.map(({ path, isCut }) => `${escapeLine(path)}${isCut ? ' (its beginning)' : ''}`);
  const instructions = names.length === 0 ? undefined : names.join(', ');
  const related = await findRelatedCode(shown, gitSurroundings(git, root, head), signal);
  const deleted = await readDeletedFiles(git, root, range, signal);
  return { shown, background, instructions, related, deleted };
}
