import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { HostedReviews, run } from './host/hostedReviews.ts';
import { problems, problemsSettle, uriOf } from './host/window.ts';

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

/** Bytes of files, by name, and what they are once a suggestion was applied and saved; undefined where it is refused. */
const kept: Readonly<Record<string, readonly [before: Buffer, after: Buffer | undefined]>> = {
  // Read as UTF-8, which has no such bytes.
  'latin1-as-utf8.txt': [Buffer.from('eins = 1\nzwei = "ñ"\n', 'latin1'), undefined],
  ...Object.fromEntries(
    (
      [
        ['crlf.txt', 'eins = 1\r\nzwei = 2\r\n', 'eins = 10\r\nzwei = 2\r\n'],
        ['without-end.txt', 'zwei = 2\neins = 1', 'zwei = 2\neins = 10'],
        ['crlf-without-end.txt', 'zwei = 2\r\neins = 1', 'zwei = 2\r\neins = 10'],
        ['mark.txt', '\ufeffeins = 1\nzwei = 2\n', '\ufeffeins = 10\nzwei = 2\n'],
        ['mixed.txt', 'eins = 1\nzwei = 2\r\ndrei = 3\n', undefined],
        ['lone-cr.txt', 'eins = 1\nzwei = 2\rdrei = 3\n', undefined],
      ] as const
    ).map(([name, before, after]) => [name, [Buffer.from(before), after === undefined ? after : Buffer.from(after)]]),
  ),
};
describe('a file whose suggestion is applied and saved', () => {
  let hosted: HostedReviews;
  const lineOf = (bytes: Buffer): number => (bytes.toString('latin1').endsWith('eins = 1') ? 2 : 1);

  before(async () => {
    const comments = Object.entries(kept).map(([file, [bytes]]) => ({
      path: `texts/${file}`,
      line: lineOf(bytes),
      body: 'Here.',
      suggestedCode: 'eins = 10',
    }));
    const arrow = { path: 'texts/latin1.txt', line: 1, body: 'Here.', suggestedCode: 'eins = "→"' };
    hosted = await HostedReviews.start('feature/saved-texts', 61, [...comments, arrow], async () => {
      await vscode.workspace.fs.writeFile(uriOf('.gitattributes'), Buffer.from('* -text\n'));
      for (const [file, [bytes]] of Object.entries(kept))
        await vscode.workspace.fs.writeFile(uriOf(`texts/${file}`), bytes);
      await vscode.workspace.fs.writeFile(uriOf('texts/latin1.txt'), Buffer.from('eins = 1\nzwei = "ñ"\n', 'latin1'));
    });
    assert.match(await run('reviewCurrentBranch', 'Review'), /completed/);
  });

  after(() => hosted.dispose());

  /** What is said when the suggestion of a file is applied, and the bytes of the file once it is saved. */
  async function applied(file: string, line: number, encoding?: string): Promise<readonly [string, Buffer]> {
    const uri = uriOf(`texts/${file}`);
    const document = await vscode.workspace.openTextDocument(uri, encoding === undefined ? undefined : { encoding });
    const editor = await vscode.window.showTextDocument(document, { preview: false });
    editor.selection = new vscode.Selection(line - 1, 0, line - 1, 0);
    const said = await run('applySuggestion');
    await document.save();
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    return [said, Buffer.from(await vscode.workspace.fs.readFile(uri))];
  }

  for (const [file, [before, after]] of Object.entries(kept))
    it(`keeps all else of ${file}${after === undefined ? ', and is refused' : ''}`, async () => {
      const [said, bytes] = await applied(file, lineOf(before));
      if (after === undefined) assert.match(said, new RegExp(`To save ${file} would change other lines too`));
      else assert.equal(said, '');
      assert.deepEqual(bytes, after ?? before);
    });

  it('is refused where the encoding lacks a character of it', async () => {
    const [said, bytes] = await applied('latin1.txt', 1, 'iso88591');
    assert.match(said, /latin1\.txt is saved as iso88591, which lacks characters of this suggestion/);
    assert.deepEqual(bytes, Buffer.from('eins = 1\nzwei = "ñ"\n', 'latin1'));
  });
});
