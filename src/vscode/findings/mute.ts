import * as vscode from 'vscode';
import { CodeReviewError } from '../../core/base/errors.ts';
import { plainLabel, plainLine } from '../../core/base/text.ts';
import { commaList, t } from '../../core/base/l10n.ts';
import { settingProblem } from '../../core/protocol/settingKinds.ts';
import { pathOf } from '../../core/review/finding.ts';
import type { IgnoreRule } from '../../core/review/ignoreRules.ts';
import { notify } from '../platform/notify.ts';
import type { ScopedLists } from '../platform/changeScopedLists.ts';
import { scopesOf, type ScopedEntries } from '../platform/scopedLists.ts';
import { settings } from '../platform/settings.ts';
import type { WorkItem } from './workItem.ts';

/** Hides a finding's rule everywhere in its folder, by the setting. */
export async function muteRule(lists: ScopedLists, { finding, uri }: WorkItem): Promise<void> {
  const { rule } = finding.comment;
  if (rule !== undefined) await mute(lists, { rule }, uri);
}

/** Hides all findings of a finding's file, by the setting. */
export async function mutePath(lists: ScopedLists, { finding, uri }: WorkItem): Promise<void> {
  const path = pathOf(finding);
  if (path !== undefined) await mute(lists, { path }, uri);
}

/** Adds to what is never shown, where that belongs, says where and offers to undo it. */
export async function mute(lists: ScopedLists, entry: IgnoreRule, uri: vscode.Uri | undefined): Promise<void> {
  const folder = uri && vscode.workspace.getWorkspaceFolder(uri);
  const scope = scopesOf('ignore', folder).at(-1);
  if (scope === undefined) return;
  if (scope.value !== undefined && !Array.isArray(scope.value))
    throw new CodeReviewError(
      'input',
      settingProblem('ignore', scope.value) ?? '',
      t('Correct it in {place} first: nothing can be added to it.', { place: scope.place }),
    );
  const undo = await lists.add('ignore', scope, [entry]);
  notify('info', t('Muted {entry} in {place}.', { entry: nameOf(entry), place: scope.place }), [
    { title: t('Undo'), run: undo },
  ]);
}

/** Lets what was muted be shown again. */
export async function unmute(lists: ScopedLists): Promise<void> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const scopes = [undefined, ...folders].flatMap(folder => scopesOf('ignore', folder));
  const byPlace = new Map(scopes.map(scope => [scope.place, scope]));
  const items = [...byPlace.values()].flatMap(scope =>
    settings
      .ignoredIn(scope.value)
      .map(entry => ({ label: plainLabel(nameOf(entry)), description: plainLabel(scope.place), entry, scope })),
  );
  const [only] = items;
  const isAlone = items.length === 1;
  if (items.length === 0) {
    notify('info', t('Nothing is muted. A finding’s menu mutes its rule or its file.'));
    return;
  }
  const offered = items.map(item => ({ ...item, picked: isAlone }));
  const picked = await vscode.window.showQuickPick(offered, {
    title: t('Code Review: Unmute'),
    placeHolder:
      only !== undefined && isAlone
        ? t('Nothing else is muted. OK shows {entry} again.', { entry: nameOf(only.entry) })
        : t('What should be shown again?'),
    canPickMany: true,
  });
  if (picked === undefined || picked.length === 0) return;
  const chosen = [...Map.groupBy(picked, ({ scope }): ScopedEntries => scope)].map(
    ([scope, some]) => [scope, some.map(({ entry }) => entry)] as const,
  );
  for (const [scope, entries] of chosen) await lists.remove('ignore', scope, entries);
  const undo = async (): Promise<void> => {
    for (const [scope, entries] of chosen) await lists.add('ignore', scope, entries);
  };
  const entries = commaList(picked.map(({ entry }) => nameOf(entry)));
  notify('info', t('Shown again: {entries}.', { entries }), [{ title: t('Undo'), run: undo }]);
}

function nameOf({ rule, path }: IgnoreRule): string {
  const [first, second] = [rule, path].filter(part => part !== undefined && part !== '');
  if (first === undefined) return t('an empty entry');
  return plainLine(second === undefined ? first : t('{rule} in {path}', { rule: first, path: second }), 120);
}
