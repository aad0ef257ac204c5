import { plural, t } from '../../../core/base/l10n.ts';
import { pathOf } from '../../../core/review/finding.ts';
import { severityName, compareSeverity, severities, type Severity } from '../../../core/review/severity.ts';
import { findingHtml, type FindingRole, type PageFinding } from './findingHtml.ts';
import { foreignHtml } from './foreignHtml.ts';
import { escapeHtml } from './pageHtml.ts';

/** A review as its page shows it. Plain text throughout. */
export interface ReviewPage {
  readonly heading: string;
  /** Sentences on how the review ended. */
  readonly lead: readonly string[];
  readonly findings: readonly PageFinding[];
  /** Elements that could not be read. */
  readonly undecoded: readonly unknown[];
  /** What the service says of it all, as untrusted Markdown. */
  readonly summary?: string | undefined;
  readonly notes: readonly string[];
  /** What the review lacks. */
  readonly gaps: readonly string[];
  /** The id of the finding that the page was opened from. */
  readonly opened?: string | undefined;
  /** Counts the times that it was opened from there; absent where the page stays where it is. */
  readonly arrival?: number | undefined;
}

/** Renders a review: an overview, what concerns all of it, then each file's findings, most severe first. */
export function reviewHtml(page: ReviewPage): string {
  const { heading, lead, findings, undecoded, summary, notes, gaps, opened, arrival } = page;
  const sorted = findings.toSorted((a, b) => compareSeverity(a.comment.severity, b.comment.severity));
  const general = t('General');
  const byFile = [...Map.groupBy(sorted, finding => pathOf(finding) ?? general)].sort(
    ([a], [b]) => Number(b === general) - Number(a === general) || a.localeCompare(b, 'en', { numeric: true }),
  );
  const isOpened = ({ id }: PageFinding): boolean => id === opened;
  const openedFile = byFile.findIndex(([, ofFile]) => ofFile.some(isOpened));
  const before = (isBefore: boolean): string => (isBefore ? ' class="before"' : '');
  return [
    `<header${before(openedFile >= 0)}${arrival === undefined ? '' : ` data-arrival="${arrival}"`}>`,
    `<h1>${escapeHtml(heading)}</h1>`,
    ...lead.map(sentence => `<p>${escapeHtml(sentence)}</p>`),
    ...list(t('Not reviewed'), gaps, 'warning'),
    ...(summary === undefined ? [] : [`<section>\n<h2>${t('Summary')}</h2>\n${foreignHtml(summary)}\n</section>`]),
    overview(byFile),
    '</header>',
    ...byFile.map(([file, ofFile], index) => {
      const openedHere = ofFile.findIndex(isOpened);
      const roleOf = (at: number): FindingRole =>
        at < openedHere ? 'before' : at > openedHere ? '' : arrival === undefined ? 'opened' : 'arrival';
      return [
        `<section id="file-${index}"${before(index < openedFile)}>`,
        `<h2${before(openedHere >= 0)}>${escapeHtml(file)}</h2>`,
        ...ofFile.map((finding, at) => findingHtml(finding, 'h3', openedHere < 0 ? '' : roleOf(at))),
        '</section>',
      ].join('\n');
    }),
    ...list(
      t('Not understood'),
      undecoded.map(raw => JSON.stringify(raw)),
    ),
    ...list(t('About this review'), notes),
  ]
    .filter(Boolean)
    .join('\n');
}

/** A table of files by severity, with links to their sections. */
function overview(byFile: readonly (readonly [string, readonly PageFinding[]])[]): string {
  const all = byFile.flatMap(([, findings]) => findings);
  if (byFile.length < 2) return '';
  const used = severities.filter(severity => countOf(all, severity) > 0);
  const row = (name: string, of: readonly PageFinding[]): string => {
    const counts = used.map(severity => `<td>${countOf(of, severity) || ''}</td>`);
    return `<tr><th scope="row">${name}</th>${counts.join('')}</tr>`;
  };
  return [
    '<table class="overview">',
    `<thead><tr><th scope="col">${t('File')}</th>${used.map(each => `<th scope="col">${severityName(each)}</th>`).join('')}</tr></thead>`,
    '<tbody>',
    ...byFile.map(([file, of], index) => row(`<a href="#file-${index}">${escapeHtml(file)}</a>`, of)),
    '</tbody>',
    `<tfoot>${row(plural(all.length, '{count} finding', '{count} findings'), all)}</tfoot>`,
    '</table>',
  ].join('\n');
}

function countOf(findings: readonly PageFinding[], severity: Severity): number {
  return findings.filter(({ comment }) => comment.severity === severity).length;
}

function list(heading: string, texts: readonly string[], style = ''): string[] {
  if (texts.length === 0) return [];
  const items = texts.map(text => `<li>${escapeHtml(text)}</li>`).join('\n');
  return [`<section class="${style}">\n<h2>${heading}</h2>\n<ul>\n${items}\n</ul>\n</section>`];
}
