import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { WorkItem } from '../../../../../src/vscode/findings/workItem.ts';
import { aComment } from '../../../reviews/builders.ts';
import { standInForEditor } from '../../../security/shown/editor.ts';

const fail = (error: unknown): never => assert.fail(String(error));
const item = { finding: { id: 'r/0', comment: aComment({}) } } as WorkItem;

describe('the preview of a suggestion', () => {
  let text: string;

  before(standInForEditor);

  const uri = { toString: () => 'file:///a.ts', with: () => ({ toString: () => 'code-review-preview:/a.ts?r/0' }) };
  const document = {
    uri,
    eol: 1,
    getText: () => text,
    get lineCount() {
      return text.split('\n').length;
    },
    offsetAt: ({ line }: vscode.Position) => text.split('\n').slice(0, line).join('\n').length + Math.min(line, 1),
  } as unknown as vscode.TextDocument;

  it('is of the file as it is when it is shown again, also while it is open', async () => {
    const { SuggestionPreviews } = await import('../../../../../src/vscode/findings/suggestions/suggestionPreviews.ts');
    const previews = new SuggestionPreviews(fail);
    // As the editor does, which asks for the text of an open document only when it is told that it is another.
    let shown = '';
    previews.onDidChange(changed => (shown = previews.provideTextDocumentContent(changed)));
    text = 'one\ntwo\nthree\n';
    await previews.show(item, document, { startLine: 1, endLine: 2, lines: ['TWO'] });
    assert.equal(shown, 'one\nTWO\nthree\n');
    text = `// Typed.\n${text}`;
    await previews.show(item, document, { startLine: 2, endLine: 3, lines: ['TWO'] });
    assert.equal(shown, '// Typed.\none\nTWO\nthree\n');
    previews.dispose();
  });
});
