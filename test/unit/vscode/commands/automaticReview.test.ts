import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { CodeReviewError } from '../../../../src/core/base/errors.ts';
import { standInForEditor } from '../../security/shown/editor.ts';

describe('a review of the branch', () => {
  before(() => standInForEditor());

  /** Asks for one where no key is stored. @returns how often the user is asked to sign in, and the error */
  async function asked(isAutomatic: boolean): Promise<[number, unknown]> {
    const { ReviewCommands } = await import('../../../../src/vscode/commands/review.ts');
    let count = 0;
    const copy = { folder: '/work/orders', copy: { root: '/work/orders', branch: 'feature' } };
    const commands = new ReviewCommands({
      copies: {
        forget: () => undefined,
        of: () => Promise.resolve(copy),
        visit: () => Promise.resolve(copy),
        all: () => Promise.resolve([copy]),
      },
      connections: {
        prepare: () => undefined,
        open: () => Promise.reject(new CodeReviewError('auth', 'There is no key.')),
      },
      subjects: () => Promise.resolve({ resolve: () => Promise.resolve(undefined) }),
      signIn: () => Promise.resolve({ run: () => Promise.resolve(++count < 0) }),
      watch: {},
    } as never);
    const rootUri = { scheme: 'file', fsPath: '/work/orders' } as vscode.Uri;
    const error = await commands.reviewCurrentBranch({ rootUri, isAutomatic }).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    return [count, error];
  }

  it('asks for a key where there is none', async () => {
    assert.deepEqual(await asked(false), [1, undefined]);
  });

  it('that nobody has asked for opens no box, and only tells that there is none', async () => {
    const [count, error] = await asked(true);
    assert.equal(count, 0);
    assert.ok(CodeReviewError.is(error, 'auth'));
  });
});
