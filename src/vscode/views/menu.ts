import * as vscode from 'vscode';
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
    ? 'In Restricted Mode no git is run, so no branch can be reviewed.'
    : 'This branch has not been reviewed yet.';
  const placeHolder = record === undefined ? nothingYet : records.map(summarise).join(' ');
  const steps = isRestricted ? restricted : stepsFor(records, worklist);
  const picked = await vscode.window.showQuickPick([...steps, ...settingUp(reviewers)], {
    title: 'Code Review',
    placeHolder,
  });
  if (picked !== undefined) await vscode.commands.executeCommand(picked.command);
}

const pullRequest: Step = {
  label: '$(git-pull-request) Review Pull Request…',
  command: 'codeReview.reviewPullRequest',
};
const repositories: Step = { label: '$(repo) Show Repositories', command: 'codeReview.repositories.focus' };
const trust: Step = { label: '$(shield) Manage Workspace Trust', command: 'workbench.trust.manage' };
const restricted = [trust, pullRequest, repositories];

function stepsFor(records: readonly ReviewRecord[], worklist: Worklist): Step[] {
  const isReviewed = records.length > 0;
  const review: Step = {
    label: !isReviewed ? '$(play) Review Current Branch' : '$(refresh) Review Current Branch Again',
    command: 'codeReview.reviewCurrentBranch',
  };
  const resume: Step = { label: '$(eye) Resume Watching', command: 'codeReview.resumeReview' };
  const problems: Step = { label: '$(warning) Show Problems', command: 'workbench.actions.view.problems' };
  const findings: Step = { label: '$(list-tree) Show Findings', command: 'codeReview.findings.focus' };
  const always: Step[] = [
    { label: '$(diff) Review Changes…', command: 'codeReview.reviewChanges' },
    pullRequest,
    repositories,
  ];
  if (!isReviewed) return [review, ...always];
  const next: Step = { label: '$(arrow-down) Next Finding', command: 'codeReview.nextFinding' };
  const apply: Step = {
    label: '$(lightbulb-autofix) Apply All Suggestions…',
    command: 'codeReview.applyAllSuggestions',
  };
  const work = worklist.open.length === 0 ? [] : [next, apply, problems];
  const report: Step[] = [
    { label: '$(open-preview) Show Report', command: 'codeReview.showReport' },
    { label: '$(export) Export Review…', command: 'codeReview.exportReview' },
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
    label: '$(sparkle) Choose Language Model…',
    description: reviewers.name ?? 'none',
    command: 'codeReview.chooseModel',
  };
  const output: Step = { label: '$(output) Show Output', command: 'codeReview.showOutput' };
  return settings.baseUrl === '' ? [model, output] : [output];
}
