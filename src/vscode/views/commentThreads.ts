import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/disposable.ts';
import { t } from '../../core/base/l10n.ts';
import { relatedToMarkdown } from '../../core/render/markdownReport.ts';
import { sanitizeMarkdown, visibleText } from '../../core/render/sanitizeMarkdown.ts';
import { commitFileScheme } from '../findings/elsewhere/commitFile.ts';
import type { ReviewComment } from '../../core/review/review.ts';
import { relatedUri } from '../findings/relatedUri.ts';
import { contextValueOf } from '../findings/workItem.ts';
import { toRange } from './diagnostics.ts';
import { settings } from '../platform/settings.ts';
import { threadLabel } from './threadLabel.ts';
import type { WorkItem } from '../findings/workItem.ts';
import type { Worklist } from '../findings/worklist.ts';

const author: vscode.CommentAuthorInformation = { name: 'Code Review' };
const mostPerDocument = 100;
const restMilliseconds = 300;
const { Collapsed, Expanded } = vscode.CommentThreadCollapsibleState;

/** A thread that knows which finding it shows. */
export interface FindingThread extends vscode.CommentThread {
  findingId?: string;
}

/** The last visited finding, as long as it is there. */
interface Unfolded {
  readonly id: string;
  /** Such as "3 of 14"; empty once it is not among the open ones. */
  readonly position: string;
}

/**
 * Findings as comments beside the code. Threads are costly (1,000 freeze the window for seconds), so they exist for
 * visible documents only, and a document's threads are touched only when its findings change.
 */
export class CommentThreads implements Disposable {
  readonly #worklist: Worklist;
  readonly #owned = new DisposableStore();
  readonly #controller: vscode.CommentController;
  readonly #shown = new Map<string, Map<string, FindingThread>>();
  #unfolded: Unfolded | undefined;
  #numbered: () => Unfolded | undefined = () => undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(worklist: Worklist) {
    this.#worklist = worklist;
    this.#controller = this.#owned.add(vscode.comments.createCommentController('codeReview', 'Code Review'));
    this.#owned.add(
      worklist.onDidChange(uris => {
        const visible = visibleFiles();
        for (const uri of uris) if (visible.has(uri.toString())) this.#show(uri);
        this.#soon();
      }),
    );
    this.#owned.add(vscode.window.onDidChangeVisibleTextEditors(() => this.#follow()));
    this.#owned.add(
      vscode.workspace.onDidChangeConfiguration(event => {
        if (event.affectsConfiguration('codeReview.showAs')) for (const uri of visibleFiles().values()) this.#show(uri);
      }),
    );
    this.#follow();
  }

  /**
   * Unfolds the thread of a finding as soon as its file is visible, and folds the one that was unfolded before.
   * @param numbered returns the finding as it is at the time, and its number; called again when findings have changed
   */
  unfold(item: WorkItem, numbered: () => Unfolded): void {
    const { id } = item.finding;
    const before = this.#unfolded;
    this.#numbered = numbered;
    this.#unfolded = numbered();
    const last = before === undefined || before.id === id ? undefined : this.#find(before.id);
    if (last !== undefined) last.collapsibleState = Collapsed;
    // A thread may be missing where a file has very many of them.
    if (item.uri !== undefined && visibleFiles().has(item.uri.toString())) this.#show(item.uri);
    const thread = this.#find(id);
    if (thread === undefined) return;
    // The editor does not tell of threads that were folded by hand: only a change unfolds one again.
    thread.collapsibleState = Collapsed;
    thread.collapsibleState = Expanded;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const name of [...this.#shown.keys()]) this.#hide(name);
    this.#owned.dispose();
  }

  #find(id: string): FindingThread | undefined {
    return [...this.#shown.values()].map(threads => threads.get(id)).find(thread => thread !== undefined);
  }

  #follow(): void {
    const visible = visibleFiles();
    for (const name of [...this.#shown.keys()]) if (!visible.has(name)) this.#hide(name);
    for (const [name, uri] of visible) if (!this.#shown.has(name)) this.#show(uri);
  }

  #hide(name: string): void {
    for (const thread of this.#shown.get(name)?.values() ?? []) thread.dispose();
    this.#shown.delete(name);
  }

  #show(uri: vscode.Uri): void {
    const name = uri.toString();
    const items = settings.showAs(uri) === 'diagnostics' ? [] : this.#itemsOf(uri);
    const before = this.#shown.get(name) ?? new Map<string, FindingThread>();
    const now = new Map<string, FindingThread>();
    for (const item of items) {
      const { id } = item.finding;
      const thread = before.get(id) ?? this.#create(item, uri);
      before.delete(id);
      update(thread, item, this.#positionOf(id));
      now.set(id, thread);
    }
    for (const thread of before.values()) thread.dispose();
    if (now.size > 0) this.#shown.set(name, now);
    else this.#shown.delete(name);
  }

  #itemsOf(uri: vscode.Uri): readonly WorkItem[] {
    const items = this.#worklist.of(uri);
    return items.filter(({ finding }, index) => index < mostPerDocument || finding.id === this.#unfolded?.id);
  }

  #positionOf(id: string): string {
    const unfolded = this.#unfolded;
    return unfolded?.id === id ? unfolded.position : '';
  }

  /** The open findings are counted when typing rests: with very many of them that takes a while. */
  #soon(): void {
    clearTimeout(this.#timer);
    if (this.#unfolded !== undefined) this.#timer = setTimeout(() => this.#number(), restMilliseconds);
  }

  /** Numbers the finding anew: others may be done, or new. */
  #number(): void {
    const before = this.#unfolded;
    const now = this.#numbered();
    this.#unfolded = now;
    if (now === undefined || (before?.id === now.id && before.position === now.position)) return;
    const uri = this.#find(now.id)?.uri;
    if (uri !== undefined) this.#show(uri);
  }

  #create({ finding }: WorkItem, uri: vscode.Uri): FindingThread {
    const thread: FindingThread = this.#controller.createCommentThread(uri, toRange(finding.range), [
      commentOf(finding.comment, uri),
    ]);
    thread.findingId = finding.id;
    thread.canReply = false;
    thread.collapsibleState = finding.id === this.#unfolded?.id ? Expanded : Collapsed;
    return thread;
  }
}

