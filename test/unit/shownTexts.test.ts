import assert from 'node:assert/strict';
import ts from 'typescript';
import { callsOf, nameOfCall, placeOf, sourceFiles, walk } from '../host/texts/messages.ts';

/** What the user sees: arguments of functions and constructors, counted from 0. */
const shownArguments: Readonly<Record<string, readonly number[]>> = {
  CodeReviewError: [1, 2],
  GitExitError: [0, 1],
  MarkdownString: [0],
  FileDecoration: [1],
  notify: [1],
  withProgress: [0],
  withDelayedProgress: [0],
  withReviewProgress: [0],
  report: [0],
  showInformationMessage: [0, 1, 2, 3],
  showWarningMessage: [0, 1, 2, 3],
  showErrorMessage: [0, 1, 2, 3],
  setStatusBarMessage: [0],
  appendMarkdown: [0],
  mayAsk: [1],
  pick: [1],
  lens: [0],
  action: [0],
  group: [1],
  groupOf: [1],
  textRow: [1],
  labelled: [0],
  passed: [0, 1],
  failed: [0],
  commandLink: [2],
  codeBlock: [0],
  list: [0],
};

/** What the user sees: properties, and fields of the editor's objects that are assigned. */
const shownProperties = new Set([
  'label',
  'description',
  'detail',
  'placeHolder',
  'placeholder',
  'prompt',
  'title',
  'tooltip',
  'message',
  'badge',
  'explanation',
  'problem',
  'invocationMessage',
]);

/** Calls whose texts nobody reads in the editor: fields of answers, commands of git, the log and what a model is told. */
const silentCalls = new Set([
  'Error',
  'RegExp',
  'DOMException',
  'StartError',
  'OutputTooLargeError',
  'answer',
  'debug',
  'error',
  'info',
  'log',
  'names',
  'nameSet',
  'vocabulary',
  'notifyError',
  'run',
  'tryRun',
  'super',
  'split',
  'startsWith',
  'endsWith',
  'includes',
  'warn',
]);

/** Files whose words nobody reads in the editor. */
const silentFiles: readonly (readonly [path: string, reason: string])[] = [
  ['core/render/chatPrompt.ts', 'a prompt to a model'],
  ['core/render/sarifLog.ts', 'a log for other programs'],
  ['vscode/connection/editorModels.ts', 'reasons for the embedded service, which puts them into English sentences'],
];

