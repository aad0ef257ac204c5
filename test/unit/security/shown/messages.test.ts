import assert from 'node:assert/strict';
import { CodeReviewError } from '../../../../src/core/base/errors.ts';
import type { Log } from '../../../../src/vscode/platform/log.ts';
import { editor, standInForEditor } from './editor.ts';

const foreign = '[Sign in](command:workbench.action.terminal.sendSequence?%7B%22text%22%3A%22x%22%7D "again")';
/** What the editor makes links of in its messages. */
const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;

describe('a message of the editor', () => {
  before(() => standInForEditor());

  beforeEach(() => {
    editor.told = [];
  });

  it('shows what a service says, and runs nothing of it', async () => {
    assert.match(foreign, link);
    const { notify, notifyError } = await import('../../../../src/vscode/platform/notify.ts');
    const { withProgress } = await import('../../../../src/vscode/platform/progress.ts');
    const log = { error: () => undefined } as unknown as Log;
    for (const level of ['info', 'warning', 'error'] as const) notify(level, `It says: “${foreign}”`);
    notifyError(log, 'reviewing', new CodeReviewError('refused', foreign, foreign));
    await withProgress(`Reviewing ${foreign}`, (_, report) => {
      report(foreign);
      return Promise.resolve();
    });
    assert.equal(editor.told.length, 6);
    for (const message of editor.told) {
      assert.match(message, /Sign in/);
      assert.doesNotMatch(message, link);
    }
  });
});
