import { html, type Html } from './html.ts';

/** The product's sign, white and green, for the navy bar. */
export const brandIcon: Html = html`<svg
  class="brand-icon"
  width="24"
  height="24"
  viewBox="0 0 24 24"
  fill="none"
  stroke="currentColor"
  stroke-width="1.8"
  stroke-linecap="round"
  stroke-linejoin="round"
  aria-hidden="true"
>
  <path d="M20.5 4.5v10a2 2 0 0 1-2 2H11l-4.5 4v-4h-1a2 2 0 0 1-2-2v-10a2 2 0 0 1 2-2h13a2 2 0 0 1 2 2z" />
  <path class="brand-tick" d="M8 9.7l2.7 2.7L16 7" />
</svg>`;

const shapes = {
  tick: 'M3.5 8.5l3 3 6-7',
  cross: 'M4 4l8 8M12 4l-8 8',
  clock: 'M8 4.5V8l2.5 1.5M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0z',
  dash: 'M3.5 8h9',
  warning: 'M8 2.5l6 11H2zM8 7v3M8 11.8v.2',
  info: 'M8 7.3V11M8 5v.2M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0z',
} as const;

/** A small sign beside a text that says the same. */
export function icon(name: keyof typeof shapes): Html {
  return html`<svg
    class="icon"
    width="16"
    height="16"
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    stroke-width="1.6"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    <path d="${shapes[name]}" />
  </svg>`;
}
