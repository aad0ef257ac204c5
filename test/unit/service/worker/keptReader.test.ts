import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findObjects, readObjects } from '../../../../src/git/content/objects.ts';
import { Git, type GitReader } from '../../../../src/git/run/git.ts';
import { keptReader, type KeptReader } from '../../../../src/service/repositoryIndex/keptReader.ts';
import { offline, whole } from '../../../../src/service/repositoryIndex/offline.ts';
import { TestRepository } from '../../../host/git/repository.ts';
import { needs } from '../../../host/needs.ts';

describe('what a job asks about objects', () => {
  let repository: TestRepository;
  let commit: string;
  let [small, large] = ['', ''];
  const long = 'long\n'.repeat(100_000);
  const { signal } = new AbortController();
  /** The commands of the processes that have ended. */
  let ran: string[];
  let reader: KeptReader;
  let ended: Promise<void>;

  before(async () => {
    repository = await TestRepository.create();
    commit = await repository.commit({
      'a.txt': 'a\n',
      'empty.txt': '',
      'long.txt': long,
      'odd\u2028name.txt': 'odd\n',
    });
    small = await repository.git('rev-parse', `${commit}:a.txt`);
    large = await repository.git('rev-parse', `${commit}:long.txt`);
  });
  beforeEach(() => use('git'));
  afterEach(() => reader.close());
  after(() => repository.dispose());

  function use(executable: string): void {
    ran = [];
    let tell = (): void => undefined;
    ended = new Promise(resolve => (tell = resolve));
    const log = (line: string): void => {
      ran.push(line.replace(/ \S+ \d+ ms$/, ''));
      tell();
    };
    reader = keptReader(new Git({ executable, log }));
  }

  const sizes = async (names: readonly string[], git: GitReader = reader): Promise<unknown[]> =>
    (await findObjects(git, repository.folder, names, signal)).map(found => found?.size);
  const texts = async (ids: readonly string[]): Promise<string[]> =>
    [...(await readObjects(reader, repository.folder, ids, signal)).values()].map(bytes => bytes.toString());

  it('is told by one process, in any order, also of what is not there, is empty or has an odd name', async function () {
    needs(this, 'git 2.36');
    const names = [`${commit}:a.txt`, `${commit}:none.txt`, `${commit}:odd\u2028name.txt`, `${commit}:empty.txt`];
    assert.deepEqual(await sizes(names), [2, undefined, 4, 0]);
    const empty = await repository.git('rev-parse', `${commit}:empty.txt`);
    assert.deepEqual(await texts([large, 'f'.repeat(40), empty, small]), [long, '', 'a\n']);
    const both = await Promise.all([texts([small]), sizes([large]), texts([large])]);
    assert.deepEqual(both, [['a\n'], [long.length], [long]]);
    assert.deepEqual(ran, []);
    reader.close();
    await ended;
    assert.deepEqual(ran, ['git cat-file --batch-command']);
  });

  it('is told by one process of a whole repository, whether or not something could be fetched', async function () {
    needs(this, 'git 2.36');
    const git = whole(reader);
    assert.deepEqual(await sizes([small], git), [2]);
    assert.deepEqual(await sizes([large], offline(git)), [long.length]);
    reader.close();
    await ended;
    assert.equal(ran.length, 1);
  });

  it('is told of what comes while the process runs', async () => {
    assert.deepEqual(await sizes([small]), [2]);
    const later = await repository.commit({ 'later.txt': 'later\n' });
    await repository.git('repack', '-a', '-d', '--quiet');
    assert.deepEqual(await sizes([`${later}:later.txt`, small]), [6, 2]);
  });

  it('is not told more than was asked for, nor after it was cancelled, and the next question is answered', async () => {
    const tooMuch = reader.bytes(repository.folder, ['cat-file', '--batch'], {
      signal,
      input: `${large}\n`,
      maxBytes: 1_000,
    });
    await assert.rejects(tooMuch, { kind: 'git', message: 'git cat-file answered more than can be taken.' });
    assert.deepEqual(await texts([small]), ['a\n']);
    await assert.rejects(readObjects(reader, repository.folder, [small], AbortSignal.abort()), { kind: 'cancelled' });
    const stop = new AbortController();
    const stopped = readObjects(reader, repository.folder, [large], stop.signal);
    stop.abort();
    await assert.rejects(stopped, { kind: 'cancelled' });
    assert.deepEqual(await texts([small]), ['a\n']);
  });

  it('has an error that says what is wrong', async () => {
    const asked = findObjects(reader, path.join(tmpdir(), 'code-review-no-such-folder'), [small], signal);
    await assert.rejects(asked, { kind: 'git', advice: 'The folder does not exist.' });
  });

  it('is told by two processes where git knows no commands', async function () {
    needs(this, 'a POSIX shell');
    const folder = await mkdtemp(path.join(tmpdir(), 'code-review-old-git-'));
    const old = path.join(folder, 'git');
    await writeFile(old, '#!/bin/sh\ncase "$*" in *--batch-command*) exit 129;; esac\nexec git "$@"\n');
    await chmod(old, 0o755);
    use(old);
    assert.deepEqual(await sizes([small]), [2]);
    for (let times = 0; times < 3; times++) {
      assert.deepEqual(await sizes([small, large]), [2, long.length]);
      assert.deepEqual(await texts([small, large]), ['a\n', long]);
    }
    assert.deepEqual(ran, ['git cat-file --batch-command', 'git cat-file --batch-check']);
    await rm(folder, { recursive: true });
  });
});
