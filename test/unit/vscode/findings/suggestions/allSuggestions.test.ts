import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mock } from 'node:test';
import type * as vscode from 'vscode';
import type { SettledRecord } from '../../../../../src/reviews/store/reviewRecord.ts';
import type { WorkItem } from '../../../../../src/vscode/findings/workItem.ts';
import { aComment, aRecord, aReview, aSubject } from '../../../reviews/builders.ts';
import { editor, standInForEditor } from '../../../security/shown/editor.ts';
import { itemsOf } from '../../views/workItems.ts';

describe('all suggestions of what is shown', () => {
  before(standInForEditor);

  beforeEach(() => {
    editor.told = [];
  });

  afterEach(() => {
    mock.restoreAll();
    editor.pick = undefined;
  });

  /** Asks for all of them, where the finding with one is in a file with this URI. */
  async function applyAll(uri: Partial<vscode.Uri> | undefined, suggestion: object | undefined): Promise<void> {
    const { Suggestions } = await import('../../../../../src/vscode/findings/suggestions/suggestions.ts');
    const range = { startLine: 1, endLine: 1 };
    const review = aReview({ comments: [aComment({ path: 'a.ts', range, suggestion: suggestion as never })] });
    const record: SettledRecord = {
      state: 'completed',
      subject: aSubject({ root: undefined }),
      triggeredAt: 1,
      settledAt: 2,
      reviewId: 'r',
      review,
    };
    const items = itemsOf(record).map((item): WorkItem => ({ ...item, uri: uri as vscode.Uri | undefined }));
    const suggestions = new Suggestions(
      {} as never,
      () => items,
      { get: (_name: string, none: unknown) => none } as never,
      error => assert.fail(String(error)),
    );
    await suggestions.applyAll(items).finally(() => suggestions.dispose());
  }

  it('are offered with the reasons of those that are left out', async () => {
    const { applyAll: all } = await import('../../../../../src/vscode/findings/suggestions/applyAll.ts');
    const { workspace } = await import('vscode');
    const folder = mkdtempSync(path.join(tmpdir(), 'suggestions-'));
    const fileName = path.join(folder, 'a.ts');
    const text = 'one\ntwo\nthree\nfour\n';
    writeFileSync(fileName, text);
    const uri = { scheme: 'file', fsPath: fileName, toString: () => `file://${fileName}` } as vscode.Uri;
    const document = { uri, fileName, encoding: 'utf8', version: 1, isDirty: false, getText: () => text };
    mock.method(workspace, 'openTextDocument', () => Promise.resolve(document));
    const suggested = (from: number, to: number, oldText: string): ReturnType<typeof aComment> => {
      const range = { startLine: from, endLine: to };
      return aComment({ path: 'a.ts', title: oldText, range, suggestion: { text: 'x', range, oldText } });
    };
    const comments = [suggested(1, 2, 'one\ntwo'), suggested(2, 3, 'two\nthree'), suggested(4, 4, 'changed')];
    const items = itemsOf(aRecord({ review: aReview({ comments }) })).map((item, index): WorkItem => {
      const [from = 1, to = 1] = [comments[index]?.range?.startLine, comments[index]?.range?.endLine];
      const range = { startLine: from - 1, startColumn: 0, endLine: to - 1, endColumn: 1 };
      return { ...item, uri, finding: { ...item.finding, range } };
    });
    const parts = {
      worklist: { byId: () => undefined, reviewedLines: () => undefined },
      previews: { showAll: () => Promise.resolve(), close: () => Promise.resolve() },
    };
    let offered = '';
    editor.pick = (_, title) => void (offered = title);
    await all([...items, { ...(items[0] ?? assert.fail()), uri: undefined }], parts as never);
    assert.equal(
      offered,
      'Apply 1 suggestion in 1 file (1 other no longer fits, 1 other changes the same lines as one of these, 1 other is in no file that is open here)',
    );
    await all(items.slice(0, 1), parts as never);
    assert.equal(offered, 'Apply 1 suggestion in 1 file');
  });

  it('say why none of them can be applied where none is in a file', async () => {
    const suggestion = { text: 'b', range: { startLine: 1, endLine: 1 }, oldText: 'a' };
    await assert.rejects(applyAll({ scheme: 'code-review-file' }, suggestion), /This pull request is not checked out/);
    await assert.rejects(applyAll(undefined, suggestion), /in no file that is open here/);
    assert.deepEqual(editor.told, []);
    await applyAll({ scheme: 'code-review-file' }, undefined);
    assert.deepEqual(editor.told, ['There is no suggestion to apply.']);
  });
});
