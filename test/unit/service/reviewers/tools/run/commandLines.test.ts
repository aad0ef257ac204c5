import assert from 'node:assert/strict';
import { commandLines } from '../../../../../../src/service/reviewers/tools/run/commandLines.ts';

describe('the command lines of a tool', () => {
  it('have each path as an argument of its own, none of which can be an option or a file of arguments', () => {
    assert.deepEqual(commandLines(['lint', '{files}', '--quiet'], ['a b.ts', '--fix', '@args', '[id].ts', '.x/y']), [
      ['lint', 'a b.ts', './--fix', './@args', './[id].ts', '.x/y', '--quiet'],
    ]);
  });

  it('are one where the command names no files', () => {
    assert.deepEqual(commandLines(['lint', './...'], ['a.go', 'b.go']), [['lint', './...']]);
  });

  it('are as many as are needed, none longer than a system takes, and miss no path', () => {
    const paths = Array.from({ length: 3_000 }, (_, index) => `src/folder/file-number-${index}.ts`);
    const lines = commandLines(['lint', '{files}'], paths);
    assert.ok(lines.length > 1);
    assert.deepEqual(
      lines.flatMap(([, ...rest]) => rest),
      paths,
    );
    for (const line of lines) assert.ok(line.join('   ').length < 25_000);
  });
});
