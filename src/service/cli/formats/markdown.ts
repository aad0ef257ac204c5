import { commentsToMarkdown, markdownCell } from '../../../core/render/markdownReport.ts';
import type { ReviewReport } from '../review/reviewReport.ts';

/** Formats a report as Markdown, for example for the summary of a build. */
export function toMarkdown({ target, summary, shown, notes }: ReviewReport): string {
  const parts = [
    `# Review of ${markdownCell(target.title)}`,
    markdownCell(summary),
    ...commentsToMarkdown(shown),
    notes.length === 0 ? '' : `## About this review\n\n${notes.map(note => `- ${markdownCell(note)}`).join('\n')}`,
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}
