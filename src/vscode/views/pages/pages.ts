import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../core/base/disposable.ts';
import { plainLine } from '../../../core/base/text.ts';
import { locale, t } from '../../../core/base/l10n.ts';
import { plainMarkdown } from '../../../core/render/plainMarkdown.ts';
import { pathOf, placementWord } from '../../../core/review/finding.ts';
import type { ReviewComment } from '../../../core/review/review.ts';
import { decisionLabel, type Decision } from '../../../reviews/decisions/decisions.ts';
import { hasPullRequest, subjectName, type SettledRecord } from '../../../reviews/store/reviewRecord.ts';
import { summarise } from '../../../reviews/summary/reviewSummary.ts';
import { findingId } from '../../../reviews/current/shownReviews.ts';
import type { WorkItem } from '../../findings/workItem.ts';
import type { Worklist } from '../../findings/worklist.ts';
import { fileNotice } from '../../findings/placement/fileNotice.ts';
import { findingHtml, type PageFinding } from './findingHtml.ts';
import { commandLink, pageHtml, type PageCommand } from './pageHtml.ts';
import { reviewHtml } from './reviewHtml.ts';

const linked: readonly PageCommand[] = ['codeReview.openFinding', 'codeReview.showReport'];

const restMilliseconds = 300;

/** Makes what a page shows. @param arrival a number that differs each time that the page has to go to its finding */
type Content = (arrival?: number) => { readonly title: string; readonly body: string };

/** What a panel shows, made anew whenever the findings change. */
interface Page {
  readonly panel: vscode.WebviewPanel;
  content: Content;
  /** Asks for what its content has to know beforehand, which may have changed. */
  prepare: () => Promise<void>;
  /** What it shows, without going to a finding. */
  html: string;
  /** How often it has gone to a finding. */
  arrivals: number;
  /** Whether it has to go to one when it is drawn next, or has just gone. */
  isArriving: 'soon' | 'now' | 'no';
}

/** Reviews and findings as pages in the editor area (docs/decisions/pages.md). */
export class Pages implements Disposable {
  readonly #worklist: Worklist;
  readonly #media: vscode.Uri;
  readonly #owned = new DisposableStore();
  // One for each review, and one that all findings share.
  readonly #pages = new Map<string, Page>();
  #timer: NodeJS.Timeout | undefined;

  /** @param extension folder of the extension */
  constructor(worklist: Worklist, extension: vscode.Uri) {
    this.#worklist = worklist;
    this.#media = vscode.Uri.joinPath(extension, 'media');
    this.#owned.add(worklist.onDidChange(() => this.#soon()));
  }

  /** Shows a review with everything it came with. @param opened id of the finding to go to */
  async showReview(record: SettledRecord, opened?: string): Promise<void> {
    let decisions: ReadonlyMap<string, Decision> = new Map();
    let asked = 0;
    const prepare = async (): Promise<void> => {
      const turn = ++asked;
      const now = await this.#worklist.decisionsOf(record);
      // What was asked for later is newer, whichever comes first.
      if (turn === asked) decisions = now;
    };
    const content: Content = arrival => this.#review(record, decisions, opened, arrival);
    await prepare();
    this.#show(`review ${record.subject.service} ${record.reviewId}`, { content, prepare }, opened !== undefined);
  }

  /** Shows a finding whose file no editor of text shows, or that is in none. @param keepsFocus whether the focus stays where it is */
  showFinding(item: WorkItem, keepsFocus = false): void {
    const { id } = item.finding;
    const content: Content = () => {
      const now = this.#worklist.byId(id) ?? item;
      const path = pathOf(now.finding);
      const link = commandLink('codeReview.showReport', id, t('All findings of this review'));
      // A link would lead back here, as long as the file is the same.
      const isInEditor = now.uri !== undefined && now.uri.toString() !== item.uri?.toString();
      const shown = { ...pageFinding(now), isInEditor, notice: isInEditor ? '' : fileNotice(now) };
      const body = `${findingHtml(shown, 'h1')}\n<nav><p>${link}</p></nav>`;
      const name = plainMarkdown(now.finding.comment.title);
      return {
        title: plainLine(path === undefined ? name : t('{name}: {text}', { name: path, text: name }), 60),
        body,
      };
    };
    this.#show('finding', { content, prepare: () => Promise.resolve() }, false, keepsFocus);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const { panel } of this.#pages.values()) panel.dispose();
    this.#owned.dispose();
  }

