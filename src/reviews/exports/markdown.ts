import { t } from '../../core/base/l10n.ts';
import { commentsToMarkdown, markdownCell, markdownCode } from '../../core/render/markdownReport.ts';
import { sanitizeMarkdown } from '../../core/render/sanitizeMarkdown.ts';
import { closedWords, type Decision } from '../decisions/decisions.ts';
import { hasPullRequest, subjectName, type SettledRecord } from '../store/reviewRecord.ts';
import { summarise } from '../summary/reviewSummary.ts';

/**
 * Renders a review as a Markdown report: a table by file and severity, then every comment, most severe first.
 * @param decisions about its comments, in their order, where there are any
 */
export function toMarkdown(record: SettledRecord, decisions: readonly (Decision | undefined)[] = []): string {
  const { review, subject, settledAt } = record;
  const comments = review.comments ?? [];
  const words = comments.map((comment, index) => [comment, closedWords(decisions[index]) ?? ''] as const);
  const time = `${new Date(settledAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const parts = [
    `# ${t('Review of {name}', { name: markdownCell(subjectName(subject)) })}`,
    subject.title === undefined || !hasPullRequest(subject) ? '' : `_${markdownCell(subject.title)}_`,
    markdownCell(summarise(record)),
    review.commit === undefined
      ? t('Ended {time}.', { time })
      : t('Ended {time}, commit {commit}.', { time, commit: `\`${review.commit.slice(0, 12)}\`` }),
    review.summary === undefined ? '' : `## ${t('Summary')}\n\n${sanitizeMarkdown(review.summary)}`,
    ...commentsToMarkdown(comments, new Map(words)),
    review.undecoded.length === 0
      ? ''
      : `## ${t('Not understood')}\n\n${review.undecoded.map(raw => `- ${markdownCode(JSON.stringify(raw))}`).join('\n')}`,
    review.notes.length === 0
      ? ''
      : `## ${t('About this review')}\n\n${review.notes.map(note => `- ${markdownCell(note)}`).join('\n')}`,
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}
