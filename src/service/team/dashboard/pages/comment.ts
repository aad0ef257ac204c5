import { badge } from '../html/badge.ts';
import { html, type Content, type Html } from '../html/html.ts';
import { externalLink } from '../html/links.ts';
import { markdown, markdownLine } from '../html/markdown.ts';
import type { EngineComment } from '../../../engine/engineComment.ts';

/** Lines of one block of code; the rest is counted. */
const mostLines = 200;

/** A comment with its code and its suggestion. */
export function commentHtml(comment: EngineComment): Html {
  const { severity, title, body, rule_id, help_uri, category, experimental, related_locations = [] } = comment;
  const urgent = severity === 'critical' || severity === 'high';
  return html`<article class="comment ${severity}">
    <h3>${markdownLine(title)}</h3>
    <p class="about">
      ${badge(urgent ? 'bad' : severity === 'medium' ? 'warn' : 'quiet', severity)} <span>${placeOf(comment)}</span
      ><span>${category}</span
      ><span>${externalLink(help_uri, html`<code>${rule_id}</code>`)}</span
      >${experimental && html`<span>experimental</span>`}
    </p>
    <div class="text">${markdown(body)}</div>
    ${codeOf(comment)}
    ${
      related_locations.length > 0 &&
      html`<ul class="plain-list">
        ${related_locations.map(({ path, start_line, message }) => html`<li><code>${path}:${start_line}</code> ${markdownLine(message)}</li>`)}
      </ul>`
    }
  </article>`;
}

function placeOf({ start_line, end_line }: EngineComment): string {
  return start_line === end_line ? `Line ${start_line}` : `Lines ${start_line} to ${end_line}`;
}

function codeOf({ existing_code, suggested_code, start_line }: EngineComment): Content {
  const before = linesOf(existing_code);
  if (suggested_code === undefined)
    return (
      existing_code !== '' &&
      block(
        'Code',
        before.map((text, index) => line('', start_line + index, text)),
      )
    );
  const after = suggested_code === '' ? [] : linesOf(suggested_code);
  return block(after.length === 0 ? 'Suggestion: delete these lines' : 'Suggestion', [
    ...before.map((text, index) => line('gone', start_line + index, text)),
    ...after.map((text, index) => line('new', start_line + index, text)),
  ]);
}

function block(caption: string, lines: readonly Html[]): Html {
  const more = lines.length - mostLines;
  return html`<figure>
    <figcaption>${caption}</figcaption>
    <pre class="lines" tabindex="0"><code>${lines.slice(0, mostLines)}</code></pre>
    ${more > 0 && html`<p class="quiet">${more} more lines are not shown.</p>`}
  </figure>`;
}

function line(kind: '' | 'gone' | 'new', number: number, text: string): Html {
  const signs = { '': '', gone: '−', new: '+' } as const;
  const said = {
    '': undefined,
    gone: html`<span class="unseen">Removed: </span>`,
    new: html`<span class="unseen">Added: </span>`,
  } as const;
  return html`<span class="line ${kind}"
    ><span class="nr" aria-hidden="true">${number}</span
    >${kind !== '' && html`<span class="sign" aria-hidden="true">${signs[kind]}</span>`}${said[kind]}${text}</span
  >`;
}

function linesOf(code: string): string[] {
  return code.replace(/\r?\n$/, '').split(/\r?\n/);
}
