import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { Git } from '../../../../src/git/run/git.ts';
import type { FindingsRecord } from '../../../../src/reviews/current/shownReviews.ts';
import type { Elsewhere } from '../../../../src/vscode/findings/elsewhere/elsewhere.ts';
import { TestRepository } from '../../../host/git/repository.ts';
import { hermetic } from '../../git/pullRequest/layouts.ts';
import { aComment, aReview, aSubject } from '../../reviews/builders.ts';
import { editor, standInForEditor } from '../../security/shown/editor.ts';

describe('a pull request that is not checked out', () => {
  hermetic();
  let repository: TestRepository;
  let elsewhere: Elsewhere;
  let commit: string;
  const errors: unknown[] = [];

  beforeEach(async () => {
    standInForEditor();
    Object.assign(editor, { isTrusted: true, documents: [] });
    repository = await TestRepository.create({
      'src/a.ts': 'a();\nb();\nc();\n',
      'latin.txt': Buffer.from([0xe9, 10]),
    });
    commit = await repository.git('rev-parse', 'HEAD');
    const copies = { all: () => Promise.resolve([{ copy: { root: repository.folder } }]) };
    const { Elsewhere: Class } = await import('../../../../src/vscode/findings/elsewhere/elsewhere.ts');
    const git = new Git({ executable: 'git', log: () => undefined });
    elsewhere = new Class(git, copies as never, error => errors.push(error));
  });

  afterEach(async () => {
    elsewhere.dispose();
    await repository.dispose();
    assert.deepEqual(errors.splice(0), []);
  });

  function reviewOf(given: Parameters<typeof aReview>[0]): FindingsRecord {
    const subject = aSubject({ root: repository.folder, isOfBranch: false, headCommit: undefined });
    return { state: 'completed', subject, triggeredAt: 0, settledAt: 0, reviewId: 'r', review: aReview(given) };
  }

  it('has its findings in the files of its commit, whatever is in the working copy, and those without one apart', async () => {
    await repository.write({ 'src/a.ts': 'something else\n' });
    const at = (line: number): object => ({ range: { startLine: line, endLine: line } });
    const comments = [
      aComment({ path: 'src/a.ts', ...at(2) }),
      aComment({ path: 'src/gone.ts', ...at(1) }),
      aComment({ path: undefined, range: undefined }),
    ];
    const { files, general } = await elsewhere.place(reviewOf({ commit, comments }), repository.folder);
    assert.deepEqual(
      files.map(({ uri, findings }) => [uri.path, findings.map(({ state, range }) => [state, range?.startLine])]),
      [['/orders #7/src/a.ts', [['current', 1]]]],
    );
    assert.equal(general.length, 2);
    const { uri } = files[0] ?? assert.fail();
    assert.equal(Buffer.from(await elsewhere.readFile(uri)).toString(), '\ufeffa();\nb();\nc();\n');
  });

  it('has all of them apart where its commit is not to be had, or nothing may be read', async () => {
    const comments = [aComment({ path: 'src/a.ts' })];
    const missing = await elsewhere.place(reviewOf({ commit: 'f'.repeat(40), comments }), repository.folder);
    assert.deepEqual([missing.files.length, missing.general.length], [0, 1]);
    editor.isTrusted = false;
    const untrusted = await elsewhere.place(reviewOf({ commit, comments }), repository.folder);
    assert.deepEqual([untrusted.files.length, untrusted.general.length], [0, 1]);
  });

  it('gives no file for an address that somebody else made up', async () => {
    const asked = (...query: unknown[]): Promise<Uint8Array> =>
      elsewhere.readFile({ query: JSON.stringify(query) } as unknown as vscode.Uri);
    assert.ok((await asked(repository.folder, commit, 'src/a.ts')).length > 0);
    for (const query of [
      ['/', commit, 'src/a.ts'],
      [repository.folder, '--output=x', 'src/a.ts'],
      [repository.folder, 'HEAD', 'src/a.ts'],
      [repository.folder, commit, '../../../etc/passwd'],
      [repository.folder, commit, 'src'],
      [repository.folder, commit, 5],
      [],
    ])
      await assert.rejects(asked(...query), /FileNotFound/, JSON.stringify(query));
  });
});
