import { t } from '../../core/base/l10n.ts';
import { plainLine } from '../../core/base/text.ts';
import { placementWord, unplacedWords } from '../../core/review/finding.ts';
import { severityWords } from '../../core/review/severity.ts';
import { decisionLabel } from '../../reviews/decisions/decisions.ts';
import type { WorkItem } from '../findings/workItem.ts';

/** The title of a finding's thread: "2 of 14 · high · eslint/eqeqeq · changed". @param position may be empty */
export function threadLabel({ finding, decision }: Pick<WorkItem, 'finding' | 'decision'>, position: string): string {
  const { comment, state } = finding;
  const facts = [
    position,
    severityWords(comment.severity, comment.severityWord),
    comment.rule ?? comment.category,
    comment.experimental ? t('experimental') : '',
    state === 'unplaced' ? unplacedWords(finding) : placementWord(state),
    decisionLabel(decision),
  ];
  const words = plainLine(facts.filter(Boolean).join(' · '), 120);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
