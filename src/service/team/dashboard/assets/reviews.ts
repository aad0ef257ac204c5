/** Comments with their code, progress and charts. */
export const reviews = `
.comment { padding: 0.9rem 1.1rem; border: 1px solid var(--line); border-left: 4px solid var(--edge); border-radius: 8px; background: var(--paper); box-shadow: var(--shadow); }
.comment > * + * { margin-top: 0.6rem; }
.comment + .comment { margin-top: 0.8rem; }
.comment.critical, .comment.high { border-left-color: var(--bad); }
.comment.medium { border-left-color: var(--warn); }
.comment.low, .comment.info { border-left-color: var(--busy); }
.comment .about { display: flex; flex-wrap: wrap; align-items: center; gap: 0.3rem 0.7rem; color: var(--quiet); font-size: 0.875rem; }
.comment h3 code, .comment p code { white-space: pre-wrap; }
.text > * + * { margin-top: 0.5rem; }
.text ul, .text ol { padding-left: 1.3rem; }
.text blockquote { margin: 0; padding-left: 0.8rem; border-left: 3px solid var(--line); color: var(--quiet); }
.file { margin-top: 1.6rem; }
.file > h2 { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.2rem 0.7rem; font-family: var(--mono); font-size: 0.9375rem; }
.file > h2 .quiet { font: 400 0.875rem system-ui, sans-serif; }
.lines { padding: 0.4rem 0; }
.lines code { display: block; width: max-content; min-width: 100%; }
.lines span.line { display: block; padding: 0 0.9rem 0 0; }
.lines .nr { display: inline-block; width: 4.5em; padding-right: 1em; color: var(--quiet); text-align: right; user-select: none; }
.lines .sign { display: inline-block; width: 1.2em; user-select: none; }
.line.gone { background: var(--bad-paper); }
.line.new { background: var(--good-paper); }
figcaption { margin-bottom: 0.25rem; color: var(--quiet); font-size: 0.8125rem; }

progress { width: 100%; height: 0.6rem; accent-color: var(--busy); }
.plain-list { padding-left: 1.2rem; }
.plain-list li + li { margin-top: 0.25rem; }
details > summary { cursor: pointer; font-weight: 500; color: var(--link); }
details[open] > summary { margin-bottom: 0.6rem; }

.meter { display: block; width: 14rem; max-width: 100%; height: 0.5rem; }
.meter .rest { fill: var(--line); }
.meter .used { fill: var(--busy); }
.meter .full { fill: var(--bad); }

.chart { display: grid; grid-template-columns: auto 1fr; gap: 0.25rem 0.6rem; }
.chart svg { display: block; width: 100%; height: 11rem; border-bottom: 1px solid var(--edge); }
.chart .scale { display: flex; flex-direction: column; justify-content: space-between; text-align: right; }
.chart .scale, .chart .days { color: var(--quiet); font-size: 0.8125rem; font-variant-numeric: tabular-nums; }
.chart .days { grid-column: 2; display: flex; justify-content: space-between; }
.legend { display: flex; flex-wrap: wrap; gap: 0.3rem 1.2rem; font-size: 0.875rem; }
.legend span { display: inline-flex; align-items: center; gap: 0.4rem; }
.completed { fill: var(--good); }
.failed { fill: var(--bad); }
.other { fill: var(--edge); }

@media (forced-colors: active) {
  .completed, .meter .used { fill: CanvasText; }
  .failed, .meter .full { fill: Highlight; }
  .other { fill: GrayText; }
  .meter { outline: 1px solid CanvasText; }
  .meter .rest { fill: Canvas; }
  .comment { border-left-width: 4px; }
}
`;
