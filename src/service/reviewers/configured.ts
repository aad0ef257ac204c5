import { tmpdir } from 'node:os';
import { systemClock } from '../../core/base/clock.ts';
import { CodeReviewError, displayMessage } from '../../core/base/errors.ts';
import type { AskModel } from '../../core/protocol/modelRpc.ts';
import type { ModelSettings, ReviewerSettings } from '../../core/protocol/reviewerSettings.ts';
import type { Git, GitReader } from '../../git/run/git.ts';
import type { EngineJob } from '../engine/messages.ts';
import type { Reviewer } from '../engine/reviewer.ts';
import { editorModel } from './model/chat/editorModel.ts';
import type { LanguageModel } from './model/chat/languageModel.ts';
import { modelFetch } from './model/chat/modelFetch.ts';
import { openAiModel } from './model/chat/openAiModel.ts';
import { parseToolSettings } from './tools/parseToolSettings.ts';
import { toolReviewer } from './tools/toolReviewer.ts';

interface Parts {
  readonly git: Git;
  /** Reads the repository for this job. */
  readonly reader: GitReader;
  readonly job: EngineJob;
  /** The reviewers that run in every review. */
  readonly builtIn: readonly Reviewer[];
  /** Asks a language model of the editor. */
  readonly ask: AskModel;
}

/** The built-in and the configured reviewers; the model comes last, since the others are more certain. */
export async function configuredReviewers(
  { model, tools, isOutside }: ReviewerSettings,
  { git, reader, job, builtIn, ask }: Parts,
): Promise<Reviewer[]> {
  const { root, head } = job;
  const context = { git, root, head, temporaryFolder: tmpdir(), env: process.env, ...(isOutside && { isOutside }) };
  const read = parseToolSettings(tools);
  return [
    ...builtIn,
    ...read.tools.map(tool => toolReviewer(tool, context)),
    ...read.problems.map(unusable),
    ...(model === undefined ? [] : [await modelFor(model, reader, job, ask)]),
  ];
}

async function modelFor(
  { source, limits }: ModelSettings,
  git: GitReader,
  job: EngineJob,
  ask: AskModel,
): Promise<Reviewer> {
  try {
    // Loaded on use: it checks fixes with the compiler, which is slow to load.
    const { modelReviewer } = await import('./model/modelReviewer.ts');
    return modelReviewer({ model: languageModel(source, ask), git, job, limits });
  } catch (error) {
    if (!CodeReviewError.is(error)) throw error;
    const reason = displayMessage(error).replace(/\.$/, '');
    return { id: 'model', review: () => Promise.resolve({ status: 'failed', reason }) };
  }
}

function languageModel(source: ModelSettings['source'], ask: AskModel): LanguageModel {
  if (source.kind === 'editor') {
    return editorModel({ name: source.name, ask: (request, signal) => ask(source.id, request, signal) });
  }
  const { url, name, key, mayBePlain, network } = source;
  return openAiModel({
    baseUrl: url,
    mayBePlain,
    model: name,
    key,
    fetch: modelFetch(network),
    clock: systemClock,
  });
}

/** A reviewer that fails with a problem of the settings, so that the review is not complete. */
function unusable(problem: string): Reviewer {
  const reason = problem.replace(/\.$/, '');
  return { id: 'tools', review: () => Promise.resolve({ status: 'failed', reason }) };
}
