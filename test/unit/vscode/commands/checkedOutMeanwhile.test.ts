import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { OpenRepository } from '../../../../src/vscode/repository/openRepositories.ts';
import { aSubject } from '../../reviews/builders.ts';
import { editor, standInForEditor } from '../../security/shown/editor.ts';

const folder = '/work/orders';

describe('reviewing changes', () => {
  before(() => standInForEditor());

  afterEach(() => {
    editor.pick = undefined;
  });

  it('is about the branch that is checked out when they are read, not when it was asked which ones', async () => {
    const { reviewChanges } = await import('../../../../src/vscode/commands/reviewChanges.ts');
    let branch = 'feature';
    const open = (): Promise<OpenRepository> =>
      Promise.resolve({
        folder,
        copy: { root: folder, branch },
        identity: { fullName: 'acme/orders' },
      } as unknown as OpenRepository);
    const read: unknown[] = [];
    const parts = {
      copies: { forget: () => undefined, visit: open, of: open },
      connections: {
        openEmbedded: () => {
          // Its process starts, which takes a while.
          branch = 'other';
          return Promise.resolve({ name: 'embedded' });
        },
      },
      subjects: () =>
        Promise.resolve({
          changes: ({ copy }: OpenRepository, _: unknown, kind: string) => {
            read.push(copy.branch, kind);
            return Promise.resolve({ subject: aSubject({ kind: 'uncommitted' }), leftOut: [] });
          },
        }),
      watch: { run: () => Promise.resolve() },
      reviewers: { sentence: '' },
      log: { info: () => undefined },
    };
    const asked: string[] = [];
    editor.pick = ([first], title) => {
      asked.push(title);
      return first;
    };
    const rootUri = { scheme: 'file', fsPath: folder } as vscode.Uri;
    await reviewChanges(parts as never, { rootUri });
    assert.deepEqual(read, ['other', 'uncommitted']);
    // The active editor may have chosen it.
    assert.deepEqual(asked, ['Code Review: Review Changes of acme/orders']);
  });
});

describe('reviewing a pull request by its number', () => {
  before(() => standInForEditor());

  afterEach(() => {
    editor.type = () => undefined;
  });

  it('is about the branch that is checked out when the number is typed, not when it was asked for', async () => {
    const { ReviewCommands } = await import('../../../../src/vscode/commands/review.ts');
    let branch = 'feature';
    const fullName = 'acme/orders';
    const open = () => ({ folder, copy: { root: folder, branch }, identity: { fullName, host: 'host.example' } });
    const asked: unknown[] = [];
    const commands = new ReviewCommands({
      copies: { forget: () => undefined, all: () => Promise.resolve([open()]) },
      connections: { open: () => Promise.resolve({ name: 'embedded' }) },
      subjects: () =>
        Promise.resolve({
          ofNumber: (pullRequest: unknown, [copy]: readonly OpenRepository[]) => {
            asked.push(pullRequest, copy?.copy.branch);
            return Promise.resolve(aSubject({}));
          },
        }),
      watch: { run: () => Promise.resolve() },
    } as never);
    editor.type = () => {
      branch = 'other';
      return '#12';
    };
    await commands.reviewPullRequest({ fullName, provider: 'git' } as never);
    assert.deepEqual(asked, [{ repository: fullName, number: 12 }, 'other']);
  });
});
