import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';
import { isSettled, type ReviewRecord } from '../../reviews/store/reviewRecord.ts';
import { summarise } from '../../reviews/summary/reviewSummary.ts';
import type { ReviewerChoice } from '../connection/reviewerChoice.ts';
import { settings } from '../platform/settings.ts';
import type { Worklist } from '../findings/worklist.ts';

type Step = vscode.QuickPickItem & { readonly command: string };

/** The status bar item's menu: every next step for the state it shows. */
export async function showMenu(worklist: Worklist, reviewers: ReviewerChoice): Promise<void> {
  const records = worklist.active?.current.flatMap(({ records: [latest] }) => latest ?? []) ?? [];
  const [record] = records;
  const isRestricted = !vscode.workspace.isTrusted;
  const nothingYet = isRestricted
    ? t('In Restricted Mode no git is run, so no branch can be reviewed.')
    : t('This branch has not been reviewed yet.');
  const placeHolder = record === undefined ? nothingYet : records.map(summarise).join(' ');
  const steps = isRestricted ? restricted() : stepsFor(records, worklist);
  const picked = await vscode.window.showQuickPick([...steps, ...settingUp(reviewers)], {
    title: 'Code Review',
    placeHolder,
  });
  if (picked !== undefined) await vscode.commands.executeCommand(picked.command);
}

const pullRequest = (): Step => ({
  label: `$(git-pull-request) ${t('Review Pull Request…')}`,
  command: 'codeReview.reviewPullRequest',
});
const repositories = (): Step => ({
  label: `$(repo) ${t('Show Repositories')}`,
  command: 'codeReview.repositories.focus',
});
const restricted = (): Step[] => [
  { label: `$(shield) ${t('Manage Workspace Trust')}`, command: 'workbench.trust.manage' },
  pullRequest(),
  repositories(),
];

function stepsFor(records: readonly ReviewRecord[], worklist: Worklist): Step[] {
  const isReviewed = records.length > 0;
  const review: Step = {
    label: !isReviewed ? `$(play) ${t('Review Current Branch')}` : `$(refresh) ${t('Review Current Branch Again')}`,
    command: 'codeReview.reviewCurrentBranch',
  };
  const resume: Step = { label: `$(eye) ${t('Resume Watching')}`, command: 'codeReview.resumeReview' };
  const problems: Step = { label: `$(warning) ${t('Show Problems')}`, command: 'workbench.actions.view.problems' };
  const findings: Step = { label: `$(list-tree) ${t('Show Findings')}`, command: 'codeReview.findings.focus' };
  const always: Step[] = [
    { label: `$(diff) ${t('Review Changes…')}`, command: 'codeReview.reviewChanges' },
    pullRequest(),
    repositories(),
  ];
  if (!isReviewed) return [review, ...always];
  const next: Step = { label: `$(arrow-down) ${t('Next Finding')}`, command: 'codeReview.nextFinding' };
  const apply: Step = {
    label: `$(lightbulb-autofix) ${t('Apply All Suggestions…')}`,
    command: 'codeReview.applyAllSuggestions',
  };
  const work = worklist.open.length === 0 ? [] : [next, apply, problems];
  const report: Step[] = [
    { label: `$(open-preview) ${t('Show Report')}`, command: 'codeReview.showReport' },
    { label: `$(export) ${t('Export Review…')}`, command: 'codeReview.exportReview' },
  ];
  const shown = records.some(isSettled) ? [...work, findings, ...report] : [];
  const isWaiting = records.some(
    record => record.state === 'gaveUp' || (record.state === 'pending' && !record.watched),
  );
  const isBusy = records.every(record => !isSettled(record));
  return [...(isWaiting ? [resume] : []), ...shown, ...(isBusy ? [] : [review]), ...always];
}

/** A hosted service has its own reviewers. */
function settingUp(reviewers: ReviewerChoice): Step[] {
  const model: Step = {
    label: `$(sparkle) ${t('Choose Language Model…')}`,
    description: reviewers.name ?? t('none'),
    command: 'codeReview.chooseModel',
  };
  const output: Step = { label: `$(output) ${t('Show Output')}`, command: 'codeReview.showOutput' };
  return settings.baseUrl === '' ? [model, output] : [output];
}
