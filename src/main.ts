import path from 'node:path';
import * as vscode from 'vscode';
import { Budgets } from './api/rateLimit/budgets.ts';
import { lazyTransport } from './api/transport/lazyTransport.ts';
import type { DisposableStore } from './core/base/disposable.ts';
import { once } from './core/base/once.ts';
import { Redactor } from './core/base/redactor.ts';
import { Git } from './git/run/git.ts';
import type { ReviewSubject, SettledRecord } from './reviews/store/reviewRecord.ts';
import type { Follow } from './reviews/reviewRuns.ts';
import { Reviews } from './reviews/reviews.ts';
import { CodeActions } from './vscode/views/codeActions.ts';
import { CodeLenses } from './vscode/views/codeLenses.ts';
import type { CheckOutArgument } from './vscode/commands/checkOut.ts';
import type { RepositoryArgument } from './vscode/repository/chooseRepository.ts';
import type { PendingRow } from './vscode/commands/pendingReviews.ts';
import { commandWithRow, lazyFindingCommands, rowCommand } from './vscode/commands/rowArgument.ts';
import { Connections, type Connection } from './vscode/connection/connections.ts';
import { OpenReviews } from './vscode/repository/openReviews.ts';
import { Diagnostics } from './vscode/views/diagnostics.ts';
import { EmbeddedService } from './vscode/connection/embeddedService.ts';
import { findEditorGit } from './vscode/repository/editorGit.ts';
import { FindingDecorations } from './vscode/views/findingDecorations.ts';
import type { EarlierRow, FileRow, ReviewRow, Row } from './vscode/views/findingsTree/row.ts';
import { FindingsView } from './vscode/views/findingsTree/findingsView.ts';
import { ApiKeyStore } from './vscode/connection/apiKeyStore.ts';
import type { LanguageModelTools } from './vscode/chat/registerTools.ts';
import { Log } from './vscode/platform/log.ts';
import { NextReviewOffer } from './vscode/review/offerNextReview.ts';
import { PlainHttpConsent } from './vscode/connection/plainHttp.ts';
import { PlacedFindings } from './vscode/findings/placedFindings.ts';
import type { ReadOnlyDocuments } from './vscode/views/readOnlyDocuments.ts';
import type { LazyTree } from './vscode/platform/lazyTree.ts';
import { runCommand, type CommandTable } from './vscode/platform/runCommand.ts';
import { RenamedBranches } from './vscode/review/renamedBranches.ts';
import { RememberedChoices } from './vscode/repository/rememberedChoices.ts';
import type { RepositoryAccess } from './vscode/connection/repositoryAccess.ts';
import { RepositoriesView } from './vscode/views/repositories/repositoriesView.ts';
import type { RepositoriesRow, RepositoryRow } from './vscode/views/repositories/row.ts';
import type { ModelChoice } from './vscode/connection/modelChoice.ts';
import { ReviewerChoice } from './vscode/connection/reviewerChoice.ts';
import { findingIn, reviewOf, type ReviewArgument, type RowOfReview } from './vscode/findings/chosenReview.ts';
import { settings } from './vscode/platform/settings.ts';
import { SetupState } from './vscode/views/setupState.ts';
import { StatusBar } from './vscode/views/statusBar.ts';
import { CommentThreads } from './vscode/views/commentThreads.ts';
import { OpenRepositories } from './vscode/repository/openRepositories.ts';
import type { RecordDecisions } from './vscode/findings/recordDecisions.ts';
import { Worklist } from './vscode/findings/worklist.ts';

/** What is registered at activation, for the parts that answer. */
interface Registered {
  readonly context: vscode.ExtensionContext;
  /** Gets everything with a lifetime. */
  readonly owned: DisposableStore;
  readonly version: string;
  /** Path of the service's bundle. */
  readonly script: string;
  readonly environmentKey: string | undefined;
  readonly access: RepositoryAccess;
  readonly documents: ReadOnlyDocuments;
  readonly findings: LazyTree<Row>;
  readonly repositories: LazyTree<RepositoriesRow>;
  readonly status: vscode.StatusBarItem;
}

