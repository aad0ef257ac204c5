import { languageTag, t } from '../../../core/base/l10n.ts';
import { costOf, moneyFor, withinCost } from '../../../core/protocol/modelEffort.ts';
import type { ModelChoice } from '../../connection/modelChoice.ts';
import { limitsFor } from '../../connection/reviewerChoice.ts';

/** What a review by the model costs at most, in sentences; empty if none is chosen. */
export function modelCost(model: ModelChoice | undefined): string {
  if (model === undefined) return '';
  const limits = withinCost(limitsFor(model));
  if (limits.calls === 0)
    return t(
      'But it is not asked: one call and its check cost more than “codeReview.model.costPerReview” allows at “codeReview.model.price”.',
    );
  const { usual, most } = costOf(limits);
  const calls = t(
    'With {effort} effort, most reviews take up to {usual} calls ({usualTokens} tokens), and a large change at most {most} ({mostTokens} tokens).',
    {
      effort: limits.effort,
      usual: usual.calls,
      usualTokens: usual.tokens.toLocaleString(languageTag()),
      most: most.calls,
      mostTokens: most.tokens.toLocaleString(languageTag()),
    },
  );
  if (limits.price === 0) return calls;
  const cost = moneyFor(limits, most.calls).toLocaleString(languageTag(), { maximumFractionDigits: 4 });
  return `${calls} ${t('At the price that you set, a review costs {cost} at most, answers included.', { cost })}`;
}
