import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { forms } from './forms.ts';
import { layout } from './layout.ts';
import { reviews } from './reviews.ts';
import { script } from './script.ts';
import { tables } from './tables.ts';
import { theme } from './theme.ts';

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"><rect width="24" height="24" rx="5" fill="#1e3a5f"/><path stroke="#fff" d="M18.5 6.5v7a1.5 1.5 0 0 1-1.5 1.5h-5.5L8 18v-3H7a1.5 1.5 0 0 1-1.5-1.5v-7A1.5 1.5 0 0 1 7 5h10a1.5 1.5 0 0 1 1.5 1.5z"/><path stroke="#7fd4a0" d="M9.5 10l2 2 3.5-4"/></svg>`;

const style = theme + layout + tables + forms + reviews;

/** Where the files are: their names change with their content. */
export const assetPaths = {
  style: `/assets/dashboard-${hashOf(style)}.css`,
  script: `/assets/dashboard-${hashOf(script)}.js`,
  icon: `/assets/icon-${hashOf(icon)}.svg`,
} as const;

/** Routes of the dashboard's style sheet, script and icon. */
export function assetRoutes(): Hono {
  const app = new Hono();
  const serve = (path: string, type: string, content: string): void => {
    app.get(path, context =>
      context.body(content, 200, {
        'content-type': `${type}; charset=utf-8`,
        'cache-control': 'public, max-age=31536000, immutable',
      }),
    );
  };
  serve(assetPaths.style, 'text/css', style);
  serve(assetPaths.script, 'text/javascript', script);
  serve(assetPaths.icon, 'image/svg+xml', icon);
  return app;
}

function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 12);
}