/** Every assignment is a message to the editor, so only what differs is assigned. */
function update(thread: FindingThread, item: WorkItem, position: string): void {
  const at = toRange(item.finding.range);
  if (thread.range?.isEqual(at) !== true) thread.range = at;
  const context = contextValueOf(item);
  if (thread.contextValue !== context) thread.contextValue = context;
  const { decision } = item;
  const closed = decision.state === 'open' ? '' : decision.state;
  const label = threadLabel(item, position);
  if (thread.label !== label) thread.label = label;
  const resolved = closed === '' ? vscode.CommentThreadState.Unresolved : vscode.CommentThreadState.Resolved;
  if (thread.state !== resolved) thread.state = resolved;
}

function commentOf(comment: ReviewComment, uri: vscode.Uri): vscode.Comment {
  const { body, suggestion, url, wholeTitle: title = comment.title } = comment;
  const fence = '`'.repeat(
    Math.max(3, ...[...(suggestion?.text ?? '').matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)),
  );
  const offered =
    suggestion === undefined
      ? ''
      : suggestion.text === ''
        ? `_${t('Suggestion: delete these lines.')}_`
        : `${t('Suggestion:')}\n\n${fence}\n${visibleText(suggestion.text)}\n${fence}`;
  // In angle brackets no bracket of the address ends the link.
  const link = url === undefined ? '' : `[${new URL(url).host}](<${url}>)`;
  const places = relatedToMarkdown(comment, location => {
    const other = relatedUri(comment, uri, location);
    return other?.scheme === commitFileScheme
      ? undefined
      : other?.with({ fragment: `L${location.range.startLine}` }).toString();
  });
  // Neither trusted nor with HTML: foreign text can open nothing but the https links that are left in it, and files of its repository.
  const text = new vscode.MarkdownString(
    [`**${sanitizeMarkdown(title)}**`, sanitizeMarkdown(body), places, offered, link].filter(Boolean).join('\n\n'),
  );
  return { body: text, mode: vscode.CommentMode.Preview, author };
}

function visibleFiles(): Map<string, vscode.Uri> {
  const uris = vscode.window.visibleTextEditors
    .map(({ document }) => document.uri)
    .filter(({ scheme }) => scheme === 'file' || scheme === commitFileScheme);
  return new Map(uris.map(uri => [uri.toString(), uri]));
}
