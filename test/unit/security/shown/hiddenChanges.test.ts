import assert from 'node:assert/strict';
import { readDiff } from '../../../../src/service/engine/diff/diffModel.ts';
import { TestRepository } from '../../../host/git/repository.ts';
import { hermetic, productGit } from '../../git/pullRequest/layouts.ts';

describe('a configuration of git that would hide what a pull request changes', () => {
  hermetic();
  const { signal } = new AbortController();
  let repository: TestRepository;
  let base: string;
  let head: string;

  beforeEach(async () => {
    const lines = Array.from({ length: 30 }, (_, index) => `line${index}();`);
    repository = await TestRepository.create({ 'a.ts': `${lines.join('\n')}\n`, 'b.ts': 'b();\n' });
    base = await repository.git('rev-parse', 'HEAD');
    const changed = lines.with(2, 'first();').with(20, 'second();');
    head = await repository.commit({ 'a.ts': `${changed.join('\n')}\n`, 'b.ts': 'b();\nthird();\n' });
  });

  afterEach(() => repository.dispose());

  for (const [key, value] of [
    ['diff.interHunkContext', '100'],
    ['diff.context', '50'],
    ['diff.orderFile', 'not-there'],
    ['diff.noprefix', 'true'],
    ['diff.mnemonicPrefix', 'true'],
    ['diff.relative', 'true'],
    ['diff.renames', 'false'],
    ['diff.algorithm', 'patience'],
    ['diff.wsErrorHighlight', 'all'],
    ['diff.suppressBlankEmpty', 'true'],
    ['diff.colorMoved', 'zebra'],
    ['color.ui', 'always'],
    ['core.quotePath', 'true'],
    ['core.pager', 'false'],
  ] as const) {
    it(`hides none by ${key}`, async () => {
      await repository.git('config', key, value);
      const { files, unreviewed } = await readDiff(productGit(), { root: repository.folder, base, head }, signal);
      assert.deepEqual(
        files.map(({ path, added }) => [path, ...added]),
        [
          ['a.ts', 3, 21],
          ['b.ts', 2],
        ],
      );
      assert.deepEqual(unreviewed, []);
    });
  }

  for (const attributes of ['*.ts -diff', '*.ts binary', '*.ts diff=evil', '* -text -diff'])
    it(`hides none by the attributes “${attributes}”, which may come with the pull request`, async () => {
      await repository.git('config', 'diff.evil.binary', 'true');
      head = await repository.commit({ '.gitattributes': `${attributes}\n` });
      const { files } = await readDiff(productGit(), { root: repository.folder, base, head }, signal);
      const found = files.filter(({ path }) => path.endsWith('.ts')).map(({ path, added }) => [path, ...added]);
      assert.deepEqual(found, [
        ['a.ts', 3, 21],
        ['b.ts', 2],
      ]);
    });
});
