import * as vscode from 'vscode';
import type { PullRequestCandidate } from '../../core/review/pullRequest.ts';
import { plainLabel } from '../../core/base/text.ts';
import { plainMarkdown } from '../../core/render/plainMarkdown.ts';
import { t } from '../../core/base/l10n.ts';
import { isOnOtherHost, parsePullRequestInput, type PullRequestInput } from '../../git/pullRequest/pullRequestInput.ts';
import { settings } from '../platform/settings.ts';

/** What was picked or typed: a number, and the repository where a URL named it. */
interface ChosenPullRequest {
  readonly number: number;
  readonly repository?: string;
  readonly title?: string;
}

/** What the user is asked about. */
interface PullRequestQuestion {
  readonly candidates: readonly PullRequestCandidate[];
  /** Says why it is asked, as a sentence. */
  readonly reason: string;
  /** Host of the repository. */
  readonly host: string | undefined;
  /** A host whose private repositories may be asked about once the user allows it. */
  readonly mayAllow: string | undefined;
}

interface Item extends vscode.QuickPickItem {
  readonly chosen: ChosenPullRequest | 'allow' | undefined;
}

const howToType = (): string => t('Type a number like 12 or #12, or paste the address of the pull request.');

/**
 * Asks for a pull request: the candidates first, and whatever number or URL is typed as an item of its own.
 * @returns `allow` when access is to be allowed first, undefined when it was dismissed
 */
export async function askPullRequest({
  candidates,
  reason,
  host,
  mayAllow,
}: PullRequestQuestion): Promise<ChosenPullRequest | 'allow' | undefined> {
  const picker = vscode.window.createQuickPick<Item>();
  const offered = [...candidates.map(itemOf), ...(mayAllow === undefined ? [] : [allowItem(mayAllow)])];
  picker.title = t('Code Review: Which pull request?');
  // Without candidates nothing else tells that something is to be typed.
  picker.placeholder = `${reason} ${t('Type its number or address.')}`;
  picker.ignoreFocusOut = true;
  picker.items = offered;
  try {
    return await new Promise(resolve => {
      picker.onDidChangeValue(value => {
        const typed = parsePullRequestInput(value, settings.hosts);
        picker.items = typed === undefined ? offered : [typedItem(typed, host), ...offered];
      });
      picker.onDidAccept(() => {
        const [item] = picker.selectedItems;
        if (item?.chosen === undefined) picker.title = howToType();
        else resolve(item.chosen);
      });
      picker.onDidHide(() => resolve(undefined));
      picker.show();
    });
  } finally {
    picker.dispose();
  }
}

function itemOf({ number, repository, title, explanation }: PullRequestCandidate): Item {
  return {
    label: `#${number}`,
    description: plainLabel(plainMarkdown(title ?? '')),
    detail: plainLabel(explanation),
    chosen: { number, ...(repository === undefined ? {} : { repository }), ...(title ? { title } : {}) },
  };
}

/** A pull request of another host is not offered: a repository of the same name would be reviewed in its place. */
function typedItem(typed: PullRequestInput, host: string | undefined): Item {
  const { number, repository } = typed;
  const elsewhere = isOnOtherHost(typed, host);
  return {
    label: elsewhere
      ? `$(error) ${plainLabel(t('#{number} is at {host}', { number, host: typed.host ?? '' }))}`
      : t('Review #{number}', { number }),
    description: plainLabel(
      elsewhere ? t('This branch is of a repository at {host}.', { host: host ?? '' }) : (repository ?? ''),
    ),
    alwaysShow: true,
    chosen: elsewhere ? undefined : { number, ...(repository === undefined ? {} : { repository }) },
  };
}

function allowItem(host: string): Item {
  return {
    label: `$(key) ${t('Allow Access to Private Repositories of {host}…', { host: plainLabel(host) })}`,
    detail: t('Looks again with your sign-in, and from now on without a question.'),
    alwaysShow: true,
    chosen: 'allow',
  };
}
