import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';
import { parseFilter } from '../../core/review/findingFilter.ts';
import type { Worklist } from '../findings/worklist.ts';

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
  if (typed !== undefined) worklist.setFilter(typed);
}
