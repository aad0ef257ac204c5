import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openBareRepository } from '../../../../../src/git/repository/bareRepository.ts';
import { Git } from '../../../../../src/git/run/git.ts';
import { reviewGaps } from '../../../../../src/service/engine/result/reviewGaps.ts';
import { reviewNotes } from '../../../../../src/service/engine/result/reviewNotes.ts';
import type { EngineResult } from '../../../../../src/service/engine/messages.ts';
import { crossFileReviewer } from '../../../../../src/service/reviewers/crossFile/crossFileReviewer.ts';
import type { Analysers } from '../../../../../src/service/worker/analyserProcess.ts';
import { TestRepository } from '../../../../host/git/repository.ts';
import { startAnalysers } from '../../startAnalysers.ts';
import { reviewWith } from '../../engine/reviewing.ts';

const money = 'export const fee = 1;\nexport function refund() {}\n';

/** Git that remembers which blobs it was asked for. */
class WatchedGit extends Git {
  readonly blobs: string[] = [];

  override bytes(...[cwd, args, options]: Parameters<Git['bytes']>): ReturnType<Git['bytes']> {
    if (args.includes('--batch')) this.blobs.push(...(options.input ?? '').split('\n').filter(Boolean));
    return super.bytes(cwd, args, options);
  }
}

let analysers: Analysers;

async function review(root: string, indexFolder?: string, git = watched()): Promise<EngineResult> {
  const [base = '', head = ''] = (await git.run(root, ['rev-parse', 'main', 'change'], { signal })).split('\n');
  const job = { root, base, head };
  const runIndexTasks = analysers.indexTasks();
  return reviewWith(git, [crossFileReviewer({ git, job, runIndexTasks, indexFolder })], job);
}

const { signal } = new AbortController();
const watched = (): WatchedGit => new WatchedGit({ executable: 'git', log: () => undefined });

function commentsOf(result: EngineResult): unknown[] {
  if (result.status !== 'completed') assert.fail(result.reason);
  return result.comments.map(({ path: file, start_line, rule_id, related_locations = [] }) => [
    `${file}:${start_line} ${rule_id}`,
    ...related_locations.map(each => `${each.path}:${each.start_line}`),
  ]);
}