/** Words in code that are no message, or the same in every language. */
const silentTexts: readonly (readonly [text: RegExp, reason: string])[] = [
  [/^(?:Code Review|Markdown|SARIF|JSON|Microsoft|GitHub Pull Requests extension)$/, 'a name'],
  [/^(?:GitHub(?: Enterprise)?|GitLab|Bitbucket(?: Data Center)?|Azure DevOps(?: Server)?|Gitea|Forgejo)$/, 'a name'],
  [/^Code Review: \{\}$/, 'a name and what is foreign'],
  [/^Comment without text$/, 'a title, by which a finding is known again in every language'],
  [/^(?:Free|Pro|Enterprise)$|^severity:high,critical path:src\/\*\* timeout$|^qwen3-coder:30b$/, 'to be typed so'],
  [/^(?:npm|pip|go|rustup|cargo) /, 'a command'],
  [/^(?:Cargo\.toml|Scripts)$/, 'a file'],
  [
    /^(?:No files|Uncommitted changes|\{\} work on \{\}|no commit)$/,
    'by which git and the service know the work again',
  ],
  [/^(?:branch configuration|hints of the branch|last fetch|fetched refs|refs of the remote)$/, 'for the log'],
  [/^(?:reflog of the branch|remembered choice|no reason given|\n {2}caused by )$|^SOCKS reply /, 'for the log'],
  [/^more than \{\} bytes$/, 'for the log'],
  [/^\{\} (?:was not found|is a \.cmd file)/, 'said by the service, which runs the tools'],
  [/^There is no finding with this id\. List|^The current branch has not been|^What follows is/, 'to a model'],
  [/^ \{\} more are hidden by the user's filter or settings\.$/, 'to a model'],
  [/^Bearer$| AND (?:source|state)|^default-src /, 'HTTP'],
  [/^ without result$/, 'a part of an id'],
];

/** The text of a literal with `{}` for what is put into it, without icons, tags and addresses; empty for other nodes. */
function textOf(node: ts.Node): string {
  const text = ts.isStringLiteralLike(node)
    ? node.text
    : ts.isTemplateExpression(node)
      ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('{}')
      : '';
  return text.replace(/\$\([\w~-]+\) ?|<[^<>]*>|https?:\/\/\S*/g, '');
}

function isLoud(node: ts.Node): boolean {
  return silentFiles.every(([file]) => file !== node.getSourceFile().fileName);
}

function isSilentText(text: string): boolean {
  return silentTexts.some(([each]) => each.test(text));
}

/** The parts of an expression that would be shown as they are: texts with words, and texts put together. */
function bare(value: ts.Expression): ts.Node[] {
  if (ts.isStringLiteralLike(value) || ts.isTemplateExpression(value)) {
    const text = textOf(value);
    const inner = ts.isTemplateExpression(value) ? value.templateSpans.flatMap(span => bare(span.expression)) : [];
    return [...(/\p{L}{2}/u.test(text) && !isSilentText(text) ? [value] : []), ...inner];
  }
  if (ts.isParenthesizedExpression(value) || ts.isAwaitExpression(value)) return bare(value.expression);
  if (ts.isConditionalExpression(value)) return [value.whenTrue, value.whenFalse].flatMap(bare);
  if (ts.isArrayLiteralExpression(value)) return value.elements.flatMap(bare);
  if (ts.isArrowFunction(value)) return ts.isBlock(value.body) ? [] : bare(value.body);
  if (ts.isBinaryExpression(value)) {
    const sides = [value.left, value.right];
    const isJoined = value.operatorToken.kind === ts.SyntaxKind.PlusToken && sides.some(side => textOf(side) !== '');
    const isChoice = /^(?:\?\?|\|\|)$/.test(value.operatorToken.getText());
    return isJoined ? [value] : isChoice ? sides.flatMap(bare) : [];
  }
  return [];
}

/** Two words, or one that begins like a sentence and ends like one. */
const prose = /\p{L}[\p{L}’'”)\],;:.…]* +[“(]?\p{L}|^\p{Lu}\p{Ll}+(?:[.…]|$)/u;

/** Whether a node holds no message, nor anything in it. */
function isSilent(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return true;
  if (ts.isBinaryExpression(node)) return /^[=!]==$/.test(node.operatorToken.getText());
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
    const name = nameOfCall(node);
    return name === 't' || name === 'plural' || name === 'import' || silentCalls.has(name);
  }
  return false;
}

describe('what the user sees', () => {
  it('is a message wherever it is shown', () => {
    const shown = callsOf(shownArguments).flatMap(({ args }) => args);
    for (const file of sourceFiles) {
      if (!/^(?:vscode\/|extension)/.test(file.fileName)) continue;
      walk(file, node => {
        if (ts.isPropertyAssignment(node) && shownProperties.has(node.name.getText())) shown.push(node.initializer);
        const isAssigned = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken;
        if (isAssigned && ts.isPropertyAccessExpression(node.left) && shownProperties.has(node.left.name.text))
          shown.push(node.right);
        return true;
      });
    }
    assert.ok(shown.length > 300, 'finds what is shown');
    assert.deepEqual(shown.flatMap(bare).filter(isLoud).map(placeOf), []);
  });

  it('is a message wherever the code has words', () => {
    const found: ts.Node[] = [];
    for (const file of sourceFiles) {
      walk(file, node => {
        if (isSilent(node)) return false;
        const text = textOf(node);
        if (prose.test(text) && !isSilentText(text)) found.push(node);
        return true;
      });
    }
    assert.deepEqual(found.filter(isLoud).map(placeOf), []);
  });

  it('has no exception that nothing needs', () => {
    const texts: string[] = [];
    for (const file of sourceFiles) walk(file, node => texts.push(textOf(node)) > 0);
    assert.deepEqual(
      silentTexts.filter(([each]) => !texts.some(text => each.test(text))),
      [],
    );
    const names = sourceFiles.map(({ fileName }) => fileName);
    assert.deepEqual(
      silentFiles.filter(([file]) => !names.includes(file)),
      [],
    );
  });
});
