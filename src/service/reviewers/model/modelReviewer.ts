import type { DiffModel } from '../../engine/diff/diffModel.ts';
import type { ReportStage, Reviewer, ReviewerFinding, ReviewerOutcome } from '../../engine/reviewer.ts';
import { pluralize } from '../../engine/result/pluralize.ts';
import { applyLimits } from '../../engine/result/applyLimits.ts';
import { withDeadline } from './chat/withDeadline.ts';
import { checkFix } from './candidates/checkFix.ts';
import { findCandidates } from './candidates/findCandidates.ts';
import { findOverhead } from './prompt/findPrompt.ts';
import type { LanguageModel } from './chat/languageModel.ts';
import { charactersPerToken, defaultLimits, type ModelLimits } from './limits.ts';
import { modelFinding } from './candidates/modelFinding.ts';
import { factsByFile } from './prompt/factsByFile.ts';
import { dealLenses } from './prompt/lenses.ts';
import { planCalls } from './prompt/planCalls.ts';
import { mergeRepeats, rankCandidates } from './candidates/rank.ts';
import { preparePrompt, type PromptSources } from './preparePrompt.ts';
import { ReviewStats, type ModelStats } from './reviewStats.ts';
import { judgeReports } from './candidates/judgeReports.ts';
import { verifyCandidates } from './candidates/verifyCandidates.ts';
import { costOf, findersFor, passesOf, withinCost } from '../../../core/protocol/modelEffort.ts';

/** Options of a review by a model. */
export interface ModelReviewerOptions extends PromptSources {
  readonly model: LanguageModel;
  readonly limits?: Partial<ModelLimits>;
  /** Clock in milliseconds, with any origin. */
  readonly now?: () => number;
}

/** A reviewer's answer with statistics about the model's candidates. */
type ModelReviewerOutcome = ReviewerOutcome & { readonly stats?: ModelStats };

/** A reviewer whose answer has statistics. */
interface ModelReviewer extends Reviewer {
  readonly id: 'model';
  review(...change: Parameters<Reviewer['review']>): Promise<ModelReviewerOutcome>;
}

/** The share of the first step in a review by a model. */
const findShare = 0.7;

/** Creates a reviewer that asks a language model in two steps: finders look for defects, a second reader tries to refute them. */
export function modelReviewer(options: ModelReviewerOptions): ModelReviewer {
  const limits = withinCost({ ...defaultLimits, ...options.limits });
  const facts = { id: 'model', weight: 20, limits, readsShortened: true, judgesRemoved: true } as const;
  return { ...facts, review: (...change) => review(options, limits, ...change) };
}

async function review(
  options: ModelReviewerOptions,
  limits: ModelLimits,
  diff: DiffModel,
  signal: AbortSignal,
  report: ReportStage = () => undefined,
  others: readonly ReviewerFinding[] = [],
): Promise<ModelReviewerOutcome> {
  if (diff.files.length === 0) return { status: 'skipped', reason: 'no line was changed', nothingToRead: true };
  if (limits.calls === 0) return { status: 'skipped', reason: tooDear(limits) };
  const characters = Math.floor(limits.tokensPerCall * charactersPerToken);
  const { head } = options.job;
  const { shown, background, instructions, related, deleted } = await preparePrompt(options, diff, characters, signal);
  // Any number of finders has a task that is no longer.
  const overhead = findOverhead(background, dealLenses(1, head));
  const room = { characters: Math.max(0, characters - overhead), calls: limits.calls };
  const plan = planCalls(shown, { related, facts: factsByFile(others), deleted }, room);
  const stats = new ReviewStats(options.model.name, instructions, plan);
  const { calls } = plan;
  if (calls.length === 0) {
    return stats.unread({ status: 'failed', reason: 'nothing fits into a call: its budget of tokens is too small' });
  }

  const { name } = options.model;
  const lenses = dealLenses(findersFor(limits, calls.length), head);
  const filesOf = (some: typeof calls): number =>
    new Set(some.flatMap(({ pieces }) => pieces).map(each => each.name)).size;
  const onCall = (count: number): void => {
    const files = `${filesOf(calls.slice(0, count))} of ${pluralize(filesOf(calls), 'file')}`;
    report(`asking ${name} about ${files}`, (findShare * (count - 1)) / (calls.length * lenses.length));
  };
  const deadline = withDeadline(options.model, limits.milliseconds, signal, options.now);
  const found = await findCandidates({ deadline, background, calls, lenses, seed: head, shown, stats, onCall });
  const { kept, repeats, unsure } = mergeRepeats(rankCandidates(found));
  stats.dropped.add('said twice', repeats);
  stats.dropped.add('unsure', unsure);
  // Twice as many are checked as are shown.
  const checked = kept.slice(0, 2 * limits.findingsPerReview);
  stats.dropped.add('over the limit', kept.length - checked.length);
  if (checked.length > 0) report(`asking ${name} to check ${pluralize(checked.length, 'finding')}`, findShare);
  const { checks } = passesOf[limits.effort];
  const confirmed = await verifyCandidates(checked, {
    ask: deadline.ask,
    background,
    calls,
    checks,
    characters,
    stats,
  });

  const shownFindings = applyLimits(rankCandidates(confirmed), limits, ({ shown: { file } }) => file.path);
  stats.dropped.add('over the limit', confirmed.length - shownFindings.length);
  const findings = [];
  for (const placed of shownFindings) {
    signal.throwIfAborted();
    const fix = await checkFix(placed);
    if (typeof fix === 'string') stats.droppedFixes.add(fix);
    findings.push(modelFinding(placed, typeof fix === 'string' ? undefined : fix));
  }
  const judgement = await judgeReports(others, {
    ask: deadline.ask,
    background,
    calls,
    shown,
    checks,
    characters,
    mostCalls: costOf(limits).most.calls,
    stats,
  });
  return stats.read(findings, judgement);
}

function tooDear({ costPerReview, price }: ModelLimits): string {
  const most = `codeReview.model.costPerReview or --model-cost: ${costPerReview}`;
  const each = `codeReview.model.price or --model-price: ${price}`;
  return `one call and its check cost more than a review may (${most}) at the price of a million tokens (${each})`;
}
