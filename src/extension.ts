import * as vscode from 'vscode';
import { DisposableStore } from './core/base/disposable.ts';
import { once } from './core/base/once.ts';
import type { Parts } from './main.ts';
import { registerMcpServer } from './vscode/chat/mcpServer.ts';
import { registerTools } from './vscode/chat/registerTools.ts';
import { takeEnvironmentKey } from './vscode/connection/environmentKey.ts';
import { chosenModel } from './vscode/connection/modelChoice.ts';
import { RepositoryAccess } from './vscode/connection/repositoryAccess.ts';
import { CommitFileSystem } from './vscode/findings/elsewhere/commitFileSystem.ts';
import { useDisplayLanguage } from './vscode/platform/displayLanguage.ts';
import { LazyTree } from './vscode/platform/lazyTree.ts';
import { registerCommands, type Manifest } from './vscode/platform/registerCommands.ts';
import { hasReviewed } from './vscode/repository/reviewedPlaces.ts';
import type { Row } from './vscode/views/findingsTree/row.ts';
import { ReadOnlyDocuments } from './vscode/views/readOnlyDocuments.ts';
import type { RepositoriesRow } from './vscode/views/repositories/row.ts';
import { createStatusBarItem } from './vscode/views/statusBarItem.ts';

/** Registers what the editor may ask for. What answers it is loaded when it is first asked for. */
export function activate(context: vscode.ExtensionContext): void {
  useDisplayLanguage();
  const owned = new DisposableStore();
  context.subscriptions.push(owned);
  const { version, contributes } = context.extension.packageJSON as Manifest;
  const script = context.asAbsolutePath('dist/service.js');
  const environmentKey = takeEnvironmentKey(process.env);
  const main: () => Promise<Parts> = once(async () => {
    const { buildParts } = await import('./main.ts');
    return buildParts({
      context,
      owned,
      version,
      script,
      environmentKey,
      access,
      documents,
      findings,
      repositories,
      status,
    });
  });
  // What the log does not get, since it cannot be loaded, the extension host logs as a rejection.
  const onError = (error: unknown): void => void main().then(parts => parts.onError(error));

  const access = new RepositoryAccess(context);
  const documents = owned.add(new ReadOnlyDocuments(onError));
  owned.add(new CommitFileSystem(async uri => (await main()).readCommitFile(uri)));
  const findings = owned.add(
    new LazyTree<Row>('codeReview.findings', async () => (await main()).findings, { showCollapseAll: true }),
  );
  const repositories = owned.add(
    new LazyTree<RepositoriesRow>('codeReview.repositories', async () => (await main()).repositories),
  );
  const status = owned.add(createStatusBarItem());
  owned.add(registerTools(async () => (await main()).tools(), onError));
  owned.add(
    registerMcpServer({
      script,
      version,
      gitExecutable: async () => (await main()).gitExecutable(),
      onStart: async () => (await main()).expectReviews(),
      onError,
    }),
  );
  owned.add(registerCommands(contributes, async (...command) => (await main()).run(...command)));

  /** Shows what was reviewed in the folders of this window by another one or by an agent. */
  const followOthers = async (): Promise<void> => {
    const { rootsReviewedElsewhere } = await import('./vscode/repository/lazyReviewed.ts');
    const roots = await rootsReviewedElsewhere(context.workspaceState, process.env);
    if (roots.length > 0) await (await main()).expectReviews(roots);
  };
  const look = (): void => void followOthers().catch(onError);
  owned.add(vscode.workspace.onDidChangeWorkspaceFolders(look));
  // An agent in a terminal outside may have reviewed meanwhile.
  owned.add(vscode.window.onDidChangeWindowState(({ focused }) => focused && look()));

  // What was found is shown again, and the status bar says which model reads along; other extensions start first.
  if (hasReviewed(context.workspaceState) || chosenModel(context.workspaceState) !== undefined)
    setImmediate(() => void main());
  setImmediate(look);
}
