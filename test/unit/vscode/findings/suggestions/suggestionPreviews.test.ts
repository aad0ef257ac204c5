import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type * as vscode from 'vscode';
import type { WorkItem } from '../../../../../src/vscode/findings/workItem.ts';
import { aComment } from '../../../reviews/builders.ts';
import { editor, standInForEditor } from '../../../security/shown/editor.ts';

const fail = (error: unknown): never => assert.fail(String(error));
const [item, other] = ['r/0', 'r/1'].map(id => ({ finding: { id, comment: aComment({}) } }) as WorkItem);
assert.ok(item !== undefined && other !== undefined);
const edit = { startLine: 1, endLine: 2, lines: ['TWO'] };

describe('the preview of a suggestion', () => {
  let text: string;

  beforeEach(() => {
    standInForEditor();
    text = 'one\ntwo\nthree\n';
  });

  afterEach(() => mock.restoreAll());

  const previewOf = (query: string): unknown => {
    return { scheme: 'code-review-preview', query, toString: () => `code-review-preview:/a.ts?${query}` };
  };
  const uri = { scheme: 'file', toString: () => 'file:///a.ts', with: (to: vscode.Uri) => previewOf(to.query) };
  const document = {
    uri,
    eol: 1,
    version: 1,
    isDirty: true,
    encoding: 'utf8',
    fileName: '/a.ts',
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
    await previews.show(item, document, edit);
    assert.equal(shown, 'one\nTWO\nthree\n');
    text = `// Typed.\n${text}`;
    await previews.show(item, document, { startLine: 2, endLine: 3, lines: ['TWO'] });
    assert.equal(shown, '// Typed.\none\nTWO\nthree\n');
    previews.dispose();
  });

  /** Has each preview open a tab, once it may. @returns the findings whose previews are open */
  async function openTabs(may: readonly Promise<void>[]): Promise<() => string[]> {
    const { commands, TabInputTextDiff } = await import('vscode');
    const tabs: { readonly input: InstanceType<typeof TabInputTextDiff> }[] = [];
    let turn = 0;
    mock.method(commands, 'executeCommand', async (_: string, left: vscode.Uri, right: vscode.Uri) => {
      const tab = { input: new TabInputTextDiff(left, right) };
      tabs.push(tab);
      editor.tabGroups = [{ activeTab: tab, tabs }];
      await may[turn++];
    });
    return () => tabs.filter(tab => !editor.closedTabs.includes(tab)).map(({ input }) => input.modified.query);
  }

  it('is the one that was asked for last, though the one before takes longer to open', async () => {
    const { SuggestionPreviews } = await import('../../../../../src/vscode/findings/suggestions/suggestionPreviews.ts');
    const previews = new SuggestionPreviews(fail);
    let goOn = (): void => undefined;
    const open = await openTabs([new Promise(resolve => (goOn = resolve)), Promise.resolve()]);
    const first = previews.show(item, document, edit);
    await previews.show(other, document, edit);
    goOn();
    await first;
    assert.deepEqual(open(), ['r/1']);
    previews.dispose();
  });

  it('stays where it is opened while the finding of the one before is being decided about', async () => {
    const { Suggestions } = await import('../../../../../src/vscode/findings/suggestions/suggestions.ts');
    const { workspace } = await import('vscode');
    let goOn = (): void => undefined;
    const decided = new Promise<void>(resolve => (goOn = resolve));
    let decides = (): void => undefined;
    const deciding = new Promise<void>(resolve => (decides = resolve));
    const range = { startLine: 1, startColumn: 0, endLine: 1, endColumn: 3 };
    const suggestion = { text: 'TWO', range: { startLine: 2, endLine: 2 }, oldText: 'two' };
    const comment = aComment({ path: 'a.ts', range: { startLine: 2, endLine: 2 }, suggestion });
    const finding = { ...item.finding, comment, range, state: 'current' };
    const items = [item, other].map(each => ({
      ...each,
      finding: { ...finding, id: each.finding.id },
      uri,
      isOpen: true,
    }));
    const [applied = assert.fail(), next = assert.fail()] = items as unknown as readonly WorkItem[];
    const worklist = {
      byId: () => undefined,
      reviewedLines: () => undefined,
      decide: async () => {
        decides();
        await decided;
      },
    };
    mock.method(workspace, 'openTextDocument', () => Promise.resolve(document));
    const open = await openTabs([]);
    const memento = { get: (_name: string, none: unknown) => none, update: () => Promise.resolve() };
    const suggestions = new Suggestions(worklist as never, () => items as never, memento as never, fail);
    await suggestions.preview(applied);
    assert.deepEqual(open(), ['r/0']);
    const applying = suggestions.apply(applied);
    await deciding;
    await suggestions.preview(next);
    goOn();
    await applying;
    assert.deepEqual(open(), ['r/1']);
    suggestions.dispose();
  });
});
