import * as vscode from 'vscode';
import { canaryKey } from '../host/canary.ts';

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
  const watch = blockWatch();
  const shown = settled('Code Review');
  await vscode.commands.executeCommand('codeReview.reviewCurrentBranch');
  const done = await shown;
  const longestBlock = watch();
  const started = Date.now();
  const bare = settled('bare');
  setBare();
  console.log(`shown ${JSON.stringify({ done, bare: (await bare) - started, longestBlock })}`);
}

/** When all diagnostics of a source are there. */
function settled(source: string): Promise<number> {
  return new Promise(resolve => {
    const subscription = vscode.languages.onDidChangeDiagnostics(() => {
      const all = vscode.languages
        .getDiagnostics()
        .reduce((sum, [, each]) => sum + each.filter(one => one.source === source).length, 0);
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

/** Watches the event loop; the answer is the longest time in which it did not turn. */
function blockWatch(): () => number {
  let last = performance.now();
  let longest = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }, 5);
  return () => {
    clearInterval(timer);
    return Math.round(longest);
  };
}
