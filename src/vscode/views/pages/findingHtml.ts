import { t } from '../../../core/base/l10n.ts';
import { lineOf, pathOf, type Finding } from '../../../core/review/finding.ts';
import { severityWords } from '../../../core/review/severity.ts';
import type { ReviewComment } from '../../../core/review/review.ts';
import { foreignHtml, foreignInline } from './foreignHtml.ts';
import { commandLink, escapeHtml } from './pageHtml.ts';

/** A finding as a page shows it: where it is now, or was in its review where that is not known. */
export interface PageFinding extends Pick<Finding, 'id' | 'comment' | 'path'>, Partial<Pick<Finding, 'range'>> {
  /** What else there is to say of it, such as "done". */
  readonly facts: readonly string[];
  /** Whether the editor can show its code; otherwise the page quotes it. */
  readonly isInEditor: boolean;
  /** Why its file is not shown, if there is anything to say. */
  readonly notice?: string;
}

/**
 * What a finding is to the one that its page was opened from: that one, which is also scrolled to on arrival, or one before
 * it, which is read and reached by Tab after the others.
 */
export type FindingRole = 'opened' | 'arrival' | 'before' | '';

/** Renders a finding: its title, what is known of it, its text, its code where the editor has it not, its suggestion. */
export function findingHtml(finding: PageFinding, heading: 'h1' | 'h3', role: FindingRole = ''): string {
  const { comment, isInEditor, notice = '' } = finding;
  const { severity, wholeTitle = comment.title, body, quotedCode, suggestion } = comment;
  const isOpened = role === 'opened' || role === 'arrival';
  const classes = ['finding', severity, isOpened ? 'opened' : '', role === 'opened' ? '' : role];
  return [
    `<article class="${classes.filter(Boolean).join(' ')}"${isOpened ? ' aria-current="true"' : ''}>`,
    `<${heading}>${foreignInline(wholeTitle)}</${heading}>`,
    `<p class="facts">${factsOf(finding).join(' <span aria-hidden="true">·</span> ')}</p>`,
    notice === '' ? '' : `<p>${escapeHtml(notice)}</p>`,
    foreignHtml(body),
    relatedList(comment),
    isInEditor || quotedCode === undefined ? '' : codeBlock(t('The code'), quotedCode),
    suggestion === undefined
      ? ''
      : suggestion.text === ''
        ? `<p>${t('Suggestion: delete these lines.')}</p>`
        : codeBlock(t('Suggestion'), suggestion.text),
    '</article>',
  ]
    .filter(Boolean)
    .join('\n');
}

function relatedList({ related = [] }: ReviewComment): string {
  const items = related.map(
    ({ path, range, message }) =>
      `<li><code>${escapeHtml(`${path}:${range.startLine}`)}</code> ${escapeHtml(message)}</li>`,
  );
  return items.length === 0 ? '' : `<ul>${items.join('')}</ul>`;
}

function factsOf(finding: PageFinding): string[] {
  const { id, comment, facts, isInEditor } = finding;
  const { severity, severityWord, rule, category, url } = comment;
  const place = placeOf(finding);
  const about = rule ?? category;
  const word = severityWords(severity, severityWord);
  return [
    word === '' ? '' : `<span class="severity">${escapeHtml(word)}</span>`,
    place === '' ? '' : isInEditor ? commandLink('codeReview.openFinding', id, place) : escapeHtml(place),
    about === undefined ? '' : `<code>${escapeHtml(about)}</code>`,
    ...facts.map(escapeHtml),
    url === undefined ? '' : `<a href="${escapeHtml(url)}">${escapeHtml(new URL(url).host)}</a>`,
  ].filter(Boolean);
}

function placeOf({ comment, path, range }: PageFinding): string {
  const file = pathOf({ comment, path });
  if (file === undefined) return '';
  const line = lineOf({ comment, range });
  return line === undefined ? file : `${file}:${line}`;
}

function codeBlock(caption: string, code: string): string {
  return `<figure><figcaption>${caption}</figcaption><pre tabindex="0"><code>${escapeHtml(code)}</code></pre></figure>`;
}
