import * as vscode from 'vscode';
import { CodeReviewError, displayMessage } from '../../core/base/errors.ts';
import { plainMessage } from '../../core/base/text.ts';
import { t } from '../../core/base/l10n.ts';
import type { Log } from './log.ts';

/** A button of a notification, with the command or function that it runs. */
export type NotificationAction =
  | { readonly title: string; readonly command: string; readonly arguments?: readonly unknown[] }
  | { readonly title: string; readonly run: () => unknown };

const showOutput = (): NotificationAction => ({ title: t('Show Output'), command: 'codeReview.showOutput' });

/** Shows a notification without waiting for it to close. */
export function notify(
  level: 'info' | 'warning' | 'error',
  sentence: string,
  actions: readonly NotificationAction[] = [],
): void {
  const show = {
    info: vscode.window.showInformationMessage,
    warning: vscode.window.showWarningMessage,
    error: vscode.window.showErrorMessage,
  }[level];
  void show(plainMessage(sentence, 1_000), ...actions.map(({ title }) => title)).then(title => {
    const pressed = actions.find(action => action.title === title);
    if (pressed === undefined) return;
    if ('run' in pressed) pressed.run();
    else void vscode.commands.executeCommand(pressed.command, ...(pressed.arguments ?? []));
  });
}

/**
 * Logs an error and shows its message with the next step. Shows nothing if the user cancelled.
 * @param what the operation that failed
 */
export function notifyError(log: Log, what: string, error: unknown): void {
  if (CodeReviewError.is(error, 'cancelled')) {
    log.debug(`${what}: cancelled`);
    return;
  }
  log.error(what, error);
  notify('error', displayMessage(error), nextSteps(error));
}

/** The buttons of an error: what helps, or else the log. */
function nextSteps(error: unknown): NotificationAction[] {
  if (!CodeReviewError.is(error)) return [showOutput()];
  if (error.kind === 'auth' || error.details.next === 'signIn')
    return [{ title: t('Sign In'), command: 'codeReview.signIn' }, showOutput()];
  if (error.kind === 'git' && !vscode.workspace.isTrusted)
    return [{ title: t('Manage Workspace Trust'), command: 'workbench.trust.manage' }];
  if (error.details.next === 'openFolder') return [{ title: t('Open Folder…'), command: 'vscode.openFolder' }];
  if (error.details.next === 'reviewChanges')
    return [{ title: t('Review Changes…'), command: 'codeReview.reviewChanges' }];
  return [showOutput()];
}
