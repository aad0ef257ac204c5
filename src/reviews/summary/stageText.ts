import { commaList } from '../../core/base/l10n.ts';
import { plainLine } from '../../core/base/text.ts';
import type { Review } from '../../core/review/review.ts';

/** In characters: what stands behind it in a row, the status bar and a notification has to stay in sight. */
const longestStage = 60;

/** "reading 12 of 40 files, 30 %": stage and share of a running review. @param otherwise what is said without a stage */
export function stageText({ stage, progress = 0 }: Review, otherwise: string): string {
  // 0.29 is 28.999999999999996 %.
  const share = Math.min(100, Math.floor(Math.round(progress * 1e6) / 1e4));
  return commaList([plainLine(stage ?? otherwise, longestStage), ...(share > 0 ? [`${share} %`] : [])]);
}
