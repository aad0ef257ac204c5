import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Emitter } from '../../../../src/core/base/events.ts';
import { readConfig } from '../../../../src/git/repository/config.ts';
import { identifyRepository } from '../../../../src/git/repository/identifyRepository.ts';
import { openWorkingCopy } from '../../../../src/git/repository/workingCopy.ts';
import { Git } from '../../../../src/git/run/git.ts';
import { TestRepository } from '../../../host/git/repository.ts';
import { editor, standInForEditor } from '../../security/shown/editor.ts';

const git = new Git({ executable: 'git', log: () => undefined });
const { signal } = new AbortController();

describe('the pull request of a branch', () => {
  let repository: TestRepository;

  before(() => standInForEditor());

  beforeEach(async () => {
    repository = await TestRepository.create({ 'a.ts': 'a\n' });
    await repository.branch('feature');
    await repository.commit({ 'b.ts': 'b\n' });
  });

  afterEach(() => repository.dispose());

  it('is looked for again after a change that comes while it is looked for', async () => {
    const { ReviewSubjects } = await import('../../../../src/vscode/review/reviewSubjects.ts');
    const changed = new Emitter<void>(error => assert.fail(String(error)));
    const copy = await openWorkingCopy(git, repository.folder, signal);
    const config = await readConfig(git, copy.root, signal);
    const identity = await identifyRepository(git, copy, { hosts: {}, config }, signal);
    let number = 7;
    let asked = 0;
    const choices = {
      get: () => {
        const before = number;
        // It becomes another one right after it was read.
        if (asked++ === 0) {
          number = 8;
          changed.fire();
        }
        return { number: before, repository: 'acme/orders', headCommit: copy.head };
      },
    };
    const copies = { onDidChange: changed.event };
    const subjects = new ReviewSubjects({ git, copies, choices, sessions: { token: () => undefined } } as never);
    const found = async (): Promise<number | undefined> => {
      const resolution = await subjects.resolve({ copy, config, identity, folder: copy.root });
      return resolution.kind === 'found' ? resolution.candidate.number : undefined;
    };
    assert.equal(await found(), 7);
    assert.equal(await found(), 8);
    assert.equal(asked, 2);
    assert.equal(await found(), 8);
    assert.equal(asked, 2, 'what is sure is not looked for again');
    subjects.dispose();
  });

  it('is that of the working copy that has it checked out where it is asked for by its number', async () => {
    const { ReviewSubjects } = await import('../../../../src/vscode/review/reviewSubjects.ts');
    const other = path.join(repository.folder, '..', `${path.basename(repository.folder)}-main`);
    await repository.git('worktree', 'add', '--quiet', other, 'main');
    const open = async (folder: string): Promise<object> => {
      const copy = await openWorkingCopy(git, folder, signal);
      return { copy, config: await readConfig(git, copy.root, signal), identity: { fullName: 'acme/orders' }, folder };
    };
    const [main, feature] = [await open(other), await open(repository.folder)];
    const head = await repository.git('rev-parse', 'HEAD');
    const choices = {
      get: (_: string, branch: string) =>
        branch === 'feature' ? { number: 7, repository: 'acme/orders', headCommit: head } : undefined,
    };
    const copies = { onDidChange: () => ({ dispose: () => undefined }) };
    const parts = { git, copies, choices, sessions: { token: () => undefined }, reviews: { ofBranch: () => [] } };
    const subjects = new ReviewSubjects(parts as never);
    const of = async (number: number, ...those: object[]): Promise<unknown> => {
      const subject = await subjects.ofNumber({ repository: 'acme/orders', number }, those as never, 'embedded');
      return [subject.branch, subject.isOfBranch];
    };
    assert.deepEqual(await of(7, main, feature), ['feature', undefined]);
    assert.deepEqual(await of(8, main, feature), ['main', false]);
    assert.deepEqual(await of(7), [undefined, undefined]);
    subjects.dispose();
    await rm(other, { recursive: true });
  });

  it('has the head that its host tells where it was chosen, and not what is committed on top', async () => {
    const { ReviewSubjects } = await import('../../../../src/vscode/review/reviewSubjects.ts');
    standInForEditor();
    const head = await repository.git('rev-parse', 'HEAD');
    await repository.git('remote', 'add', 'origin', 'https://github.com/acme/orders.git');
    await repository.commit({ 'c.ts': 'c\n' });
    const copy = await openWorkingCopy(git, repository.folder, signal);
    const config = await readConfig(git, copy.root, signal);
    const identity = await identifyRepository(git, copy, { hosts: {}, config }, signal);
    let choice: unknown;
    const choices = { get: () => choice, set: (...[, , chosen]: unknown[]) => Promise.resolve((choice = chosen)) };
    const transport = {
      send: ({ url }: { url: string }) => {
        const pull = {
          number: 7,
          state: 'open',
          head: { ref: 'topic', sha: head, repo: { full_name: 'acme/orders' } },
        };
        const found = url.endsWith('/repos/acme/orders/pulls/7');
        return Promise.resolve({ status: found ? 200 : 404, headers: {}, body: JSON.stringify(found ? pull : {}) });
      },
    };
    const sessions = { token: () => Promise.resolve(undefined), canAllow: () => false };
    const reviews = { ofBranch: () => [] };
    const copies = { onDidChange: () => ({ dispose: () => undefined }) };
    const subjects = new ReviewSubjects({ git, copies, choices, transport, sessions, reviews } as never);
    editor.type = () => '#7';
    const open = { copy, config, identity, folder: copy.root } as never;
    const asked = { kind: 'ask', candidates: [], reason: 'Which one?' } as const;
    const connection = { name: 'https://review.example.com', isEmbedded: false } as never;
    const subject = await subjects.subject(open, asked, connection);
    assert.deepEqual([subject?.pullRequest.number, subject?.headCommit], [7, head]);
    subjects.dispose();
  });
});
