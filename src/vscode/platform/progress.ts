import * as vscode from 'vscode';
import { plainMessage } from '../../core/base/text.ts';

/** Runs a task behind a cancellable progress notification; pressing Cancel aborts the signal. */
export async function withProgress<T>(
  title: string,
  task: (signal: AbortSignal, report: (message: string) => void) => Promise<T>,
): Promise<T> {
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: plainMessage(title), cancellable: true },
    async (progress, token) => {
      const controller = new AbortController();
      const subscription = token.onCancellationRequested(() => controller.abort());
      try {
        return await task(controller.signal, message => progress.report({ message: plainMessage(message) }));
      } finally {
        subscription.dispose();
      }
    },
  );
}
