/** Tables, which are cards on narrow screens, lists of facts and empty states. */
export const tables = `
table[role='table'] { width: 100%; border: 1px solid var(--line); border-radius: 8px; border-collapse: separate; border-spacing: 0; background: var(--paper); box-shadow: var(--shadow); }
table[role='table'] th, table[role='table'] td { padding: 0.5rem 0.9rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: middle; font-weight: 400; }
table[role='table'] thead th { color: var(--quiet); font-size: 0.8125rem; white-space: nowrap; }
table[role='table'] tbody tr:last-child > * { border-bottom: none; }
table[role='table'] tbody tr:hover > * { background: var(--sunk); }
table[role='table'] tbody tr:last-child > :first-child { border-bottom-left-radius: 8px; }
table[role='table'] tbody tr:last-child > :last-child { border-bottom-right-radius: 8px; }
table[role='table'] .number { text-align: right; }
table[role='table'] td.actions { width: 1%; text-align: right; white-space: nowrap; }
tbody th a { font-weight: 500; }
.sub { display: block; color: var(--quiet); font-size: 0.8125rem; }

.pager { display: flex; justify-content: space-between; gap: 1rem; margin-top: 0.9rem; }

.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(max(8rem, 18%), 1fr)); gap: 0.8rem 1.5rem; }
.facts dt { color: var(--quiet); font-size: 0.8125rem; }
.facts dd { margin: 0; }

.empty { padding: 2.5rem 1.5rem; border: 1px dashed var(--edge); border-radius: 8px; background: var(--paper); text-align: center; }
.empty p { max-width: 36rem; margin: 0.5rem auto 0; color: var(--quiet); }
.empty p:last-child { margin-top: 1rem; }

.steps { padding: 0; list-style: none; }
.step { display: inline-block; }
.step::first-letter { text-transform: uppercase; }
.steps li { display: grid; grid-template-columns: 6.5rem 1fr; gap: 0 0.75rem; padding: 0.45rem 0; border-bottom: 1px solid var(--line); }
.steps li:last-child { border-bottom: none; }

@media (max-width: 45rem) {
  table[role='table'], table[role='table'] tbody, table[role='table'] tr, table[role='table'] td, table[role='table'] tbody th { display: block; }
  table[role='table'] { border: none; border-radius: 0; background: none; box-shadow: none; }
  table[role='table'] thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table[role='table'] tbody tr { margin-bottom: 0.75rem; padding: 0.6rem 0.9rem; border: 1px solid var(--line); border-radius: 8px; background: var(--paper); }
  table[role='table'] tbody tr > * { padding: 0.2rem 0; border: none; }
  table[role='table'] tbody tr:hover > * { background: none; }
  table[role='table'] td[data-label] { display: flex; justify-content: space-between; gap: 1rem; }
  table[role='table'] td[data-label]::before { content: attr(data-label); flex: none; color: var(--quiet); }
  table[role='table'] td[data-label] > div { text-align: right; }
  table[role='table'] td:has(> div:empty) { display: none; }
  table[role='table'] td.actions { width: auto; padding-top: 0.5rem; text-align: left; }
  table[role='table'] tbody th { padding-bottom: 0.35rem; }
  .steps li { grid-template-columns: 1fr; }
}
`;