describe('a review across files', function () {
  let repository: TestRepository;
  let folder: string;

  before(() => {
    analysers = startAnalysers();
  });

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'code-review-index-test-'));
    repository = await TestRepository.create({
      'src/money.ts': money,
      'src/pay.ts': "import { refund } from './money';\nrefund();\n",
      'src/other.ts': 'export const other = 1;\n',
    });
    await repository.branch('change');
    await repository.commit({ 'src/money.ts': 'export const fee = 1;\n' });
  });
  afterEach(async () => {
    await repository.dispose();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  });

  const expected = [['src/money.ts:1 cross-file/removed-export', 'src/pay.ts:1']];

  it('says what breaks where the branch only deletes a module', async () => {
    await repository.commit({ 'src/money.ts': undefined });
    const result = await review(repository.folder);
    assert.deepEqual(commentsOf(result), [['src/pay.ts:1 cross-file/removed-module']]);
    assert.ok(result.status === 'completed');
    assert.deepEqual([result.removedLines, result.deleted], [2, ['src/money.ts']]);
  });

  it('says what a manifest names that is gone, where nothing else was changed, and not where a link takes its place', async () => {
    const named = await TestRepository.create({
      'package.json': '{\n  "main": "src/a.sh",\n  "bin": "src/b.sh"\n}\n',
      'src/a.sh': 'a\n',
      'src/b.sh': 'b\n',
      'lib/a.html': '<script src="x/a.js"></script>\n',
      'lib/x/a.js': 'a();\n',
    });
    await named.branch('change');
    const [tip = '', text = ''] = (await named.git('rev-parse', 'HEAD', 'HEAD:src/a.sh')).split('\n');
    await named.git('rm', '--quiet', '-r', 'src', 'lib/x');
    await named.git('update-index', '--add', '--cacheinfo', `120000,${text},src/b.sh`);
    await named.git('update-index', '--add', '--cacheinfo', `160000,${tip},lib/x`);
    await named.git('commit', '--quiet', '--message=Remove');
    const result = await review(named.folder);
    await named.dispose();
    assert.deepEqual(commentsOf(result), [['package.json:2 cross-file/removed-file']]);
  });

  it('tells of no import that leads through a link, behind which nobody sees what is there', async () => {
    const use = "import { fee } from './shared/fees.js';\nfee();\n";
    const linked = await TestRepository.create({ 'shared/fees.js': 'export const fee = () => 1;\n' });
    const [, text = ''] = (await linked.git('rev-parse', 'HEAD', 'HEAD:shared/fees.js')).split('\n');
    await linked.branch('change');
    await linked.commit({ 'web/pay.js': use, 'api/pay.js': use });
    await linked.git('update-index', '--add', '--cacheinfo', `120000,${text},web/shared`);
    await linked.git('commit', '--quiet', '--message=Link');
    const result = await review(linked.folder);
    await linked.dispose();
    assert.deepEqual(commentsOf(result), [['api/pay.js:1 cross-file/missing-module']]);
  });

  it('counts as compared what its checks judge, and not what they only ask for other files', async () => {
    await repository.commit({
      'package.json': '{ "scripts": { "postinstall": "x" } }\n',
      'tsconfig.json': '{}\n',
      '.gitignore': '*.log\n',
      'index.html': '<script>var a;</script>\n',
      'a.php': '<?php eval($_GET["a"]);\n',
      'old.py': 'print "a" if\n',
      'new.py': 'a = 1\n',
    });
    const result = await review(repository.folder);
    assert.ok(result.status === 'completed');
    assert.deepEqual(result.reports[0]?.compared?.toSorted(), ['new.py', 'package.json', 'src/money.ts']);
  });

  it('says what breaks in a file that the branch does not touch', async () => {
    assert.deepEqual(commentsOf(await review(repository.folder)), expected);
  });

  it('names what the change makes unsure, and is not complete then', async () => {
    const opened = "export const fee = 1;\nexport * from 'lodash-es';\n";
    await repository.commit({ 'src/money.ts': opened });
    const result = await review(repository.folder);
    assert.deepEqual(commentsOf(result), []);
    if (result.status !== 'completed') assert.fail(result.reason);
    const said =
      'could not be checked, since this change gives src/money.ts exports that cannot be listed: refund of src/money.ts is not exported any more, but src/pay.ts still imports it';
    assert.deepEqual(
      reviewGaps(result).map(({ message, isFailure, notifications }) => [message, isFailure, notifications[0]?.reason]),
      [['checks across files did not fully check src/money.ts', false, said]],
    );
    assert.ok(reviewNotes(result).includes(`Checks across files did not fully check: src/money.ts (${said}).`));
  });

  it('names what nothing in the repository explains, and says that the review is complete', async () => {
    const text = "import { fee } from './money';\nimport './schema.js';\naudit(fee);\n";
    await repository.commit({ 'src/money.ts': money, 'src/bill.js': text });
    const result = await review(repository.folder);
    assert.deepEqual(commentsOf(result), []);
    if (result.status !== 'completed') assert.fail(result.reason);
    assert.deepEqual(reviewGaps(result), []);
    const said =
      'Checks across files did not find where these come from: audit (src/bill.js:3), ./schema.js (src/bill.js:2).';
    assert.ok(reviewNotes(result).includes(said));
  });

  it('names code that a change moves to where nothing is compared', async () => {
    await repository.commit({
      'src/other.ts': undefined,
      'src/vendor/other.ts': 'export const other = 1;\nexport const more = 2;\n',
    });
    const result = await review(repository.folder);
    assert.ok(reviewNotes(result).includes('Checks across files left out src/vendor/other.ts (vendored).'));
  });

  it('names code in a folder of data for tests that the change brings, which the others read', async () => {
    await repository.commit({
      'src/fixtures/session.ts': 'export const session = document.cookie.split(separator);\n',
      'src/start.ts': "import './fixtures/session';\n",
    });
    const note = reviewNotes(await review(repository.folder)).find(each => each.includes('left out'));
    assert.equal(note, 'Checks across files left out src/fixtures/session.ts (data for tests, by its folder).');
  });

  it('says what breaks through foreign code where the own code breaks, and nothing that breaks in foreign code alone', async () => {
    const foreign = {
      '.gitattributes': 'lib/** linguist-vendored\n',
      'lib/money.ts': money,
      'lib/pay.ts': "import { refund } from './money';\nrefund();\n",
    };
    await repository.git('switch', '--quiet', 'main');
    await repository.commit({ ...foreign, 'src/shop.ts': "import { refund } from '../lib/money';\nrefund();\n" });
    await repository.git('branch', '--quiet', '--force', 'change');
    await repository.git('switch', '--quiet', 'change');
    await repository.commit({
      'lib/money.ts': 'export const fee = 1;\n',
      'lib/pay.ts': `${foreign['lib/pay.ts']}\n`,
    });
    const told = 'src/shop.ts:1 cross-file/removed-export';
    assert.deepEqual(commentsOf(await review(repository.folder)), [[told, 'lib/pay.ts:1']]);
    await repository.commit({ 'src/shop.ts': undefined });
    assert.deepEqual(commentsOf(await review(repository.folder)), []);
  });

  it('says it again after an unrelated commit, and reads no file again', async () => {
    await review(repository.folder, folder);
    await repository.commit({ 'src/other.ts': 'export const other = 2;\n' });
    const git = watched();
    assert.deepEqual(commentsOf(await review(repository.folder, folder, git)), expected);
    const isOfOther = await repository.git('rev-parse', 'main:src/other.ts', 'change:src/other.ts');
    const known = await repository.git('rev-parse', 'main:src/pay.ts');
    assert.ok(isOfOther.split('\n').some(blob => git.blobs.includes(blob)));
    assert.ok(!git.blobs.includes(known));
  });

  it('works in a bare repository, and with a damaged index', async () => {
    const clone = path.join(folder, 'bare.git');
    await repository.git('clone', '--quiet', '--bare', repository.folder, clone);
    const opened = await openBareRepository(watched(), clone, signal);
    assert.ok(opened);
    const { root: bare } = opened;
    await writeFile(path.join(folder, 'repository-index.sqlite'), 'no database');
    assert.deepEqual(commentsOf(await review(bare, folder)), expected);
    assert.ok((await readdir(folder)).includes('repository-index.sqlite'));
    assert.deepEqual(commentsOf(await review(bare, path.join(folder, 'gone'))), expected);
    await opened.dispose();
  });

  it('says nothing of what is not here in a partial clone, and fetches nothing for it', async () => {
    const clone = path.join(folder, 'clone');
    await repository.git('config', 'uploadpack.allowFilter', 'true');
    const from = `file://${repository.folder}`;
    await repository.git('clone', '--quiet', '--no-checkout', '--filter=blob:none', from, clone);
    await repository.git('-C', clone, 'branch', '--quiet', 'main', 'origin/main');
    const unrelated = await repository.git('rev-parse', 'main:src/pay.ts');
    const result = await review(clone);
    assert.deepEqual(commentsOf(result), []);
    assert.ok(result.status === 'completed');
    assert.match(result.reports[0]?.reason ?? '', /^did nothing: \d of \d files cannot be read in this clone$/);
    const present = await repository.git('-C', clone, 'cat-file', '--batch-all-objects', '--batch-check');
    assert.ok(!present.includes(unrelated));
  });
});
