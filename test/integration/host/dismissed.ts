import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { documentText } from './window.ts';

/** How many comments of a rule are dismissed, as the document shows it. */
export async function dismissedOf(rule: string): Promise<number> {
  await vscode.commands.executeCommand('codeReview.showResolution');
  const text = await documentText('Resolution Rate.md');
  assert.match(text, /^# Resolution rate$/m);
  const cells =
    text
      .split('\n')
      .find(line => line.startsWith(`| ${rule} |`))
      ?.split(' | ') ?? [];
  return Number(cells[5] ?? 0);
}

/** Asks again until the service was told, which nobody waits for; the test's own time limit ends it. */
export async function dismissedBecome(rule: string, count: number): Promise<void> {
  while ((await dismissedOf(rule)) !== count) await new Promise(resolve => setImmediate(resolve));
}
