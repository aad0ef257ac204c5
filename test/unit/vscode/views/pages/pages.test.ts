import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { Emitter } from '../../../../../src/core/base/events.ts';
import { findingId } from '../../../../../src/reviews/current/shownReviews.ts';
import type { Decision } from '../../../../../src/reviews/decisions/decisions.ts';
import { aComment, aRecord, aReview } from '../../../reviews/builders.ts';
import { standInForEditor } from '../../../security/shown/editor.ts';
import { itemsOf } from '../workItems.ts';

describe('the page of a review', () => {
  before(() => standInForEditor());

  afterEach(() => mock.reset());

  it('names a file as the tree does, which was renamed since', async () => {
    const { Pages } = await import('../../../../../src/vscode/views/pages/pages.ts');
    const { window } = await import('vscode');
    const webview = { html: '', cspSource: '', asWebviewUri: () => '' };
    const never = () => ({ dispose: () => undefined });
    const panel = { webview, title: '', visible: true, ...never(), onDidDispose: never, onDidChangeViewState: never };
    Object.assign(window, { createWebviewPanel: () => panel });
    const comment = aComment({ path: 'src/old.ts', range: { startLine: 3, endLine: 3 } });
    const record = aRecord({ review: aReview({ comments: [comment] }) });
    const [item] = itemsOf(record, () => ({ path: 'src/new.ts' }));
    const worklist = { onDidChange: never, byId: () => item, decisionsOf: () => Promise.resolve(new Map()) };
    const pages = new Pages(worklist as never, {} as never);
    await pages.showReview(record);
    assert.match(webview.html, /<h2>src\/new\.ts<\/h2>[^]*>src\/new\.ts:3<\/a>/);
    assert.doesNotMatch(webview.html, /src\/old/);
    pages.dispose();
  });

  it('says what was decided where the review is not shown, and follows', async () => {
    const { Pages } = await import('../../../../../src/vscode/views/pages/pages.ts');
    const { window } = await import('vscode');
    const nothing = { dispose: () => undefined };
    const webview = { html: '', cspSource: '', asWebviewUri: () => '' };
    const seen = new Emitter<void>(error => assert.fail(String(error)));
    const panel = { webview, title: '', visible: true, ...nothing, onDidDispose: () => nothing };
    const shown = Object.assign(panel, { onDidChangeViewState: seen.event });
    Object.assign(window, { createWebviewPanel: () => shown });
    mock.timers.enable({ apis: ['setTimeout'] });
    const comments = [aComment({ title: 'One' }), aComment({ title: 'Two', resolved: true })];
    const record = aRecord({ review: aReview({ comments }) });
    const changed = new Emitter<void>(error => assert.fail(String(error)));
    let decision: Decision = { state: 'done', at: 1 };
    let slow: Promise<void> | undefined;
    const pages = new Pages(
      {
        onDidChange: changed.event,
        byId: () => undefined,
        decisionsOf: async () => {
          const now = decision;
          await slow;
          return new Map([[findingId(record, 0), now]]);
        },
      } as never,
      {} as never,
    );
    const words = (): string[] => [...webview.html.matchAll(/\b(?:done|dismissed|resolved)\b/g)].map(([word]) => word);
    await pages.showReview(record);
    assert.deepEqual(words(), ['done', 'resolved']);
    decision = { state: 'dismissed', at: 2, reason: 'Wrong' };
    changed.fire();
    mock.timers.tick(300);
    await turn();
    assert.deepEqual(words(), ['dismissed', 'resolved']);
    // What was decided while it was out of sight is asked for once it is shown again.
    panel.visible = false;
    decision = { state: 'done', at: 3 };
    changed.fire();
    mock.timers.tick(300);
    panel.visible = true;
    seen.fire();
    await turn();
    assert.deepEqual(words(), ['done', 'resolved']);
    // An answer that comes late is older than one that was asked for after it.
    let answer: () => void = () => assert.fail();
    slow = new Promise(resolve => (answer = resolve));
    seen.fire();
    slow = undefined;
    decision = { state: 'dismissed', at: 4, reason: 'Wrong' };
    seen.fire();
    await turn();
    answer();
    await turn();
    assert.deepEqual(words(), ['dismissed', 'resolved']);
    pages.dispose();
  });
});
