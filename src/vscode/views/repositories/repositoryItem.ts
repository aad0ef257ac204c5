import * as vscode from 'vscode';
import type { RepositoryList } from '../../../api/client.ts';
import { commaList, plural, t } from '../../../core/base/l10n.ts';
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

/** What the service has and the list has not, as a sentence; empty where there is nothing. */
export function missing({ repositories, unreadable, isCut }: RepositoryList): string {
  const cut = isCut ? t('The service has more than the {count} that are listed.', { count: repositories.length }) : '';
  const unread =
    unreadable === 0
      ? ''
      : plural(
          unreadable,
          '{count} entry of its list could not be read.',
          '{count} entries of its list could not be read.',
        );
  return [cut, unread].filter(Boolean).join(' ');
}
