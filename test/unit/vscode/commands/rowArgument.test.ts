import assert from 'node:assert/strict';
import { CodeReviewError } from '../../../../src/core/base/errors.ts';
import { commandWithRow, rowCommand } from '../../../../src/vscode/commands/rowArgument.ts';

describe('a command that rows have', () => {
  const used: unknown[] = [];
  const onlyOfRows = rowCommand<string>(row => used.push(row));
  const alsoWithout = commandWithRow<string>(row => used.push(row));

  beforeEach(() => used.splice(0));

  it('is about the row that it is called with', async () => {
    for (const command of [onlyOfRows, alsoWithout]) await command('row', undefined);
    assert.deepEqual(used, ['row', 'row']);
  });

  it('does nothing for a row that is gone, and says so', async () => {
    for (const command of [onlyOfRows, alsoWithout])
      for (const gone of [undefined, null])
        await assert.rejects(
          command(gone, undefined),
          error => CodeReviewError.is(error, 'input') && error.message.includes('was not done'),
        );
    assert.deepEqual(used, []);
  });

  it('can be called without one only where it is for more than rows', async () => {
    await alsoWithout();
    assert.deepEqual(used, [undefined]);
    await assert.rejects(onlyOfRows(), /was not done/);
  });
});
