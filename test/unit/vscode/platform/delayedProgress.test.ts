import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { editor, standInForEditor } from '../../security/shown/editor.ts';

describe('the progress of a task', () => {
  const title = 'Looking for the pull request of main';

  async function run<T>(task: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { withDelayedProgress } = await import('../../../../src/vscode/platform/delayedProgress.ts');
    return withDelayedProgress(title, task);
  }

  before(() => standInForEditor());

  beforeEach(() => (editor.told = []));

  it('is not shown where it is short, done or failed', async () => {
    assert.equal(await run(() => Promise.resolve(7)), 7);
    await assert.rejects(
      run(() => Promise.reject(new Error('no remote'))),
      /no remote/,
    );
    assert.deepEqual(editor.told, []);
  });

  it('is shown where it takes long, once', async () => {
    const shown = async (): Promise<string> => {
      while (editor.told.length === 0) await turn();
      return 'found';
    };
    assert.equal(await run(shown), 'found');
    assert.deepEqual(editor.told, [title]);
  });
});
