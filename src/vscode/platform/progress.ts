import * as vscode from 'vscode';
import { plainMessage } from '../../core/base/text.ts';

/** Reports a message, and the share that is done, from 0 to 1, if it is known. */
export type ReportProgress = (message: string, share?: number) => void;

/** Runs a task behind a cancellable progress notification; pressing Cancel aborts the signal. */
export async function withProgress<T>(
  title: string,
  task: (signal: AbortSignal, report: ReportProgress) => Promise<T>,
): Promise<T> {
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: plainMessage(title), cancellable: true },
    async (progress, token) => {
      const controller = new AbortController();
      const subscription = token.onCancellationRequested(() => controller.abort());
      let shown = 0;
      const report: ReportProgress = (message, share = 0) => {
        // The bar cannot go back.
        const increment = Math.max(0, share * 100 - shown);
        shown += increment;
        progress.report({ message: plainMessage(message), ...(increment > 0 && { increment }) });
      };
      try {
        return await task(controller.signal, report);
      } finally {
        subscription.dispose();
      }
    },
  );
}
