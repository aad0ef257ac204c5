import { commaList, t } from '../../core/base/l10n.ts';
import type { Review } from '../../core/review/review.ts';

/** "reading 12 of 40 files, 30 %, 12 s": stage, share and duration of a running review. @param now milliseconds since the epoch */
export function progressText({ stage, status, progress = 0 }: Review, triggeredAt: number, now: number): string {
  const share = Math.min(100, Math.floor(progress * 100));
  return commaList([stage ?? status, ...(share > 0 ? [`${share} %`] : []), durationText(now - triggeredAt)]);
}

/** "12 s", and "3 min" from two minutes on. A clock that was set back counts as no time. */
function durationText(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1_000));
  return seconds < 120 ? t('{seconds} s', { seconds }) : t('{minutes} min', { minutes: Math.floor(seconds / 60) });
}
