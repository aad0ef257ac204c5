import * as vscode from 'vscode';
import { isSettled, type ReviewRecord } from '../reviews/reviewRecord.ts';
import { summarise } from '../reviews/reviewSummary.ts';
import type { CurrentBranch } from './currentBranch.ts';

type Step = vscode.QuickPickItem & { readonly command: string };

/** The status bar item's menu: every next step for the state it shows. */
export async function showMenu(current: CurrentBranch): Promise<void> {
  const { record } = current;
  const placeHolder = record === undefined ? 'This branch has not been reviewed yet.' : summarise(record);
  const picked = await vscode.window.showQuickPick(stepsFor(record), { title: 'Code Review', placeHolder });
  if (picked !== undefined) await vscode.commands.executeCommand(picked.command);
}

function stepsFor(record: ReviewRecord | undefined): Step[] {
  const review: Step = {
    label: record === undefined ? '$(play) Review Current Branch' : '$(refresh) Review Current Branch Again',
    command: 'codeReview.reviewCurrentBranch',
  };
  const resume: Step = { label: '$(watch) Resume Watching', command: 'codeReview.resumeReview' };
  const problems: Step = { label: '$(warning) Show Problems', command: 'workbench.actions.view.problems' };
  const findings: Step = { label: '$(list-tree) Show Findings', command: 'codeReview.findings.focus' };
  const always: Step[] = [
    { label: '$(git-pull-request) Review Pull Request…', command: 'codeReview.reviewPullRequest' },
    { label: '$(repo) Show Repositories', command: 'codeReview.repositories.focus' },
    { label: '$(output) Show Output', command: 'codeReview.showOutput' },
  ];
  if (record === undefined) return [review, ...always];
  if (!isSettled(record)) return [resume, review, ...always];
  return record.state === 'gaveUp' ? [resume, review, findings, ...always] : [findings, problems, review, ...always];
}