/** What the editor may ask for. */
export interface Parts {
  readonly findings: vscode.TreeDataProvider<Row>;
  readonly repositories: vscode.TreeDataProvider<RepositoriesRow>;
  readonly tools: () => Promise<LanguageModelTools>;
  readonly readCommitFile: (uri: vscode.Uri) => Promise<Uint8Array>;
  readonly gitExecutable: () => Promise<string>;
  /** Shows reviews of these working copies, or of all open ones, from now on, also where this window has made none. */
  readonly expectReviews: (roots?: readonly string[]) => Promise<void>;
  /** Runs a command of the manifest. */
  readonly run: (id: string, args: readonly unknown[]) => Promise<unknown>;
  readonly onError: (error: unknown) => void;
}

/** Builds the parts and wires them; starts nothing. */
export function buildParts(registered: Registered): Parts {
  const { context, owned, version, script, access, documents } = registered;
  const redactor = new Redactor();
  const log = new Log(owned.add(vscode.window.createOutputChannel('Code Review', { log: true })), redactor);
  const onError = (error: unknown): void => log.error('unexpected', error);
  const storage = context.globalStorageUri.fsPath;

  const git = new Git({
    executable: findEditorGit,
    log: line => log.debug(line),
    mayRun: () => vscode.workspace.isTrusted,
  });
  const keys = owned.add(
    new ApiKeyStore({
      secrets: context.secrets,
      state: context.globalState,
      redactor,
      environmentKey: registered.environmentKey,
      onError,
    }),
  );
  const plain = new PlainHttpConsent(context.globalState, path.join(storage, 'plainHttp'));
  const occasional = once(() => import('./vscode/commands/lazyCommands.ts'));
  const models = once(async () => new (await occasional()).EditorModels());
  const copies = owned.add(new OpenRepositories(git, onError));
  const elsewhere = once(async () => {
    const { Elsewhere } = await import('./vscode/findings/lazyFindings.ts');
    return owned.add(new Elsewhere(git, copies, onError));
  });
  const reviewers = owned.add(new ReviewerChoice(context.workspaceState, context.secrets, redactor, plain, onError));
  const embedded = owned.add(
    new EmbeddedService({
      script,
      dataFolder: path.join(storage, 'service'),
      keepDays: () => settings.keepDays,
      gitExecutable: () => git.path(),
      repositories: () => copies.served(),
      reviewers: () => reviewers.current(),
      ask: async (id, request, signal) => (await models()).ask(id, request, signal),
      redactor,
      onLine: line => log.warn(`embedded service: ${line}`),
      onError,
    }),
  );
  owned.add(reviewers.onDidChange(() => void embedded.updateReviewers().catch(onError)));
  const transport = lazyTransport({
    userAgent: `code-review-vscode/${version}`,
    network: () => settings.network,
    hostFetch: (input, init) => fetch(input, init),
  });
  owned.add({ dispose: () => transport.close() });
  const limit = (): number => settings.requestsPerHour;
  const budgets = owned.add(new Budgets({ folder: path.join(storage, 'budget'), limit, onError }));
  const connections = new Connections(transport, keys, embedded, budgets, log, plain);
  const userData = once(async () => {
    const { openUserData, userDataFolder } = await import('./vscode/findings/lazyFindings.ts');
    return owned.add(await openUserData(userDataFolder(process.env), onError, storage));
  });
  const reviews = owned.add(new Reviews({ store: async () => (await userData()).reviews, onError }));
  const drawn = (): Promise<void> => worklist.settled();
  const open: OpenReviews = owned.add(new OpenReviews(git, copies, reviews, context.workspaceState, onError, drawn));
  const reviewedText = once(async () => {
    const { ReviewedText } = await import('./vscode/findings/lazyFindings.ts');
    return owned.add(new ReviewedText(git, onError));
  });
  const findings = owned.add(
    new PlacedFindings(
      open,
      {
        of: async (...about) => (await reviewedText()).of(...about),
        blobsOf: async record => (await reviewedText()).blobsOf(record),
        expect: record => void reviewedText().then(text => text.expect(record), onError),
      },
      copies.onDidChange,
      onError,
      () => copies.anchors,
      async (record, root) => (await elsewhere()).place(record, root),
      open.onDidChangeWork,
    ),
  );
  const decisions = async (): Promise<RecordDecisions> => {
    const { RecordDecisions: Class } = await import('./vscode/findings/lazyFindings.ts');
    return new Class((await userData()).decisions, copies);
  };
  const worklist = owned.add(new Worklist(open, findings, decisions, onError));
  const suggestions = once(async () =>
    owned.add(new (await occasional()).Suggestions(worklist, () => tree.order(), context.workspaceState, onError)),
  );
  // What was applied before a reload may be lost.
  if (context.workspaceState.get('unsavedSuggestions') !== undefined) suggestions().catch(onError);
  owned.add(new Diagnostics(worklist));
  owned.add(new FindingDecorations(worklist, onError));
  const threads = owned.add(new CommentThreads(worklist));
  owned.add(new CodeActions(worklist));
  owned.add(new CodeLenses(worklist, onError));
  const tree = owned.add(new FindingsView(registered.findings, worklist, reviews, context.workspaceState));
  owned.add(new RenamedBranches({ git, open, reviews, drawn, onError }));
  owned.add(new NextReviewOffer({ git, copies, open, drawn, onError }));
  const status = owned.add(new StatusBar(registered.status, worklist, connections, reviewers, onError));
  const repositories = owned.add(new RepositoriesView(registered.repositories, connections, copies, log));
  owned.add(new SetupState({ git, copies, connections, keys, reviewers, findings: tree, onError }));
  /** Has another service or key followed. */
  const onDidChangeAccount = (follow: () => Promise<void>): void => {
    const followed = (): void => void follow().catch(onError);
    owned.add(keys.onDidChange(followed));
    owned.add(
      vscode.workspace.onDidChangeConfiguration(event => {
        if (event.affectsConfiguration('codeReview.baseUrl')) followed();
      }),
    );
  };
  onDidChangeAccount(() => repositories.follow());
  onDidChangeAccount(() => status.followAccount());
  const updateRepositories = async (): Promise<void> => {
    await embedded.updateRepositories();
    // The embedded service lists the repositories of this window.
    if (settings.baseUrl === '') repositories.refresh();
  };
  for (const changed of [copies.onDidChange, copies.onDidVisit])
    owned.add(changed(() => void updateRepositories().catch(onError)));

  const signIn = once(async () => new (await occasional()).SignIn(connections, keys, plain));
  const pages = once(async () => {
    const { Pages } = await import('./vscode/views/pages/pages.ts');
    return owned.add(new Pages(worklist, context.extensionUri));
  });
  const navigation = once(
    async () =>
      new (await occasional()).Navigation({
        worklist,
        threads,
        tree,
        showPage: async (item, keepsFocus) => (await pages()).showFinding(item, keepsFocus),
      }),
  );
  const lists = once(async () => new (await occasional()).ScopedLists(access.journal));
  const dismissals = once(async () => {
    const { Dismissals } = await occasional();
    return new Dismissals({ connections, embedded, state: context.workspaceState, lists: await lists(), log });
  });
  const tellDismissals = async (): Promise<void> => (await dismissals()).tell();
  owned.add(embedded.onDidStart(() => void tellDismissals().catch(onError)));
  const choices = new RememberedChoices(context.workspaceState);
  const sessions = once(async () => new (await occasional()).ProviderSessions(access, redactor));
  const subjects = once(async () => {
    const { ReviewSubjects } = await import('./vscode/commands/lazyReviewing.ts');
    return owned.add(new ReviewSubjects({ git, copies, reviews, choices, transport, sessions: await sessions() }));
  });
  const reviewing = once(async () => {
    const bundle = await import('./vscode/commands/lazyReviewing.ts');
    const polling = owned.add(new bundle.SharedPolling({ folder: path.join(storage, 'looks'), onError }));
    const userActivity = owned.add(new bundle.WindowActivity(onError));
    const carry: Worklist['carry'] = (...about) => worklist.carry(...about);
    const follow: Follow = (...about) => bundle.followRenames({ git, carry, onError }, ...about);
    const runs = owned.add(
      new bundle.ReviewRuns({ reviews, polling, userActivity, drawn, follow, kept: context.workspaceState }),
    );
    const watch = new bundle.ReviewWatch({ reviews, runs, connections, worklist, reviewers, log, tree });
    onDidChangeAccount(() => watch.followAccount());
    const commands = new bundle.ReviewCommands({ copies, connections, subjects, watch, signIn });
    const openFor = (subject: ReviewSubject): Promise<Connection | undefined> => commands.openFor(subject);
    return { ...bundle, watch, commands, openFor };
  });
  const goOn = async (): Promise<void> => (await reviewing()).watch.goOn();
  for (const changed of [open.onDidChange, reviews.onDidChange])
    owned.add(changed(() => reviews.hasInterrupted && void goOn().catch(onError)));
  const reviewCurrent = async (): Promise<void> => (await reviewing()).commands.reviewCurrentBranch();
  const tools = once(async () => (await occasional()).languageModelTools({ worklist, review: reviewCurrent }));
  const chosen = async (about: ReviewArgument): Promise<SettledRecord | undefined> =>
    (await occasional()).chosenReview(worklist, about);
  const exportOf = async (record: SettledRecord | undefined): Promise<void> => {
    if (record !== undefined) await (await occasional()).exportReview(record, { version, worklist });
  };
  const reportOf = async (record: SettledRecord | undefined, about: ReviewArgument): Promise<void> => {
    if (record !== undefined) await (await pages()).showReview(record, findingIn(about));
  };
  const aboutFinding = lazyFindingCommands(once(async () => (await occasional()).findingCommands(worklist, tree)));
  const table: CommandTable = {
    'codeReview.signIn': async () => (await signIn()).run(),
    'codeReview.signOut': async () => (await occasional()).signOut(connections, keys, access),
    'codeReview.allowRepositoryAccess': async (about?: RepositoryArgument) =>
      (await occasional()).allowAccess(copies, await sessions(), about),
    'codeReview.switchKey': async () => (await occasional()).switchKey(connections, keys),
    'codeReview.reviewCurrentBranch': async (about?: RepositoryArgument) =>
      (await reviewing()).commands.reviewCurrentBranch(about),
    'codeReview.reviewChanges': async (about?: RepositoryArgument, what?: unknown) => {
      const { reviewChanges, watch } = await reviewing();
      await reviewChanges({ copies, connections, subjects, watch, reviewers, log }, about, what);
    },
    'codeReview.reviewPullRequest': async () => (await reviewing()).commands.reviewPullRequest(),
    'codeReview.reviewRowPullRequest': rowCommand<RepositoryRow>(async ({ repository }) =>
      (await reviewing()).commands.reviewPullRequest(repository),
    ),
    'codeReview.reviewAgain': commandWithRow<ReviewRow>(async row => {
      const record = row === undefined ? worklist.active?.current[0]?.records[0] : row.record;
      const { reviewAgain, watch, openFor } = await reviewing();
      await reviewAgain({ copies, subjects, watch, log, open: openFor }, record);
    }),
    'codeReview.cancelReview': commandWithRow<PendingRow>(async row => {
      const { cancelReview, watch, openFor } = await reviewing();
      await cancelReview({ reviews, watch, open: openFor }, row);
    }),
    'codeReview.resumeReview': commandWithRow<PendingRow>(async row => {
      const { resumeReview, watch, openFor } = await reviewing();
      await resumeReview({ reviews, watch, open: openFor }, row);
    }),
    'codeReview.refreshRepositories': () => repositories.refresh(),
    'codeReview.filterRepositories': () => repositories.askFilter(),
    'codeReview.clearRepositoryFilter': () => repositories.setFilter(''),
    'codeReview.openRepositoryOnWeb': rowCommand<RepositoryRow>(async row => (await occasional()).openOnWeb(row)),
    'codeReview.openReviewOnWeb': rowCommand<ReviewRow>(async row => (await occasional()).openReviewOnWeb(row)),
    'codeReview.copyRepositoryName': rowCommand<RepositoryRow>(async row => (await occasional()).copyName(row)),
    'codeReview.nextFinding': async () => (await navigation()).go(1),
    'codeReview.previousFinding': async () => (await navigation()).go(-1),
    'codeReview.openFinding': aboutFinding(async (item, keepsFocus) => (await navigation()).show(item, keepsFocus)),
    'codeReview.groupFindings': async () => (await occasional()).groupFindings(tree),
    'codeReview.filterFindings': async () => (await occasional()).filterFindings(worklist),
    'codeReview.clearFindingsFilter': () => worklist.setFilter(''),
    'codeReview.applySuggestion': aboutFinding(async item => (await suggestions()).apply(item)),
    'codeReview.previewSuggestion': aboutFinding(async item => (await suggestions()).preview(item)),
    'codeReview.nextSuggestion': aboutFinding(async item => (await suggestions()).previewNext(item)),
    'codeReview.applyAllSuggestions': async () => (await suggestions()).applyAll(worklist.open),
    'codeReview.applyFileSuggestions': rowCommand<FileRow>(async ({ uri }) =>
      (await suggestions()).applyAll(worklist.open.filter(item => item.uri?.toString() === uri?.toString())),
    ),
    'codeReview.markDone': aboutFinding(async item => (await occasional()).markDone(worklist, item)),
    'codeReview.dismissFinding': aboutFinding(async item =>
      (await occasional()).dismissFinding(worklist, await dismissals(), item),
    ),
    'codeReview.reopenFinding': aboutFinding(async item =>
      (await occasional()).reopenFinding(worklist, await dismissals(), item),
    ),
    'codeReview.muteRule': aboutFinding(async item => (await occasional()).muteRule(await lists(), item)),
    'codeReview.mutePath': aboutFinding(async item => (await occasional()).mutePath(await lists(), item)),
    'codeReview.unmute': async () => (await occasional()).unmute(await lists()),
    'codeReview.copyFinding': aboutFinding(async item => (await occasional()).copyFinding(item)),
    'codeReview.copyFindingAsJson': aboutFinding(async item => (await occasional()).copyFindingAsJson(item)),
    'codeReview.fixWithChat': aboutFinding(async item => (await occasional()).fixWithChat(item)),
    'codeReview.fixAllWithChat': async () => (await occasional()).fixAllWithChat(worklist),
    'codeReview.exportReview': async (about?: ReviewArgument) => exportOf(await chosen(about)),
    'codeReview.exportRow': rowCommand<RowOfReview>(row => exportOf(reviewOf(row))),
    'codeReview.showReport': async (about?: ReviewArgument) => reportOf(await chosen(about), about),
    'codeReview.showRowReport': rowCommand<RowOfReview>(row => reportOf(reviewOf(row), row)),
    'codeReview.showReview': (reviewId: string, series?: string) => open.choose(reviewId, series),
    'codeReview.backToCurrent': commandWithRow<ReviewRow>(row => open.backToCurrent(row?.review.key)),
    'codeReview.removeReview': rowCommand<ReviewRow | EarlierRow>(row =>
      reviews.remove(row.kind === 'review' ? row.review.records : [row.record]),
    ),
    'codeReview.checkOut': rowCommand<CheckOutArgument>(async row =>
      (await occasional()).checkOut({ git, copies, reviews }, row),
    ),
    'codeReview.showMenu': async () => (await occasional()).showMenu({ git, copies, worklist, reviewers }),
    'codeReview.chooseModel': async (only?: ModelChoice) =>
      (await occasional()).chooseModel({ reviewers, plain, transport }, only),
    'codeReview.addTool': async () => (await occasional()).addTool(await lists(), copies),
    'codeReview.showResolution': async () => (await occasional()).showResolution(connections, documents),
    'codeReview.checkConnection': async () =>
      (await occasional()).checkConnection(connections, documents, redactor, version),
    'codeReview.showOutput': () => log.show(),
  };
  return {
    findings: tree,
    repositories,
    tools,
    readCommitFile: async uri => (await elsewhere()).readFile(uri),
    gitExecutable: () => git.path(),
    expectReviews: roots => open.expect(roots),
    run: (id, args) => runCommand(table, log, id, args),
    onError,
  };
}
