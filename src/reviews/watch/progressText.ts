import { formatDuration } from '../../core/base/formatTime.ts';
import { commaList } from '../../core/base/l10n.ts';
import type { Review } from '../../core/review/review.ts';

/** "reading 12 of 40 files, 30 %, 12 s": stage, share and duration of a running review. @param now milliseconds since the epoch */
export function progressText({ stage, status, progress = 0 }: Review, triggeredAt: number, now: number): string {
  const share = Math.min(100, Math.floor(progress * 100));
  return commaList([stage ?? status, ...(share > 0 ? [`${share} %`] : []), formatDuration(now - triggeredAt)]);
}
