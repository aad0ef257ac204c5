import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { HostedReviews, run } from './hostedReviews.ts';
import { problems, problemsSettle, uriOf } from './window.ts';

const reviewed = ['größe = 1', 'zwei = 2', 'straße = "ñandú"', 'vier = 4', ''].join('\n');
const suggested = { 1: 'größe = 10', 3: 'straße = "café"' } as const;
/** What was typed since the review, above everything. */
const above = '# müßig\n';

const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');
const encodings: Readonly<Record<string, (text: string) => Buffer>> = {
  'utf8.txt': text => Buffer.from(text),
  'utf8-with-mark.txt': text => Buffer.from(`\ufeff${text}`),
  'utf16le.txt': utf16,
  'utf16be.txt': text => utf16(text).swap16(),
  'utf16-without-mark.txt': text => Buffer.from(text, 'utf16le'),
  'latin1.txt': text => Buffer.from(text, 'latin1'),
  // git keeps these in UTF-8.
  'utf16-at-work.txt': utf16,
  'latin1-at-work.txt': text => Buffer.from(text, 'latin1'),
};
const files = Object.keys(encodings);
/** The setting that some need, which do not tell what they are, with these. */
const settings: readonly (readonly [setting: string | undefined, files: readonly string[]])[] = [
  [undefined, ['utf8.txt', 'utf8-with-mark.txt', 'utf16le.txt', 'utf16be.txt', 'utf16-at-work.txt']],
  ['utf16le', ['utf16-without-mark.txt']],
  ['iso88591', ['latin1.txt', 'latin1-at-work.txt']],
];

async function write(textOf: (file: string) => string): Promise<void> {
  for (const [file, encode] of Object.entries(encodings))
    await vscode.workspace.fs.writeFile(uriOf(`texts/${file}`), encode(textOf(file)));
}

/** The lines of the problems of a file, each with what is said of its place. */
function placed(file: string): string[] {
  return problems(`texts/${file}`).map(({ range, message }) => `${range.start.line + 1} ${message}`);
}

describe('a file in another encoding', () => {
  let hosted: HostedReviews;

  async function set(encoding: string | undefined): Promise<void> {
    const target = vscode.ConfigurationTarget.Workspace;
    await vscode.workspace.getConfiguration('files').update('encoding', encoding, target);
  }

  before(async () => {
    const comments = files.flatMap(file =>
      Object.entries(suggested).map(([line, text]) => ({
        path: `texts/${file}`,
        line: Number(line),
        body: 'Here.',
        suggestedCode: text,
      })),
    );
    hosted = await HostedReviews.start('feature/encodings', 10, comments, async () => {
      const attributes = [
        'texts/utf16-at-work.txt text working-tree-encoding=UTF-16LE-BOM',
        'texts/latin1-at-work.txt text working-tree-encoding=ISO-8859-1',
        '',
      ];
      await vscode.workspace.fs.writeFile(uriOf('.gitattributes'), Buffer.from(attributes.join('\n')));
      await write(() => reviewed);
    });
  });

  after(async () => {
    await set(undefined);
    await hosted.dispose();
  });

  for (const [setting, group] of settings) {
    it(`has its findings on the right lines, and suggestions that fit: ${group.join(', ')}`, async () => {
      await set(setting);
      await write(() => above + reviewed);
      assert.match(await run('reviewCurrentBranch', 'Review'), /completed/);
      for (const file of group) {
        assert.deepEqual(placed(file), ['2 Here.', '4 Here.'], file);
        const { document } = await vscode.window.showTextDocument(uriOf(`texts/${file}`), { preview: false });
        assert.equal(document.getText(), above + reviewed);
        const edit = new vscode.WorkspaceEdit();
        edit.insert(document.uri, new vscode.Position(0, 0), '# und übrigens\n');
        assert.ok(await vscode.workspace.applyEdit(edit));
        await problemsSettle(() => placed(file).join() === '3 Here.,5 Here.', `${file} a line lower`);
      }
      assert.match(await run('reviewCurrentBranch'), /completed/);
      for (const file of group) {
        assert.deepEqual(placed(file), ['3 Here.', '5 Here.'], file);
        const editor = await vscode.window.showTextDocument(uriOf(`texts/${file}`));
        for (const line of [2, 4]) {
          editor.selection = new vscode.Selection(line, 0, line, 0);
          assert.equal(await run('applySuggestion'), '');
        }
        assert.equal(
          editor.document.getText(),
          `# und übrigens\n${above}${reviewed.replace('größe = 1', suggested[1]).replace('straße = "ñandú"', suggested[3])}`,
        );
        await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
      }
    });
  }
});
