import { html, type Html } from './html.ts';
import { dayTime } from './time.ts';

/** One bar: its parts from the bottom up. */
export interface Bar {
  /** `2026-11-22` */
  readonly day: string;
  readonly parts: readonly { readonly kind: 'completed' | 'failed' | 'other'; readonly count: number }[];
}

const height = 100;
const width = 10;
const gap = 2;

/**
 * A chart of counts by day. Its colours have a legend, and whoever does not see it has the table below it.
 * @param label what it shows, in one sentence
 */
export function barChart(label: string, bars: readonly Bar[]): Html {
  const most = niceMost(Math.max(1, ...bars.map(total)));
  const drawn = bars.flatMap(({ parts }, index) => {
    let top = height;
    return parts.map(({ kind, count }) => {
      const size = (count / most) * height;
      top -= size;
      return html`<rect
        class="${kind}"
        x="${index * width + gap / 2}"
        y="${round(top)}"
        width="${width - gap}"
        height="${round(size)}"
      />`;
    });
  });
  const [first, last] = [bars.at(0)?.day, bars.at(-1)?.day];
  return html`<div class="chart">
    <div class="scale" aria-hidden="true"><span>${most}</span><span>0</span></div>
    <svg viewBox="0 0 ${bars.length * width} ${height}" preserveAspectRatio="none" role="img" aria-label="${label}">
      ${drawn}
    </svg>
    <div class="days" aria-hidden="true">
      ${first !== undefined && dayTime(first)}${last !== undefined && dayTime(last)}
    </div>
  </div>`;
}

/** How much of a limit is used. */
export function meter(used: number, limit: number): Html {
  const share = Math.min(1, limit === 0 ? 1 : used / limit);
  const kind = share >= 0.9 ? 'full' : 'used';
  return html`<svg class="meter" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
    <rect class="rest" width="100" height="1" />
    <rect class="${kind}" width="${round(share * 100)}" height="1" />
  </svg>`;
}

/** The colours of a chart. */
export function legend(entries: readonly (readonly [kind: Bar['parts'][number]['kind'], text: string])[]): Html {
  return html`<p class="legend">
    ${entries.map(
      ([kind, text]) =>
        html`<span
          ><svg width="12" height="12" aria-hidden="true"><rect class="${kind}" width="12" height="12" rx="2" /></svg
          >${text}</span
        >`,
    )}
  </p>`;
}

function total({ parts }: Bar): number {
  return parts.reduce((sum, { count }) => sum + count, 0);
}

/** The next of 1, 2, 5, 10, 20, 50, …, so that the scale ends with a round number. */
function niceMost(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 5, 10].map(step => step * power).find(step => step >= most) ?? most;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
