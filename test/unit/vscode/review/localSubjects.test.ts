import assert from 'node:assert/strict';
import path from 'node:path';
import { openWorkingCopy } from '../../../../src/git/repository/workingCopy.ts';
import { Git } from '../../../../src/git/run/git.ts';
import { rowName } from '../../../../src/reviews/summary/reviewWords.ts';
import { TestRepository } from '../../../host/git/repository.ts';
import { editor, standInForEditor } from '../../security/shown/editor.ts';

const git = new Git({ executable: 'git', log: () => undefined });

describe('the name of a review without a pull request', () => {
  let repository: TestRepository;

  before(() => standInForEditor());

  beforeEach(async () => {
    repository = await TestRepository.create({ 'a.ts': 'a\n' });
    await repository.branch('feature/refunds');
    await repository.commit({ 'b.ts': 'b\n' });
  });
  afterEach(async () => {
    [editor.unsaved, editor.documents] = [{}, []];
    await repository.dispose();
  });

  /** What the row says of a review of these changes. */
  async function name(changes: 'branch' | 'uncommitted' = 'branch'): Promise<string> {
    const { ReviewSubjects } = await import('../../../../src/vscode/review/reviewSubjects.ts');
    const of = async (folder: string): Promise<object> => ({
      copy: await openWorkingCopy(git, folder, new AbortController().signal),
    });
    const copies = { onDidChange: () => ({ dispose: () => undefined }), of };
    const subjects = new ReviewSubjects({ git, copies, sessions: { token: () => undefined } } as never);
    const copy = await openWorkingCopy(git, repository.folder, new AbortController().signal);
    const connection = { name: 'embedded', client: { put: () => Promise.resolve({ number: 1_000_001 }) } };
    const open = { copy, identity: { fullName: 'acme/orders', remote: undefined } };
    try {
      return rowName((await subjects.changes(open as never, connection as never, changes)).subject);
    } finally {
      subjects.dispose();
    }
  }

  it('is that of the branch, and without one the commit in 8 digits, also where there is nothing to review', async () => {
    assert.equal(await name(), 'feature/refunds into main');
    const head = await repository.git('rev-parse', 'HEAD');
    await repository.git('checkout', '--quiet', '--detach');
    assert.equal(await name(), `${head.slice(0, 8)} into main`);
    await repository.git('checkout', '--quiet', '--detach', 'main');
    const main = (await repository.git('rev-parse', 'HEAD')).slice(0, 8);
    const message = `${main} has no commits of its own: it is where main is.`;
    await assert.rejects(name(), { message, details: { next: 'reviewChanges' } });
  });

  it('is that of the branch while it is rebased', async () => {
    await repository.commit({ 'c.ts': 'c\n' });
    await repository.git(
      '-c',
      'sequence.editor=sed -i.old "s/^pick/edit/"',
      'rebase',
      '--quiet',
      '--interactive',
      'main',
    );
    assert.equal(await name(), 'feature/refunds into main');
    await repository.git('rebase', '--abort');
    assert.equal(await name(), 'feature/refunds into main');
  });

  it('is not given where nothing but what is not saved has changed, which is named', async () => {
    const message = 'There is no uncommitted work in acme/orders.';
    await assert.rejects(name('uncommitted'), { message, advice: 'Change something, then review it.' });
    const file = path.join(repository.folder, 'a.ts');
    editor.unsaved[file] = 'not saved\n';
    editor.documents = [file, path.join(repository.folder, 'b.ts')];
    await assert.rejects(name('uncommitted'), { message, advice: 'Not saved: a.ts.' });
    // That of another repository does not help here.
    const other = await TestRepository.create({ 'c.ts': 'c\n' });
    try {
      const elsewhere = path.join(other.folder, 'c.ts');
      [editor.unsaved, editor.documents] = [{ [elsewhere]: 'not saved\n' }, [elsewhere]];
      await assert.rejects(name('uncommitted'), { message, advice: 'Change something, then review it.' });
    } finally {
      await other.dispose();
    }
  });
});
