import type { BudgetState } from '../../api/rateLimit/budget.ts';
import { formatEnd } from '../../core/base/formatTime.ts';
import { t } from '../../core/base/l10n.ts';

/** "38 of 100 requests left this hour; more from 14:05." Empty without a limit. */
export function budgetSentence(state: BudgetState | undefined): string {
  if (state === undefined) return '';
  const { limit, remaining, resetAt } = state;
  return resetAt === undefined
    ? t('{remaining} of {limit} requests left this hour.', { remaining, limit })
    : t('{remaining} of {limit} requests left this hour; more from {time}.', {
        remaining,
        limit,
        time: formatEnd(resetAt),
      });
}
