/** Fields, what is wrong with them, and the page that shows a key once. */
export const forms = `
form .field + .field, form .field + .buttons, form .hint + .buttons { margin-top: 1.1rem; }
form > .hint { margin-top: 1.1rem; }
form > .hint + .buttons { margin-top: 0.6rem; }
.narrow { max-width: 34rem; }
fieldset { margin: 0; padding: 0; border: none; min-width: 0; }
label, legend { padding: 0; font-weight: 600; }
.hint { color: var(--quiet); font-size: 0.875rem; }
.field > .hint + input, .field > .error + input, label + input, label + select { margin-top: 0.3rem; }
input:not([type='radio']), select {
  display: block; width: 100%; min-height: 2.35rem; padding: 0.4rem 0.6rem; border: 1px solid var(--edge); border-radius: 6px; background: var(--paper); color: var(--ink); font: inherit; line-height: 1.4;
}
input.code { font-family: var(--mono); font-size: 0.875rem; }
input:focus-visible, select:focus-visible { outline-offset: 0; border-color: var(--focus); border-radius: 6px; }
.choice { display: grid; grid-template-columns: auto 1fr; gap: 0 0.55rem; align-items: baseline; padding-top: 0.4rem; }
.choice label { font-weight: 500; }
.choice .hint { grid-column: 2; }
input[type='radio'] { margin: 0; accent-color: var(--link); }
.error { color: var(--bad); font-weight: 500; font-size: 0.875rem; }
.wrong { padding-left: 0.8rem; border-left: 3px solid var(--bad); }
.wrong input:not([type='radio']) { border-color: var(--bad); }
.summary { margin-bottom: 1.1rem; padding: 0.8rem 1rem; border: 2px solid var(--bad); border-radius: 8px; background: var(--paper); }
.summary ul { margin-top: 0.35rem; padding-left: 1.1rem; }
.summary a { color: var(--bad); }

.filters { display: flex; flex-wrap: wrap; align-items: end; gap: 0.7rem; margin-bottom: 1.1rem; }
.filters .field { margin: 0; }
.filters .field + .field, .filters .field + .buttons { margin-top: 0; }
.filters label { font-size: 0.8125rem; font-weight: 500; color: var(--quiet); }
.filters .grow { flex: 1 1 16rem; }
.filters .small { flex: 0 1 9rem; }

.secret { display: flex; flex-wrap: wrap; gap: 0.6rem; align-items: center; }
.secret code { flex: 1 1 20rem; padding: 0.5rem 0.7rem; border: 1px solid var(--line); font-size: 0.875rem; user-select: all; }
ol.next { padding-left: 1.3rem; }
ol.next > li + li { margin-top: 0.35rem; }

@media (max-width: 45rem) {
  .filters .grow, .filters .small { flex: 1 1 8rem; }
  .filters .grow { flex-basis: 100%; }
}
`;
