/** Colours of both themes, and what holds for every element. Text has a contrast of 4.5 at least, borders of fields 3. */
export const theme = `
:root {
  color-scheme: light dark;
  --ground: #f5f7fa;
  --paper: #ffffff;
  --sunk: #f0f3f7;
  --ink: #16202e;
  --quiet: #536072;
  --line: #d8dfe8;
  --edge: #7d899a;
  --link: #1b5aa3;
  --focus: #1b5aa3;
  --bar: #1e3a5f;
  --on-bar: #ffffff;
  --on-bar-quiet: #c9d6e6;
  --tick: #7fd4a0;
  --main: #1e3a5f;
  --main-hover: #2b5080;
  --on-main: #ffffff;
  --good: #14613a;
  --good-paper: #e2f4ea;
  --bad: #ab1f18;
  --bad-paper: #fdecea;
  --warn: #7d5200;
  --warn-paper: #fcf2da;
  --busy: #1b5aa3;
  --busy-paper: #e5effa;
  --shadow: 0 1px 2px rgb(22 32 46 / 8%);
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace;
}

@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0e151f;
    --paper: #16202d;
    --sunk: #111a26;
    --ink: #e3e9f1;
    --quiet: #a0aec1;
    --line: #2a3849;
    --edge: #71829a;
    --link: #8dbbf3;
    --focus: #8dbbf3;
    --bar: #15283f;
    --on-bar-quiet: #b6c6da;
    --main: #7fd4a0;
    --main-hover: #9be0b6;
    --on-main: #0b2016;
    --good: #86d9a7;
    --good-paper: #15352a;
    --bad: #ff9f97;
    --bad-paper: #40201f;
    --warn: #efc566;
    --warn-paper: #382c12;
    --busy: #8dbbf3;
    --busy-paper: #182f4b;
    --shadow: none;
  }
}

*, *::before, *::after { box-sizing: border-box; }
[hidden] { display: none !important; }

html { scroll-padding-block-start: 1rem; text-size-adjust: 100%; background: var(--ground); }

body {
  margin: 0;
  color: var(--ink);
  font: 0.9375rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif;
  overflow-wrap: anywhere;
}

h1, h2, h3 { margin: 0; font-weight: 600; line-height: 1.3; text-wrap: balance; }
h1 { font-size: 1.5rem; letter-spacing: -0.01em; }
h2 { font-size: 1.0625rem; }
h3 { font-size: 0.9375rem; }
p, ul, ol, dl, figure, pre { margin: 0; }

a { color: var(--link); text-underline-offset: 0.15em; }
a:hover { text-decoration-thickness: 2px; }

code, pre, .code { font-family: var(--mono); font-size: 0.86em; }
code { padding: 0.1em 0.3em; border-radius: 4px; background: var(--sunk); }
pre { padding: 0.75rem 0.9rem; overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; background: var(--sunk); line-height: 1.55; }
pre code { padding: 0; background: none; font-size: 1em; overflow-wrap: normal; }

time { white-space: nowrap; }

:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 3px; }
main:focus { outline: none; }

.unseen {
  position: absolute; width: 1px; height: 1px; margin: -1px; padding: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}

.icon { flex: none; width: 1em; height: 1em; }
.quiet { color: var(--quiet); }
.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
`;
