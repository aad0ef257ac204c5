import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { Git } from '../../../../src/git/run/git.ts';
import type { CurrentReview } from '../../../../src/reviews/current/repositoryReviews.ts';
import { TestRepository } from '../../../host/git/repository.ts';
import { aSubject } from '../../reviews/builders.ts';
import { completed, ScriptedService, Windows } from '../../reviews/scriptedService.ts';
import { changeFolders, editor, standInForEditor } from '../../security/shown/editor.ts';

describe('a folder that is removed from the window while its branch is reviewed', () => {
  let repositories: TestRepository[];
  let windows: Windows;

  before(() => standInForEditor());

  beforeEach(async () => {
    repositories = await Promise.all(['a', 'b'].map(name => TestRepository.create({ [`${name}.ts`]: `${name}\n` })));
    windows = await Windows.create();
  });

  afterEach(async () => {
    changeFolders();
    await Promise.all([windows, ...repositories].map(each => each.dispose()));
  });

  it('is in no row until it is added again, and its review goes on meanwhile without more looks', async () => {
    const { OpenRepositories } = await import('../../../../src/vscode/repository/openRepositories.ts');
    const { OpenReviews } = await import('../../../../src/vscode/repository/openReviews.ts');
    const fail = (error: unknown): never => assert.fail(String(error));
    const [{ folder: root }, { folder: other }] = repositories as [TestRepository, TestRepository];
    const { reviews, runs } = windows.open();
    const git = new Git({ executable: 'git', log: () => undefined });
    editor.folders = [root, other];
    const copies = new OpenRepositories(git, fail);
    const places = { reviewedRoots: [root, other] };
    const state = {
      get: (name: string, none: unknown) => Object.entries(places).find(([key]) => key === name)?.[1] ?? none,
    };
    const open = new OpenReviews(git, copies, reviews, { ...state, update: () => Promise.resolve() } as never, fail);
    const rowsOf = (folder: string): readonly CurrentReview[] | undefined =>
      open.repositories.find(each => each.open?.root === folder)?.current;

    const service = new ScriptedService('https://review.example.com');
    let looks = 0;
    service.getReview = () => (looks++, Promise.resolve(service.now));
    const headCommit = (await repositories[0]?.git('rev-parse', 'HEAD'))?.trim();
    const subject = aSubject({ root, branch: 'main', headCommit });
    const signal = new AbortController().signal;
    const { ended } = await windows.watching(() => runs.run(subject, service, signal));
    while (rowsOf(root)?.[0]?.pending === undefined) await turn();
    const before = looks;

    changeFolders(other);
    while (rowsOf(root) !== undefined) await turn();
    assert.deepEqual(
      open.repositories.map(each => each.open?.root),
      [other],
    );
    service.become(completed);
    assert.equal((await ended).state, 'completed');
    await open.settled();
    assert.equal(rowsOf(root), undefined);
    const { length } = reviews.records;

    changeFolders(root, other);
    while (rowsOf(root)?.[0]?.shown === undefined) await turn();
    const [row] = rowsOf(root) ?? [];
    assert.deepEqual([row?.shown?.review, row?.pending, row?.unread, row?.ahead], [completed, undefined, 0, 0]);
    assert.deepEqual([reviews.records.length, looks - before, windows.errors], [length, 1, []]);
    for (const each of [open, copies]) each.dispose();
  });
});
