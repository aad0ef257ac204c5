import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import { canaryKey } from '../../host/keys/canary.ts';

const address = process.env['BENCH_SERVICE'] ?? '';
const count = Number(process.env['BENCH_FINDINGS']);

/** Signs in, reviews the branch and prints when everything was shown, and what the same costs without the extension. */
export async function run(): Promise<void> {
  const answers = [address, canaryKey()];
  const window = vscode.window as unknown as Record<string, unknown>;
  window['showInputBox'] = () => Promise.resolve(answers.shift());
  window['showQuickPick'] = async (items: Thenable<readonly unknown[]>) => (await items)[0];
  window['showInformationMessage'] = () => Promise.resolve(undefined);
  await vscode.commands.executeCommand('codeReview.signIn');
  // On an idle workbench: while a window opens, the editor's own extensions begin in this process, and block it.
  await delay(4_000);
  const watch = blockWatch();
  const shown = settled('Code Review');
  await vscode.commands.executeCommand('codeReview.reviewCurrentBranch');
  const done = await shown;
  // Tree, badge and status bar follow a moment later.
  await delay(1_000);
  const blocks = watch();
  const started = Date.now();
  const bare = settled('bare');
  setBare();
  console.log(`shown ${JSON.stringify({ done, bare: (await bare) - started, ...blocks })}`);
}

/** When all diagnostics of a source are there. */
function settled(source: string): Promise<number> {
  return new Promise(resolve => {
    const known = new Map<string, number>();
    let all = 0;
    const subscription = vscode.languages.onDidChangeDiagnostics(({ uris }) => {
      // To count all of them each time would take longer than what is measured.
      for (const uri of uris) {
        const now = vscode.languages.getDiagnostics(uri).filter(one => one.source === source).length;
        all += now - (known.get(uri.toString()) ?? 0);
        known.set(uri.toString(), now);
      }
      if (all < count) return;
      subscription.dispose();
      resolve(Date.now());
    });
  });
}

/** The same diagnostics and as many tree items. */
function setBare(): void {
  const collection = vscode.languages.createDiagnosticCollection('bare');
  const existing = vscode.languages
    .getDiagnostics()
    .map(([uri, each]) => [uri, each.filter(({ source }) => source === 'Code Review')] as const);
  const changed = new vscode.EventEmitter<undefined>();
  vscode.window.createTreeView('codeReview.repositories', {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: () => existing.map(([uri]) => uri),
      getTreeItem: uri => new vscode.TreeItem(uri, vscode.TreeItemCollapsibleState.Expanded),
    },
  });
  for (const [uri, each] of existing) {
    collection.set(
      uri,
      each.map(({ range, message, severity }) => {
        const diagnostic = new vscode.Diagnostic(range, message, severity);
        diagnostic.source = 'bare';
        return diagnostic;
      }),
    );
  }
  changed.fire(undefined);
}

/**
 * Watches the event loop. The answer is the longest time in which it did not turn, and the most processor time that it
 * used between two turns: on a busy machine the first is mostly waiting for the processor.
 */
function blockWatch(): () => { readonly longestBlock: number; readonly longestWork: number } {
  let [last, lastUsed] = [performance.now(), processorTime()];
  let [longestBlock, longestWork] = [0, 0];
  const timer = setInterval(() => {
    const [now, used] = [performance.now(), processorTime()];
    longestBlock = Math.max(longestBlock, now - last);
    longestWork = Math.max(longestWork, used - lastUsed);
    [last, lastUsed] = [now, used];
  }, 5);
  return () => {
    clearInterval(timer);
    return { longestBlock: Math.round(longestBlock), longestWork: Math.round(longestWork) };
  };
}

/** Of this thread, in milliseconds. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
