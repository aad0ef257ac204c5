import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../core/base/disposable.ts';
import { plainLine } from '../../../core/base/text.ts';
import { locale, t } from '../../../core/base/l10n.ts';
import { placementWord } from '../../../core/review/finding.ts';
import { decisionLabel } from '../../../reviews/decisions/decisions.ts';
import { hasPullRequest, subjectName, type SettledRecord } from '../../../reviews/store/reviewRecord.ts';
import { summarise } from '../../../reviews/summary/reviewSummary.ts';
import { findingId } from '../../../reviews/current/shownReviews.ts';
import type { WorkItem } from '../../findings/workItem.ts';
import type { Worklist } from '../../findings/worklist.ts';
import { findingHtml, type PageFinding } from './findingHtml.ts';
import { commandLink, pageHtml, type PageCommand } from './pageHtml.ts';
import { reviewHtml } from './reviewHtml.ts';

const linked: readonly PageCommand[] = ['codeReview.openFinding', 'codeReview.showReport'];

const restMilliseconds = 300;

/** What a panel shows, made anew whenever the findings change. */
interface Page {
  readonly panel: vscode.WebviewPanel;
  content: () => { readonly title: string; readonly body: string };
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

  /** Shows a review with everything it came with. */
  showReview(record: SettledRecord): void {
    this.#show(`review ${record.subject.service} ${record.reviewId}`, () => this.#review(record));
  }

  /** Shows a finding that is in no file of the editor. */
  showFinding(item: WorkItem): void {
    const { id } = item.finding;
    this.#show('finding', () => {
      const now = this.#worklist.byId(id) ?? item;
      const { title, path } = now.finding.comment;
      const link = commandLink('codeReview.showReport', id, t('All findings of this review'));
      const body = `${findingHtml(pageFinding(now), 'h1')}\n<nav><p>${link}</p></nav>`;
      return { title: plainLine(path === undefined ? title : `${path}: ${title}`, 60), body };
    });
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const { panel } of this.#pages.values()) panel.dispose();
    this.#owned.dispose();
  }

  #review(record: SettledRecord): ReturnType<Page['content']> {
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
        return item === undefined ? { id, comment, facts: [], isInEditor: false } : pageFinding(item);
      }),
      undecoded: review.undecoded,
      notes: review.notes,
      gaps: review.gaps ?? [],
    });
    return { title: t('Review of {name}', { name }), body };
  }

  #show(key: string, content: Page['content']): void {
    const known = this.#pages.get(key);
    if (known !== undefined) {
      known.content = content;
      this.#draw(known);
      known.panel.reveal();
      return;
    }
    const panel = vscode.window.createWebviewPanel('codeReview.page', '', vscode.ViewColumn.Active, {
      enableCommandUris: linked,
      enableFindWidget: true,
      localResourceRoots: [this.#media],
    });
    const page = { panel, content };
    this.#pages.set(key, page);
    panel.onDidDispose(() => this.#pages.delete(key));
    panel.onDidChangeViewState(() => this.#draw(page));
    this.#draw(page);
  }

  /** Each letter that is typed beside a page may shift findings. */
  #soon(): void {
    clearTimeout(this.#timer);
    if (this.#pages.size === 0) return;
    this.#timer = setTimeout(() => {
      for (const page of this.#pages.values()) this.#draw(page);
    }, restMilliseconds);
  }

  /** Setting the same page again would fold what is unfolded in it. */
  #draw({ panel, content }: Page): void {
    if (!panel.visible) return;
    const { title, body } = content();
    const { webview } = panel;
    const styles = webview.asWebviewUri(vscode.Uri.joinPath(this.#media, 'page.css')).toString();
    const html = pageHtml(title, body, { source: webview.cspSource, styles });
    if (panel.title !== title) panel.title = title;
    if (webview.html !== html) webview.html = html;
  }
}

function pageFinding({ finding, decision, uri }: WorkItem): PageFinding {
  const { id, comment, state } = finding;
  const facts = [placementWord(state), comment.resolved ? t('resolved') : '', decisionLabel(decision)];
  return { id, comment, facts: facts.filter(Boolean), isInEditor: uri !== undefined };
}
