import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';
import { machineName } from '../../core/system/machineName.ts';
import { plainMarkdown } from '../../core/render/plainMarkdown.ts';
import type { Dismissals } from '../findings/dismissals.ts';
import type { WorkItem } from '../findings/workItem.ts';
import type { Worklist } from '../findings/worklist.ts';

const reasons = (): string[] => [t('Not a problem'), t('Wrong'), t('Too small to matter'), t('Will be done later')];

/** Marks a finding as done. Local: the API has no call for it. */
export async function markDone(worklist: Worklist, item: WorkItem): Promise<void> {
  await worklist.decide([item], { state: 'done', at: Date.now() });
}

/** Dismisses a finding with a reason, also in later reviews. Local, as above. */
export async function dismissFinding(worklist: Worklist, dismissals: Dismissals, item: WorkItem): Promise<void> {
  const isOfEmbedded = item.sources.every(({ record }) => record.subject.service === 'embedded');
  const other = t('Another reason…');
  const machine = machineName(vscode.env.remoteName);
  const picked = await vscode.window.showQuickPick([...reasons(), other], {
    title: t('Code Review: Dismiss “{title}”', { title: plainMarkdown(item.finding.comment.title, 80) }),
    placeHolder: isOfEmbedded
      ? t('Why? It stays dismissed in later reviews. This is kept on {machine} only.', { machine })
      : t('Why? It stays dismissed in later reviews. This is kept on {machine} only; the service is not told.', {
          machine,
        }),
  });
  const reason =
    picked === other
      ? await vscode.window.showInputBox({ title: t('Code Review: Dismiss'), prompt: t('Why is it dismissed?') })
      : picked;
  if (reason === undefined) return;
  await worklist.decide([item], { state: 'dismissed', at: Date.now(), reason });
  dismissals.note(item, true);
}

export async function reopenFinding(worklist: Worklist, dismissals: Dismissals, item: WorkItem): Promise<void> {
  await worklist.decide([item], { state: 'open' });
  dismissals.note(item, false);
}
