import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';
import { parseFilter } from '../../core/review/findingFilter.ts';
import type { Worklist } from '../findings/worklist.ts';
import { groupings, type Grouping } from '../views/findingsTree/findingRows.ts';
import type { FindingsView } from '../views/findingsTree/findingsView.ts';

/** Asks what to show; applies to tree, problems and threads alike. */
export async function filterFindings(worklist: Worklist): Promise<void> {
  const typed = await vscode.window.showInputBox({
    title: t('Code Review: Filter Findings'),
    prompt: t(
      'Words, and severity:, state: (such as new), rule: or path: with values separated by commas. Empty shows everything.',
    ),
    placeHolder: 'severity:high,critical path:src/** timeout',
    value: worklist.filter,
    validateInput: value => {
      const filter = parseFilter(value);
      return 'problem' in filter ? filter.problem : undefined;
    },
  });
  if (typed !== undefined) await worklist.setFilter(typed);
}

const groupingNames: Readonly<Record<Grouping, () => string>> = {
  file: () => t('By file'),
  severity: () => t('By severity'),
  rule: () => t('By rule'),
};

/** Asks how the findings are to be grouped. */
export async function groupFindings(tree: Pick<FindingsView, 'grouping' | 'groupBy'>): Promise<void> {
  const items = groupings.map(grouping => ({
    label: groupingNames[grouping](),
    grouping,
    description: grouping === tree.grouping ? t('now') : '',
  }));
  const picked = await vscode.window.showQuickPick(items, { title: t('Code Review: Group Findings') });
  if (picked !== undefined) await tree.groupBy(picked.grouping);
}
