import { t } from '../../core/base/l10n.ts';
import { markdownCell } from '../../core/render/markdownReport.ts';
import type { Resolution, ResolutionCounts } from '../../core/review/resolutionRate.ts';

/** Renders the resolution rate as Markdown: by reviewer, by rule, and the rules that are mostly dismissed. */
export function resolutionToMarkdown({ reviewers, rules, mostlyDismissed, rulesLeftOut = 0 }: Resolution): string {
  const parts = [
    `# ${t('Resolution rate')}`,
    t(
      'Of the comments of the embedded service, the part whose code was changed afterwards, by the suggested fix or otherwise. Counted on this machine, over all its repositories, and kept on it.',
    ),
    ...(rules.length === 0
      ? [
          t(
            'Nothing is counted yet. What became of a comment is seen at the next review of the same pull request, and when it is dismissed.',
          ),
        ]
      : [
          table(t('Reviewer'), reviewers, ({ reviewer }) => reviewer),
          `## ${t('Rules')}`,
          table(t('Rule'), rules, ({ rule, reviewer }) => rule ?? reviewer),
        ]),
    ...(rulesLeftOut === 0
      ? []
      : [t('The list holds the rules with the most comments; {rulesLeftOut} more are left out.', { rulesLeftOut })]),
    ...(mostlyDismissed.length === 0 ? [] : [`## ${t('Mostly dismissed')}`, mostlyDismissed.map(muting).join('\n')]),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Returns how many comments were resolved or dismissed. */
export function decidedCount({ changed, applied, dismissed }: ResolutionCounts): number {
  return changed + applied + dismissed;
}

function muting(counts: ResolutionCounts): string {
  const { rule = '', reviewer } = counts;
  const told = t(
    '{rule}: {dismissed} of {decided} decided comments. _Mute This Rule_ in the menu of a finding ends them.',
    {
      rule: markdownCell(rule === '' ? reviewer : rule),
      dismissed: counts.dismissed,
      decided: decidedCount(counts),
    },
  );
  return `- ${told}`;
}

/** The most frequent first. */
function table(title: string, rows: readonly ResolutionCounts[], name: (counts: ResolutionCounts) => string): string {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const sorted = [...rows].sort((a, b) => total(b) - total(a) || name(a).localeCompare(name(b)));
  return [
    row([title, t('Resolved'), t('Comments'), t('Code changed'), t('Fix applied'), t('Dismissed'), t('Left as it is')]),
    row(['---', ...Array<string>(6).fill('--:')]),
    ...sorted.map(counts =>
      row([
        markdownCell(name(counts)),
        `${Math.round(counts.rate * 100)} %`,
        ...[total(counts), counts.changed, counts.applied, counts.dismissed, counts.untouched].map(String),
      ]),
    ),
  ].join('\n');
}

function total({ changed, applied, dismissed, untouched }: ResolutionCounts): number {
  return changed + applied + dismissed + untouched;
}
