import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';
import { plainLabel } from '../../core/base/text.ts';
import type { Git } from '../../git/run/git.ts';
import { isCancellable, isSettled, type ReviewRecord } from '../../reviews/store/reviewRecord.ts';
import { summariseCurrent } from '../../reviews/summary/reviewSummary.ts';
import type { ReviewerChoice } from '../connection/reviewerChoice.ts';
import { settings } from '../platform/settings.ts';
import type { OpenRepositories } from '../repository/openRepositories.ts';
import { repositoryState, type RepositoryState } from '../repository/repositoryState.ts';
import { isFixable } from '../findings/workItem.ts';
import type { Worklist } from '../findings/worklist.ts';
import { noRepository } from '../repository/windowFolders.ts';

type Step = vscode.QuickPickItem & { readonly command: string; readonly arguments?: readonly unknown[] };

interface Parts {
  readonly git: Git;
  readonly copies: OpenRepositories;
  readonly worklist: Worklist;
  readonly reviewers: ReviewerChoice;
}

/** The status bar item's menu: every next step for the state it shows, and none that cannot be taken. */
export async function showMenu({ git, copies, worklist, reviewers }: Parts): Promise<void> {
  const state = await repositoryState(git, copies);
  await worklist.informed();
  const { active } = worklist;
  const records = active?.current.flatMap(({ records: [latest] }) => latest ?? []) ?? [];
  const placeHolder = active?.current.length ? summariseCurrent(active) : nothingYet(state);
  const trust = vscode.workspace.isTrusted ? [] : [manageTrust()];
  const steps = [...trust, ...stepsFor(records, worklist), ...reviewSteps(state, records), repositories()];
  const picked = await vscode.window.showQuickPick([...steps, ...settingUp(reviewers)], {
    title: 'Code Review',
    placeHolder,
  });
  if (picked !== undefined) await vscode.commands.executeCommand(picked.command, ...(picked.arguments ?? []));
}

const manageTrust = (): Step => ({
  label: `$(shield) ${t('Manage Workspace Trust')}`,
  command: 'workbench.trust.manage',
});
const openFolder = (): Step => ({ label: `$(folder-opened) ${t('Open Folder…')}`, command: 'vscode.openFolder' });
const initialize = (): Step => ({ label: `$(repo-create) ${t('Initialize Repository')}`, command: 'git.init' });
const downloadGit = (): Step => ({
  label: `$(cloud-download) ${t('Download Git')}`,
  command: 'vscode.open',
  arguments: [vscode.Uri.parse('https://git-scm.com/downloads')],
});
const showWhy = (): Step => ({ label: `$(question) ${t('Show Why')}`, command: 'codeReview.reviewCurrentBranch' });
const repositories = (): Step => ({
  label: `$(repo) ${t('Show Repositories')}`,
  command: 'codeReview.repositories.focus',
});

/** Why there is no review to tell of. */
function nothingYet(state: RepositoryState): string {
  switch (state) {
    case 'ready':
      return t('This branch has not been reviewed yet.');
    case 'noCommit':
      return t('This repository has no commit yet.');
    case 'unreadable':
      return t('Git cannot open the repository of this folder.');
    case 'gitMissing':
      return t('Git was not found on this machine.');
    case 'none':
    case 'notOnDisk':
    case 'unknown':
      return noRepository().message;
  }
}

/** What can be done with the reviews of the repository that is worked on. */
function stepsFor(records: readonly ReviewRecord[], worklist: Worklist): Step[] {
  const cancel: Step = { label: `$(stop-circle) ${t('Cancel Review')}`, command: 'codeReview.cancelReview' };
  const resume: Step = { label: `$(eye) ${t('Resume Watching')}`, command: 'codeReview.resumeReview' };
  const applyAll: Step = {
    label: `$(lightbulb-autofix) ${t('Apply All Suggestions…')}`,
    command: 'codeReview.applyAllSuggestions',
  };
  const work: Step[] = [
    { label: `$(arrow-down) ${t('Next Finding')}`, command: 'codeReview.nextFinding' },
    ...(worklist.open.some(isFixable) ? [applyAll] : []),
    { label: `$(warning) ${t('Show Problems')}`, command: 'workbench.actions.view.problems' },
  ];
  const result: Step[] = [
    { label: `$(list-tree) ${t('Show Findings')}`, command: 'codeReview.findings.focus' },
    { label: `$(open-preview) ${t('Show Report')}`, command: 'codeReview.showReport' },
    { label: `$(export) ${t('Export Review…')}`, command: 'codeReview.exportReview' },
  ];
  const isWaiting = records.some(
    record => record.state === 'gaveUp' || (record.state === 'pending' && !record.watched),
  );
  const hasResult = records.some(isSettled);
  return [
    ...(records.some(isCancellable) ? [cancel] : []),
    ...(isWaiting ? [resume] : []),
    ...(hasResult && worklist.open.length > 0 ? work : []),
    ...(hasResult ? result : []),
  ];
}

/** What can be reviewed, as package.json says it for the title of the view; else the way to something. */
function reviewSteps(state: RepositoryState, records: readonly ReviewRecord[]): Step[] {
  const again =
    records.length === 0 ? `$(play) ${t('Review Current Branch')}` : `$(refresh) ${t('Review Current Branch Again')}`;
  const branch: Step = { label: again, command: 'codeReview.reviewCurrentBranch' };
  const changes: Step = { label: `$(diff) ${t('Review Changes…')}`, command: 'codeReview.reviewChanges' };
  const pullRequest: Step = {
    label: `$(git-pull-request) ${t('Review Pull Request…')}`,
    command: 'codeReview.reviewPullRequest',
  };
  const isBusy = records.length > 0 && records.every(record => !isSettled(record));
  const isReady = state === 'ready';
  return [
    ...((vscode.workspace.workspaceFolders ?? []).length === 0 ? [openFolder()] : []),
    ...(state === 'unreadable' ? [showWhy()] : []),
    ...(state === 'none' ? [openFolder(), ...(isGitEnabled() ? [initialize()] : [])] : []),
    ...(state === 'gitMissing' ? [downloadGit()] : []),
    ...(isReady && !isBusy ? [branch] : []),
    ...(isReady || state === 'noCommit' ? [changes] : []),
    ...(isReady || settings.baseUrl !== '' ? [pullRequest] : []),
  ];
}

/** Whether the editor's own git is there for its commands. */
function isGitEnabled(): boolean {
  return vscode.workspace.getConfiguration('git').get('enabled') !== false;
}

/** A hosted service has its own reviewers. */
function settingUp(reviewers: ReviewerChoice): Step[] {
  const model: Step = {
    label: `$(sparkle) ${t('Choose Language Model…')}`,
    description: plainLabel(reviewers.name ?? t('no model')),
    command: 'codeReview.chooseModel',
  };
  const output: Step = { label: `$(output) ${t('Show Output')}`, command: 'codeReview.showOutput' };
  return settings.baseUrl === '' ? [model, output] : [output];
}
