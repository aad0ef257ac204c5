/** The bar, the page, notices and buttons. */
export const layout = `
.skip { position: absolute; left: 0.5rem; top: -4rem; z-index: 2; padding: 0.5rem 1rem; border-radius: 0 0 6px 6px; background: var(--paper); color: var(--link); }
.skip:focus { top: 0; }

.top { background: var(--bar); color: var(--on-bar); border-bottom: 1px solid transparent; }
.bar { display: flex; align-items: stretch; gap: 0.25rem 1.25rem; max-width: 76rem; margin: 0 auto; padding: 0 1.25rem; }
.brand { display: flex; align-items: center; gap: 0.5rem; font-weight: 600; white-space: nowrap; }
.top a { color: var(--on-bar-quiet); text-decoration: none; }
.top .brand { color: var(--on-bar); }
.brand-tick { stroke: var(--tick); }
.bar nav { flex: 1; min-width: 0; }
.bar ul { display: flex; flex-wrap: wrap; padding: 0; list-style: none; }
.bar nav a, .who { display: flex; align-items: center; height: 100%; padding: 0.8rem 0.7rem 0.7rem; border-bottom: 3px solid transparent; }
.who { max-width: 14rem; margin-right: -0.7rem; }
.top a:hover { color: var(--on-bar); }
.top a[aria-current] { color: var(--on-bar); border-bottom-color: var(--tick); }
.top :focus-visible { outline-color: var(--tick); outline-offset: -3px; }

main { max-width: 76rem; margin: 0 auto; padding: 1.5rem 1.25rem 4rem; }
.heading { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.75rem; margin-bottom: 1.1rem; }
.tools, .buttons { display: flex; flex-wrap: wrap; gap: 0.6rem; }
.back { margin-bottom: 0.6rem; font-size: 0.875rem; }
.lead { max-width: 46rem; margin: -0.4rem 0 1.1rem; color: var(--quiet); }
.stack > * + * { margin-top: 1.25rem; }
main > .notice, form .notice { margin-bottom: 1.1rem; }
.panel { padding: 1.1rem 1.25rem; border: 1px solid var(--line); border-radius: 8px; background: var(--paper); box-shadow: var(--shadow); }
.panel > * + * { margin-top: 0.7rem; }
.panel + form { margin-top: 1.25rem; }
section > h2 { margin-bottom: 0.6rem; }

.notice { display: flex; gap: 0.6rem; padding: 0.7rem 0.9rem; border: 1px solid; border-radius: 8px; }
.notice .icon { width: 1.15em; height: 1.15em; margin-top: 0.15em; }
.notice.done { border-color: var(--good); background: var(--good-paper); }
.notice.problem { border-color: var(--bad); background: var(--bad-paper); }
.notice.hint { border-color: var(--line); background: var(--paper); }
.notice.done .icon { color: var(--good); }
.notice.problem .icon { color: var(--bad); }

.button {
  display: inline-block; padding: 0.4rem 0.85rem; border: 1px solid var(--edge); border-radius: 6px; background: var(--paper); color: var(--ink);
  font: inherit; font-weight: 500; line-height: 1.4; text-decoration: none; text-align: center; cursor: pointer;
}
.button:hover { background: var(--sunk); }
.button.primary { border-color: var(--main); background: var(--main); color: var(--on-main); }
.button.primary:hover { border-color: var(--main-hover); background: var(--main-hover); }
.button.danger { border-color: var(--bad); color: var(--bad); }
.button.danger:hover { background: var(--bad-paper); }
.button[aria-disabled] { opacity: 0.75; cursor: progress; }
.inline { display: inline; }
.panel > .inline { display: block; }
td .button { padding: 0.15rem 0.6rem; font-size: 0.875rem; }

body.plain main { display: grid; min-height: 100vh; place-items: center; padding: 1.5rem 1rem; }
.card { width: 100%; max-width: 25rem; padding: 1.75rem; border: 1px solid var(--line); border-radius: 10px; background: var(--paper); box-shadow: var(--shadow); }
.card .brand { margin-bottom: 1rem; color: var(--quiet); }
.card .brand-tick { stroke: var(--good); }
.card h1 { margin-bottom: 0.9rem; }
.card .button { display: block; width: 100%; }
.card > * + form, .card form + *, .card p + p { margin-top: 1rem; }
.or { margin: 1rem 0; color: var(--quiet); text-align: center; }

.badge { display: inline-flex; align-items: center; gap: 0.3rem; padding: 0.05rem 0.5rem 0.05rem 0.4rem; border: 1px solid transparent; border-radius: 999px; font-size: 0.8125rem; font-weight: 500; white-space: nowrap; }
.badge.good { background: var(--good-paper); color: var(--good); }
.badge.bad { background: var(--bad-paper); color: var(--bad); }
.badge.warn { background: var(--warn-paper); color: var(--warn); }
.badge.busy { background: var(--busy-paper); color: var(--busy); }
.badge.quiet { background: var(--sunk); color: var(--quiet); }
.tag { display: inline-block; padding: 0 0.4rem; border: 1px solid var(--line); border-radius: 4px; color: var(--quiet); font-size: 0.8125rem; white-space: nowrap; }

@media (max-width: 62rem) {
  .bar { flex-wrap: wrap; padding-top: 0.5rem; }
  .bar nav { order: 1; flex-basis: 100%; margin: 0 -0.7rem; }
  .bar nav a { padding: 0.35rem 0.7rem; }
  .who { margin-left: auto; padding: 0.25rem 0.7rem; border-bottom: none; }
}
@media (max-width: 40rem) {
  main { padding: 1.1rem 0.9rem 3rem; }
  .bar { padding: 0.5rem 0.9rem 0; }
}
@media (forced-colors: active) {
  .bar nav a, .who { border-bottom-color: Canvas; }
  .top a[aria-current] { border-bottom-color: Highlight; }
  .brand-tick { stroke: currentColor; }
  .badge, .notice, .button { border-color: currentColor; }
}
`;
