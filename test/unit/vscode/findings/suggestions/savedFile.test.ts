import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { mock } from 'node:test';
import type * as vscode from 'vscode';
import type { SettledRecord } from '../../../../../src/reviews/store/reviewRecord.ts';
import type { WorkItem } from '../../../../../src/vscode/findings/workItem.ts';
import type { Worklist } from '../../../../../src/vscode/findings/worklist.ts';
import { TestRepository } from '../../../../host/git/repository.ts';
import { aComment, aReview, aSubject } from '../../../reviews/builders.ts';
import { editor, standInForEditor } from '../../../security/shown/editor.ts';
import { itemsOf } from '../../views/workItems.ts';

const saved = 'one\ntwo\nthree\n';

describe('a suggestion for a file that changes while it is looked at', () => {
  let repository: TestRepository;
  let document: vscode.TextDocument;
  /** The findings as they are now. */
  let items: readonly WorkItem[];
  /** What is typed above the lines of the finding while the editor is asked how it would save the file. */
  let typed: string;

  before(standInForEditor);

  beforeEach(async () => {
    repository = await TestRepository.create({ 'a.ts': saved });
    const file = path.join(repository.folder, 'a.ts');
    let [text, version] = [saved, 1];
    const uri = { scheme: 'file', fsPath: file, toString: () => `file://${file}` };
    document = {
      uri,
      fileName: file,
      encoding: 'utf8',
      getText: () => text,
      get version() {
        return version;
      },
      get isDirty() {
        return version > 1;
      },
    } as unknown as vscode.TextDocument;
    const comments = ['two', 'three'].map((word, index) => {
      const range = { startLine: index + 2, endLine: index + 2 };
      const suggestion = { text: word.toUpperCase(), range, oldText: word };
      return aComment({ path: 'a.ts', range, suggestion });
    });
    const review = aReview({ comments });
    const subject = aSubject({ root: repository.folder });
    const record: SettledRecord = { state: 'completed', subject, triggeredAt: 1, settledAt: 2, reviewId: 'r', review };
    const place = (above: number): void => {
      items = itemsOf(record).map((each, index) => {
        const line = 1 + index + above;
        const range = { startLine: line, startColumn: 0, endLine: line, endColumn: 3 };
        return { ...each, uri: uri as unknown as vscode.Uri, finding: { ...each.finding, range } };
      });
    };
    place(0);
    typed = '';
    editor.encode = asked => {
      if (typed !== '') {
        [text, version] = [typed + text, version + 1];
        place(1);
        typed = '';
      }
      return Promise.resolve(Buffer.from(asked));
    };
  });

  afterEach(async () => {
    mock.restoreAll();
    editor.pick = undefined;
    await repository.dispose();
  });

  const worklist = {
    byId: (id: string) => items.find(({ finding }) => finding.id === id),
    reviewedLines: () => saved.split('\n'),
  } as unknown as Worklist;

  it('changes its lines where they are by then', async () => {
    const { savableEdit } = await import('../../../../../src/vscode/findings/suggestions/savedFile.ts');
    const edit = { startLine: 1, endLine: 2, lines: ['TWO'] };
    const [item = assert.fail()] = items;
    assert.deepEqual(await savableEdit(worklist, item, document), { edit });
    // The line that the finding had been at has the same text.
    typed = 'one\n';
    assert.deepEqual(await savableEdit(worklist, item, document), { edit: { ...edit, startLine: 2, endLine: 3 } });
  });

  it('does not fit where the file of an open document is gone', async () => {
    const { savableEdit } = await import('../../../../../src/vscode/findings/suggestions/savedFile.ts');
    const [item = assert.fail()] = items;
    rmSync(document.uri.fsPath);
    const found = await savableEdit(worklist, item, document);
    assert.deepEqual(found, { problem: 'This file is not in the working copy.' });
  });

  it('is offered with others where all of them are by then', async () => {
    const { applyAll } = await import('../../../../../src/vscode/findings/suggestions/applyAll.ts');
    const { workspace } = await import('vscode');
    mock.method(workspace, 'openTextDocument', () => Promise.resolve(document));
    editor.pick = () => undefined;
    const offered: unknown[] = [];
    const previews = {
      showAll: (_title: string, files: readonly { readonly edits: unknown }[]) => {
        offered.push(...files.map(({ edits }) => edits));
        return Promise.resolve();
      },
      close: () => Promise.resolve(),
    };
    const { encode } = editor;
    let asked = 0;
    editor.encode = text => {
      // While the second one is looked at.
      if (++asked === 2) typed = '// Typed.\n';
      return encode(text);
    };
    await applyAll(items, { worklist, previews } as never);
    assert.deepEqual(offered, [
      [
        { startLine: 2, endLine: 3, lines: ['TWO'] },
        { startLine: 3, endLine: 4, lines: ['THREE'] },
      ],
    ]);
  });
});