  #review(
    record: SettledRecord,
    decisions: ReadonlyMap<string, Decision>,
    opened: string | undefined,
    arrival: number | undefined,
  ): ReturnType<Content> {
    const { review, subject, settledAt } = record;
    const name = plainLine(subjectName(subject), 120);
    const time = new Date(settledAt).toLocaleString(locale());
    const commit = review.commit?.slice(0, 12);
    const body = reviewHtml({
      heading: t('Review of {name}', { name }),
      lead: [
        subject.title !== undefined && hasPullRequest(subject) ? subject.title : '',
        summarise(record),
        commit === undefined ? t('Ended {time}.', { time }) : t('Ended {time}, commit {commit}.', { time, commit }),
      ].filter(Boolean),
      findings: (review.comments ?? []).map((comment, index) => {
        const id = findingId(record, index);
        const item = this.#worklist.byId(id);
        if (item !== undefined) return pageFinding(item);
        return { id, comment, facts: factsOf('', comment, decisions.get(id)), isInEditor: false };
      }),
      undecoded: review.undecoded,
      summary: review.summary,
      notes: review.notes,
      gaps: review.gaps ?? [],
      opened,
      arrival,
    });
    return { title: t('Review of {name}', { name }), body };
  }

  #show(key: string, made: Pick<Page, 'content' | 'prepare'>, arrives: boolean, preserveFocus = false): void {
    const isArriving = arrives ? 'soon' : 'no';
    const known = this.#pages.get(key);
    if (known !== undefined) {
      Object.assign(known, { ...made, isArriving });
      this.#draw(known);
      known.panel.reveal(undefined, preserveFocus);
      return;
    }
    const place = { viewColumn: vscode.ViewColumn.Active, preserveFocus };
    const panel = vscode.window.createWebviewPanel('codeReview.page', '', place, {
      enableCommandUris: linked,
      enableFindWidget: true,
      localResourceRoots: [this.#media],
    });
    const page: Page = { panel, ...made, html: '', arrivals: 0, isArriving };
    this.#pages.set(key, page);
    panel.onDidDispose(() => this.#pages.delete(key));
    panel.onDidChangeViewState(() => {
      this.#draw(page);
      // Nothing was asked for while it was out of sight.
      if (panel.visible) void this.#drawAnew(page);
      if (panel.visible || page.isArriving !== 'now') return;
      // When it is shown again it is where it was left.
      page.isArriving = 'no';
      panel.webview.html = page.html;
    });
    this.#draw(page);
  }

  /** Each letter that is typed beside a page may shift findings. */
  #soon(): void {
    clearTimeout(this.#timer);
    if (this.#pages.size === 0) return;
    this.#timer = setTimeout(() => {
      for (const page of this.#pages.values()) if (page.panel.visible) void this.#drawAnew(page);
    }, restMilliseconds);
  }

  async #drawAnew(page: Page): Promise<void> {
    // Where that fails, what it knew before is shown.
    await page.prepare().catch(() => undefined);
    if ([...this.#pages.values()].includes(page)) this.#draw(page);
  }

  /** Setting the same page again would fold what is unfolded in it. */
  #draw(page: Page): void {
    const { panel } = page;
    if (!panel.visible) return;
    const { title, html } = this.#made(page);
    if (panel.title !== title) panel.title = title;
    if (page.isArriving === 'soon') {
      page.isArriving = 'now';
      panel.webview.html = this.#made(page, ++page.arrivals).html;
    } else if (page.html !== html) panel.webview.html = html;
    page.html = html;
  }

  #made({ panel: { webview }, content }: Page, arrival?: number): { readonly title: string; readonly html: string } {
    const { title, body } = content(arrival);
    const styles = webview.asWebviewUri(vscode.Uri.joinPath(this.#media, 'page.css')).toString();
    return { title, html: pageHtml(title, body, { source: webview.cspSource, styles }) };
  }
}

function pageFinding({ finding, decision, uri }: WorkItem): PageFinding {
  const facts = factsOf(placementWord(finding.state), finding.comment, decision);
  return { ...finding, facts, isInEditor: uri !== undefined };
}

function factsOf(place: string, { resolved }: ReviewComment, decision: Decision = { state: 'open' }): string[] {
  return [place, resolved ? t('resolved') : '', decisionLabel(decision)].filter(Boolean);
}
