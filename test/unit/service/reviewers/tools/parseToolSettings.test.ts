import assert from 'node:assert/strict';
import { parseToolSettings } from '../../../../../src/service/reviewers/tools/parseToolSettings.ts';

const valid = { name: 'lint', command: ['lint', '{files}'], format: 'sarif' };

function problemsOf(entry: unknown): readonly string[] {
  const { tools, problems } = parseToolSettings([entry]);
  assert.equal(tools.length, problems.length === 0 ? 1 : 0);
  return problems;
}

describe('the setting of tools', () => {
  it('may be absent', () => {
    assert.deepEqual(parseToolSettings(undefined), { tools: [], problems: [] });
    assert.deepEqual(parseToolSettings(null), { tools: [], problems: [] });
    assert.deepEqual(parseToolSettings([]), { tools: [], problems: [] });
  });

  it('needs a name, a command and a format, and has defaults for all else', () => {
    const [tool] = parseToolSettings([valid]).tools;
    assert.deepEqual(tool, { ...valid, scope: 'changes', files: [], exitCodes: [0, 1], timeoutSeconds: 60 });
  });

  it('takes everything that may be said', () => {
    const more = {
      scope: 'project',
      files: ['**/*.go'],
      convertWith: ['to-sarif'],
      exitCodes: [0, 101],
      timeoutSeconds: 240,
    };
    const [tool] = parseToolSettings([{ ...valid, ...more, fix: ['lint', 'repair', '{files}'] }]).tools;
    assert.deepEqual(tool, { ...valid, ...more, fixCommand: ['lint', 'repair', '{files}'] });
  });

  it('makes the repair of the command, with --fix where the options end', () => {
    const fixOf = (command: string[]): unknown =>
      parseToolSettings([{ ...valid, command, fix: true }]).tools[0]?.fixCommand;
    assert.deepEqual(fixOf(['lint', '-f', 'sarif', '{files}']), ['lint', '-f', 'sarif', '--fix', '{files}']);
    assert.deepEqual(fixOf(['lint', '--', '{files}']), ['lint', '--fix', '--', '{files}']);
    assert.deepEqual(fixOf(['lint', './...']), ['lint', './...', '--fix']);
    assert.equal(parseToolSettings([{ ...valid, fix: false }]).tools[0]?.fixCommand, undefined);
  });

  it('is told what is wrong, entry by entry, and keeps the others', () => {
    const { tools, problems } = parseToolSettings([{ ...valid, name: 'bad name' }, valid, valid, 7]);
    assert.deepEqual(
      tools.map(({ name }) => name),
      ['lint'],
    );
    assert.deepEqual(problems, [
      'Tool “bad name”: “name” has to be 1 to 40 letters, digits, “.”, “_” or “-”.',
      'Tool “lint”: the name is taken.',
      'Tool 4: it has to be an object.',
    ]);
    assert.deepEqual(parseToolSettings({ eslint: true }).problems, ['The tools have to be an array of objects.']);
  });

  it('is told what is wrong, property by property', () => {
    const wrong: readonly [object, RegExp][] = [
      [{ command: 'lint {files}' }, /“command” has to be an array of texts, since no shell takes it apart/],
      [{ command: [] }, /“command” has to begin with the program/],
      [{ command: ['{files}'] }, /“command” has to begin with the program/],
      [{ command: ['lint', 1] }, /“command” has to be an array of texts/],
      [{ command: ['lint', 'a\0b'] }, /“command” has to be an array of texts/],
      [{ command: undefined }, /“command” has to be an array of texts/],
      [{ format: 'json' }, /“format” has to be sarif or rdjson or rdjsonl/],
      [{ scope: 'everything' }, /“scope” has to be changes or project/],
      [{ files: '*.ts' }, /“files” has to be an array of texts/],
      [{ fix: 'yes' }, /“fix” has to be true or an array of texts/],
      [{ fix: [''] }, /“fix” has to begin with the program/],
      [{ convertWith: [] }, /“convertWith” has to begin with the program/],
      [{ exitCodes: [] }, /“exitCodes” has to be an array of whole numbers from 0 to 255/],
      [{ exitCodes: [0, 256] }, /“exitCodes”/],
      [{ timeoutSeconds: 0 }, /“timeoutSeconds” has to be a number from 1 to 240/],
      [{ timeoutSeconds: '60' }, /“timeoutSeconds”/],
      [{ file: ['*.ts'] }, /there is no “file”; there are name, command/],
      [{ name: '../lint' }, /“name” has to be/],
    ];
    for (const [more, message] of wrong) {
      const problems = problemsOf({ ...valid, ...more });
      assert.equal(problems.length, 1, JSON.stringify(more));
      assert.match(problems[0] ?? '', message);
    }
  });

  it('is bounded', () => {
    const many = Array.from({ length: 30 }, (_, index) => ({ ...valid, name: `lint-${index}` }));
    assert.equal(parseToolSettings(many).tools.length, 20);
    assert.deepEqual(parseToolSettings(many).problems, ['Only the first 20 tools are used.']);
  });
});
