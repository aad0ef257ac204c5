import { barChart, legend, meter } from '../html/chart.ts';
import { tag } from '../html/badge.ts';
import { html, type Html } from '../html/html.ts';
import { buttonLink } from '../html/links.ts';
import { page } from '../html/page.ts';
import { emptyState, table } from '../html/table.ts';
import { dayTime } from '../html/time.ts';
import type { Viewer } from '../html/viewer.ts';
import { chartDays, type DayUsage, type KeyUsage } from '../queries/usage.ts';
import type { Settings } from '../queries/settings.ts';

const hour = 3_600_000;
const minute = 60_000;

/** The page on requests and reviews. */
export function usagePage(
  viewer: Viewer,
  keys: readonly KeyUsage[],
  days: readonly DayUsage[],
  settings: Settings,
): Html {
  const { plan, requestsPerHour: limit } = settings;
  const left = Math.ceil((hour - (viewer.now % hour)) / minute);
  return page(viewer, {
    title: 'Usage',
    section: 'usage',
    body: html`<div class="stack">
      <section aria-labelledby="requests">
        <h2 id="requests">Requests this hour</h2>
        <p class="lead">
          Plan ${plan}: ${number(limit)} requests an hour for each key. The next hour begins in ${left} min.
        </p>
        ${
          keys.length === 0
            ? emptyState(
                'No API keys yet',
                'Requests are counted for each key.',
                buttonLink('/keys/new', 'New API key', 'primary'),
              )
            : keyTable(keys, limit)
        }
      </section>
      <section aria-labelledby="reviews">
        <h2 id="reviews">Reviews, last ${chartDays} days</h2>
        <div class="panel">
          ${barChart(chartLabel(days), days.map(asBar))}
          ${legend([
            ['completed', 'Completed'],
            ['failed', 'Failed'],
            ['other', 'Cancelled or under way'],
          ])}
          <details>
            <summary>Show as a table</summary>
            ${dayTable(days)}
          </details>
        </div>
      </section>
    </div>`,
  });
}

function keyTable(keys: readonly KeyUsage[], limit: number): Html {
  return table(
    'Requests this hour by key',
    [
      {
        title: 'Key',
        cell: ({ name, lastFour }) => html`${name === '' ? 'No name' : name} <span class="quiet">…${lastFour}</span>`,
      },
      { title: 'Kind', cell: ({ kind }) => tag(kind) },
      // What was refused is counted as well.
      { title: 'Requests', kind: 'number', cell: ({ used }) => `${number(Math.min(used, limit))} of ${number(limit)}` },
      {
        title: 'Share',
        cell: ({ used }) =>
          html`${meter(used, limit)}<span class="unseen">${Math.min(100, Math.round((used / limit) * 100))} %</span>`,
      },
    ],
    keys,
  );
}

function dayTable(days: readonly DayUsage[]): Html {
  return table(
    'Reviews by day',
    [
      { title: 'Day', cell: ({ day }) => dayTime(day) },
      { title: 'Completed', kind: 'number', cell: ({ completed }) => completed },
      { title: 'Failed', kind: 'number', cell: ({ failed }) => failed },
      { title: 'Cancelled', kind: 'number', cell: ({ cancelled }) => cancelled },
      { title: 'Under way', kind: 'number', cell: ({ pending }) => pending },
    ],
    days.toReversed(),
  );
}

function asBar({ day, completed, failed, cancelled, pending }: DayUsage) {
  return {
    day,
    parts: [
      { kind: 'completed', count: completed },
      { kind: 'failed', count: failed },
      { kind: 'other', count: cancelled + pending },
    ] as const,
  };
}

function chartLabel(days: readonly DayUsage[]): string {
  const sum = (state: keyof Omit<DayUsage, 'day'>): number => days.reduce((all, day) => all + day[state], 0);
  return `Reviews by day: ${sum('completed')} completed and ${sum('failed')} failed in ${days.length} days. The table below has the numbers.`;
}

function number(value: number): string {
  return value.toLocaleString('en');
}
