import * as vscode from 'vscode';
import { commaList, t } from '../../../core/base/l10n.ts';
import { plainLine } from '../../../core/base/text.ts';
import { repositoryKey } from '../../../core/review/repository.ts';
import { repositoryUrl } from '../../../core/review/repositoryUrl.ts';
import { providerIcon } from '../../repository/providerIcons.ts';
import { providerName } from '../../repository/providerNames.ts';
import type { RepositoryRow, StepRow } from './row.ts';

/** Draws the row of a repository. */
export function repositoryItem({ repository, isOpen }: RepositoryRow): vscode.TreeItem {
  const { fullName, provider, isPrivate } = repository;
  const facts = [
    providerName(provider),
    isPrivate === undefined ? '' : isPrivate ? t('private') : t('public'),
    isOpen ? t('open in this window') : '',
  ].filter(Boolean);
  const item = new vscode.TreeItem(plainLine(fullName));
  // The service's ids may repeat; these do not.
  item.id = repositoryKey(repository);
  item.iconPath = providerIcon(provider, isPrivate === true);
  item.description = isOpen ? t('open here') : '';
  item.tooltip = `${plainLine(fullName)}\n${plainLine(commaList(facts))}`;
  item.accessibilityInformation = {
    label: plainLine([fullName, isOpen ? t('open here') : '', ...facts].filter(Boolean).join(', ')),
  };
  item.contextValue = `repository${repositoryUrl(repository) === undefined ? '' : '+web'}${isOpen ? '+open' : ''}`;
  return item;
}

/** Draws a way out of a failure. */
export function stepItem({ label, icon, command }: StepRow): vscode.TreeItem {
  const item = new vscode.TreeItem(label);
  item.iconPath = new vscode.ThemeIcon(icon);
  item.command = { title: label, command };
  return item;
}
