import * as vscode from 'vscode';
import { print } from './print.ts';
import type { ReviewOutcome, ReviewedFinding } from './reviewOutcome.ts';
import { outcomeLine } from './reviewOutcome.ts';

const source = 'Code Review';
const severities = ['error', 'warning', 'information', 'hint'] as const;

/** Reviews the current branch in the window this is loaded in, tells the outcome and leaves the window open. */
export async function run(): Promise<void> {
  const told = listen();
  const started = Date.now();
  const question = questionAsked();
  await Promise.race([vscode.commands.executeCommand('codeReview.reviewCurrentBranch'), question]);
  const last = told.at(-1);
  const outcome: ReviewOutcome = {
    completed: last?.level === 'info',
    sentence: last?.sentence ?? 'The pull request of the branch is not known: open the window and choose it there.',
    findings: findings(),
    milliseconds: Date.now() - started,
  };
  print(outcomeLine(outcome));
  await new Promise(() => undefined);
}

/** Collects the notifications, which is where the command says what came of it. */
function listen(): { level: 'info' | 'warning' | 'error'; sentence: string }[] {
  const told: ReturnType<typeof listen> = [];
  const window = vscode.window as unknown as Record<string, (sentence: string, ...rest: unknown[]) => unknown>;
  for (const [name, level] of [
    ['showInformationMessage', 'info'],
    ['showWarningMessage', 'warning'],
    ['showErrorMessage', 'error'],
  ] as const) {
    const show = window[name];
    window[name] = (sentence, ...rest) => {
      told.push({ level, sentence });
      return show?.(sentence, ...rest);
    };
  }
  return told;
}

/** Resolves when the command asks something, which nobody in this window would answer. */
function questionAsked(): Promise<void> {
  const window = vscode.window as unknown as Record<string, (...args: unknown[]) => unknown>;
  return new Promise(resolve => {
    for (const name of ['createQuickPick', 'showQuickPick', 'showInputBox', 'createInputBox']) {
      const ask = window[name];
      window[name] = (...args) => {
        resolve();
        return ask?.(...args);
      };
    }
  });
}

function findings(): ReviewedFinding[] {
  return vscode.languages.getDiagnostics().flatMap(([uri, diagnostics]) =>
    diagnostics
      .filter(diagnostic => diagnostic.source === source)
      .map(({ code, message, range, severity }) => ({
        path: vscode.workspace.asRelativePath(uri, false),
        line: range.start.line + 1,
        column: range.start.character + 1,
        severity: severities[severity],
        rule: String(typeof code === 'object' ? code.value : (code ?? '-')),
        message: message.split('\n', 1)[0] ?? '',
      })),
  );
}
