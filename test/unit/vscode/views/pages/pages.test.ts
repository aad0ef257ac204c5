import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { Emitter } from '../../../../../src/core/base/events.ts';
import { findingId } from '../../../../../src/reviews/current/shownReviews.ts';
import type { Decision } from '../../../../../src/reviews/decisions/decisions.ts';
import { aComment, aRecord, aReview } from '../../../reviews/builders.ts';
import { standInForEditor } from '../../../security/shown/editor.ts';

describe('the page of a review', () => {
  before(() => standInForEditor());

  afterEach(() => mock.reset());

  it('says what was decided where the review is not shown, and follows', async () => {
    const { Pages } = await import('../../../../../src/vscode/views/pages/pages.ts');
    const { window, Uri } = await import('vscode');
    const nothing = { dispose: () => undefined };
    const webview = { html: '', cspSource: '', asWebviewUri: () => '' };
    const panel = { webview, title: '', visible: true, ...nothing, onDidDispose: () => nothing };
    Object.assign(window, { createWebviewPanel: () => ({ ...panel, onDidChangeViewState: () => nothing }) });
    Object.assign(Uri, { joinPath: () => '' });
    mock.timers.enable({ apis: ['setTimeout'] });
    const comments = [aComment({ title: 'One' }), aComment({ title: 'Two', resolved: true })];
    const record = aRecord({ review: aReview({ comments }) });
    const changed = new Emitter<void>(error => assert.fail(String(error)));
    let decision: Decision = { state: 'done', at: 1 };
    const pages = new Pages(
      {
        onDidChange: changed.event,
        byId: () => undefined,
        decisionsOf: () => Promise.resolve(new Map([[findingId(record, 0), decision]])),
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
    pages.dispose();
  });
});
