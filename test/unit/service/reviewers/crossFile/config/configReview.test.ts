import assert from 'node:assert/strict';
import { Git } from '../../../../../../src/git/run/git.ts';
import { crossFileReviewer } from '../../../../../../src/service/reviewers/crossFile/crossFileReviewer.ts';
import { TestRepository } from '../../../../../host/git/repository.ts';
import { reviewWith } from '../../../engine/reviewing.ts';
import { startAnalysers } from '../../../startAnalysers.ts';

const json = (value: object): string => `${JSON.stringify(value, undefined, 1)}\n`;
const keys = Array.from({ length: 40 }, (_, index) => `key${index}`);
const packages = Object.fromEntries(
  // More than is read of other files.
  Array.from({ length: 12_000 }, (_, index) => [
    `node_modules/package-${index}`,
    { version: '1.0.0', integrity: 'a'.repeat(64) },
  ]),
);

describe('a review of manifests and locale files', () => {
  let repository: TestRepository;

  before(async () => {
    repository = await TestRepository.create({
      'package.json': json({ dependencies: { 'package-1': '^1.0.0' } }),
      'package-lock.json': json({ packages: { '': { dependencies: { 'package-1': '^1.0.0' } }, ...packages } }),
      'src/locales/en.json': json({ ...Object.fromEntries(keys.map(key => [key, key])), title: 'Shop', note: 'Note' }),
      'src/i18n.ts': keys.map(key => `i18n.t('${key}');\n`).join(''),
      'src/page.ts': "i18n.t('title');\n",
      '.github/workflows/test.yml': 'jobs:\n  test:\n    steps:\n      - run: npm ci\n',
    });
    await repository.branch('change');
    await repository.commit({
      'package.json': json({ dependencies: { 'package-1': '^1.0.0', 'package-2': '^2.0.0' } }),
      'src/locales/en.json': json({ ...Object.fromEntries(keys.map(key => [key, key])), note: 'Note' }),
      'src/new.ts': "\ni18n.t('headline');\n",
    });
  });
  after(() => repository.dispose());

  it('tells what the lock file lacks, and keys that are missing or removed', async () => {
    const git = new Git({ executable: 'git', log: () => undefined });
    const [base = '', head = ''] = (await repository.git('rev-parse', 'main', 'change')).split('\n');
    const job = { root: repository.folder, base, head };
    const runIndexTasks = startAnalysers().indexTasks();
    const result = await reviewWith(git, [crossFileReviewer({ git, job, runIndexTasks })], job);
    if (result.status !== 'completed') assert.fail(result.reason);
    assert.deepEqual(
      result.comments.map(each => [
        `${each.path}:${each.start_line} ${each.title}`,
        ...(each.related_locations ?? []).map(place => `${place.path}:${place.start_line}`),
      ]),
      [
        ['package.json:4 `package-2` ^2.0.0 is not in `package-lock.json`: `npm ci` fails'],
        [
          'src/locales/en.json:42 `title` is no longer in the locale files, but still used: the text is shown as its key',
          'src/page.ts:1',
        ],
        ['src/new.ts:2 `headline` is in no locale file: the text is shown as its key'],
      ],
    );
  });
});
