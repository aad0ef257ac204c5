import type { Git } from '../../../git/run/git.ts';
import type { DiffModel } from '../../engine/diff/diffModel.ts';
import type { EngineJob } from '../../engine/messages.ts';
import type { ReportStage, Reviewer, ReviewerOutcome } from '../../engine/reviewer.ts';
import { pluralize } from '../../engine/result/pluralize.ts';
import { applyLimits } from '../../engine/result/applyLimits.ts';
import { withDeadline } from './chat/withDeadline.ts';
import { checkFix } from './candidates/checkFix.ts';
import { findCandidates } from './candidates/findCandidates.ts';
import { findOverhead } from './prompt/findPrompt.ts';
import { readInstructions } from './prompt/instructions.ts';
import type { LanguageModel } from './chat/languageModel.ts';
import { charactersPerToken, defaultLimits, type ModelLimits } from './limits.ts';
import { modelFinding } from './candidates/modelFinding.ts';
import { packCalls, type PackedCalls } from './prompt/packCalls.ts';
import { rankCandidates, splitRepeats } from './candidates/rank.ts';
import { readOrder } from './prompt/readOrder.ts';
import { ReviewStats, type ModelStats } from './reviewStats.ts';
import { toPromptFile, type PromptFile } from './prompt/promptFile.ts';
import { contextSections } from './prompt/userMessage.ts';
import { readPullRequestContext } from './prompt/pullRequestContext.ts';
import { verifyCandidates } from './candidates/verifyCandidates.ts';

/** Options of a review by a model. */
export interface ModelReviewerOptions {
  readonly model: LanguageModel;
  readonly git: Git;
  readonly job: Pick<EngineJob, 'root' | 'head'>;
  /** Absent if unknown; the commits' subjects are used in any case. */
  readonly pullRequest?: { readonly title: string; readonly description: string };
  readonly limits?: Partial<ModelLimits>;
}

/** A reviewer's answer with statistics about the model's candidates. */
type ModelReviewerOutcome = ReviewerOutcome & { readonly stats?: ModelStats };

/** A reviewer whose answer has statistics. */
interface ModelReviewer extends Reviewer {
  readonly id: 'model';
  review(...change: Parameters<Reviewer['review']>): Promise<ModelReviewerOutcome>;
}

/** The share of the first pass in a review by a model. */
const findShare = 0.7;

/** Creates a reviewer that asks a language model in two passes: one finds defects, one tries to refute them. */
export function modelReviewer(options: ModelReviewerOptions): ModelReviewer {
  const limits = { ...defaultLimits, ...options.limits };
  const facts = { id: 'model', weight: 20, limits, readsShortened: true, judgesRemoved: true } as const;
  return { ...facts, review: (...change) => review(options, limits, ...change) };
}

async function review(
  options: ModelReviewerOptions,
  limits: ModelLimits,
  diff: DiffModel,
  signal: AbortSignal,
  report: ReportStage = () => undefined,
): Promise<ModelReviewerOutcome> {
  if (diff.files.length === 0) return { status: 'skipped', reason: 'no line was changed', nothingToRead: true };
  const characters = Math.floor(limits.tokensPerCall * charactersPerToken);
  const { shown, background, instructions } = await preparePrompt(options, diff, characters, signal);
  const room = { characters: Math.max(0, characters - findOverhead(background)), calls: limits.calls };
  const packing = packCalls(readOrder(shown, 'functions'), room);
  const stats = new ReviewStats(options.model.name, instructions, packing);
  if (packing.calls.length === 0) {
    return stats.unread({ status: 'failed', reason: 'nothing fits into a call: its budget of tokens is too small' });
  }

  const { name } = options.model;
  const filesOf = (calls: PackedCalls['calls']): number => new Set(calls.flat().map(piece => piece.name)).size;
  const onCall = (count: number): void => {
    const files = `${filesOf(packing.calls.slice(0, count))} of ${pluralize(filesOf(packing.calls), 'file')}`;
    report(`asking ${name} about ${files}`, (findShare * (count - 1)) / packing.calls.length);
  };
  const ask = withDeadline(options.model, limits.milliseconds, signal);
  const found = await findCandidates({ ask, background, calls: packing.calls, shown, stats, onCall });
  const { kept, repeats } = splitRepeats(rankCandidates(found));
  stats.dropped.add('said twice', repeats);
  // The second pass checks twice as many as are shown.
  const checked = kept.slice(0, 2 * limits.findingsPerReview);
  stats.dropped.add('over the limit', kept.length - checked.length);
  if (checked.length > 0) report(`asking ${name} to check ${pluralize(checked.length, 'finding')}`, findShare);
  const confirmed = await verifyCandidates({ ask, background, candidates: checked, characters, stats });
  if ('failure' in confirmed) return stats.unread(confirmed.failure);

  const shownFindings = applyLimits(rankCandidates(confirmed.candidates), limits, ({ shown: { file } }) => file.path);
  stats.dropped.add('over the limit', confirmed.candidates.length - shownFindings.length);
  const findings = [];
  for (const placed of shownFindings) {
    signal.throwIfAborted();
    const fix = await checkFix(placed);
    if (typeof fix === 'string') stats.droppedFixes.add(fix);
    findings.push(modelFinding(placed, typeof fix === 'string' ? undefined : fix));
  }
  return stats.read(findings);
}

/** Builds the contents of the prompts, without secrets. */
async function preparePrompt(
  { git, job: { root, head }, pullRequest }: ModelReviewerOptions,
  { mergeBase, files }: DiffModel,
  characters: number,
  signal: AbortSignal,
): Promise<{ readonly shown: PromptFile[]; readonly background: string; readonly instructions: string | undefined }> {
  const range = { mergeBase, head };
  // At most a quarter of the prompt.
  const longest = Math.min(6_000, Math.floor(characters / 4));
  const [instructions, subject] = await Promise.all([
    readInstructions(git, root, mergeBase, longest, signal),
    readPullRequestContext(git, root, range, pullRequest, signal),
  ]);
  const shown: PromptFile[] = [];
  for (const file of files) {
    signal.throwIfAborted();
    shown.push(toPromptFile(file));
  }
  // Escaped characters take more room.
  const background = contextSections(subject, instructions).slice(0, Math.floor(characters / 2));
  const name = instructions && `${instructions.path}${instructions.isCut ? ' (its beginning)' : ''}`;
  return { shown, background, instructions: name };
}
