import assert from 'node:assert/strict';
import { appendFile, cp, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Decision } from '../../../../src/reviews/decisions/decisions.ts';
import { DecisionStore, type DecidedRepository } from '../../../../src/reviews/decisions/decisionStore.ts';
import { fingerprintsOf } from '../../../../src/reviews/decisions/fingerprint.ts';
import { knownFindings } from '../../../../src/reviews/decisions/knownFindings.ts';
import { aComment } from '../builders.ts';
import { makeGitDirectory } from '../gitDirectories.ts';

const done: Decision = { state: 'done', at: 1 };
const comments = ['f1', 'f2', 'f3'].map(title => aComment({ title }));
const findings = knownFindings(comments, () => undefined);
const [first = '', second = '', third = ''] = fingerprintsOf(comments);

function repositoryOf(repository: string | DecidedRepository): DecidedRepository {
  return typeof repository === 'string' ? { fullName: repository, home: undefined } : repository;
}

describe('decisions about findings', () => {
  let folder: string;
  let states: DecisionStore;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'states-'));
    states = new DecisionStore(folder);
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function append(text: string): Promise<void> {
    const [name] = await readdir(folder);
    await appendFile(path.join(folder, name ?? assert.fail()), text);
  }

  /** As a window does. */
  async function decide(
    by: DecisionStore,
    repository: string | DecidedRepository,
    which: string[],
    decision: Decision,
  ): Promise<void> {
    await by.decide(repositoryOf(repository), findings, new Set(which), decision);
  }

  async function decided(by: DecisionStore, repository: string | DecidedRepository): Promise<Map<string, Decision>> {
    return (await by.all(repositoryOf(repository))).of(findings);
  }

  it('last, with the reason of a dismissal, for the repository they were made in', async () => {
    const dismissed = { state: 'dismissed', at: 1, reason: 'a test needs it' } as const;
    await decide(states, 'acme/orders', [first], dismissed);
    await decide(states, 'acme/orders', [second, third], done);
    const later = await decided(new DecisionStore(folder), 'Acme/Orders');
    assert.deepEqual(Object.fromEntries(later), { [first]: dismissed, [second]: done, [third]: done });
    assert.equal((await decided(states, 'acme/other')).size, 0);
  });

  /** A repository with a host, or a git directory that is not on this disk. */
  function hostedAt(host: string, fullName = 'acme/orders'): DecidedRepository {
    return { fullName, home: { host, folder: `/clone/of/${host}/${fullName}/.git` } };
  }
  function localIn(directory: string, fullName = 'acme/orders'): DecidedRepository {
    return { fullName, home: { host: undefined, folder: directory } };
  }

  it('are those of one repository, and not of another one of its name', async () => {
    const [hosted, copied] = [hostedAt('github.com'), hostedAt('gitlab.com')];
    await decide(states, hosted, [first], done);
    await decide(new DecisionStore(folder), copied, [second], done);
    assert.deepEqual([...(await decided(states, hosted)).keys()], [first]);
    assert.deepEqual([...(await decided(states, copied)).keys()], [second]);
    assert.deepEqual([...(await decided(new DecisionStore(folder), hosted)).keys()], [first]);
    assert.equal((await decided(states, 'acme/orders')).size, 0);
  });

  it('are shared with a clone by an alias of the host, and not with a folder or another host', async () => {
    await decide(states, hostedAt('github.com-work'), [first], done);
    await decide(states, hostedAt('work'), [second], done);
    await decide(states, localIn('/work/orders/.git'), [third], done);
    assert.deepEqual([...(await decided(states, hostedAt('github.com'))).keys()], [first, second]);
    assert.deepEqual([...(await decided(states, hostedAt('gitlab.com'))).keys()], [second]);
    assert.deepEqual([...(await decided(states, localIn('/work/orders/.git'))).keys()], [third]);
    assert.deepEqual([...(await decided(states, localIn('/work/copy/.git'))).keys()], []);
  });

  it('of before it was noted where a repository is are those of all of its name', async () => {
    await decide(states, 'acme/orders', [first], done);
    const hosted = hostedAt('github.com');
    assert.deepEqual([...(await decided(states, hosted)).keys()], [first]);
    await decide(states, hosted, [first], { state: 'open' });
    assert.equal((await decided(states, hosted)).get(first)?.state, 'open');
    assert.equal((await decided(states, localIn('/somewhere/else/.git'))).get(first)?.state, 'done');
  });

  describe('of a git directory', () => {
    let work: string;
    const directoryOf = (name: string): string => path.join(work, name, '.git');
    beforeEach(async () => {
      work = await mkdtemp(path.join(tmpdir(), 'states-work-'));
      await init('orders');
    });
    afterEach(() => rm(work, { recursive: true }));

    const init = (name: string): Promise<void> => makeGitDirectory(directoryOf(name));

    it('go on when a remote is added, is renamed, and is removed, as they were decided last', async () => {
      const local = localIn(directoryOf('orders'), 'local/orders');
      const hosted = { fullName: 'acme/orders', home: { host: 'github.com', folder: directoryOf('orders') } };
      const moved = { fullName: 'shop/orders', home: { host: 'gitlab.com', folder: directoryOf('orders') } };
      await decide(states, local, [first, second], done);
      assert.deepEqual([...(await decided(states, hosted)).keys()], [first, second]);
      await decide(states, hosted, [second], { state: 'open' });
      await decide(states, hosted, [third], done);
      for (const now of [moved, local, hosted]) {
        const kept = await decided(new DecisionStore(folder), now);
        assert.deepEqual(
          [first, second, third].map(each => kept.get(each)?.state),
          ['done', 'open', 'done'],
          now.fullName,
        );
      }
      await decide(states, local, [second], done);
      assert.equal((await decided(states, hosted)).get(second)?.state, 'done');
      await decide(states, hosted, [second], { state: 'open' });
      assert.equal((await decided(states, local)).get(second)?.state, 'open');
    });

    it('are not those of another one that gets the same remote until that is told by its host', async () => {
      await init('template');
      await decide(states, localIn(directoryOf('orders'), 'local/orders'), [first], done);
      const other = { fullName: 'acme/orders', home: { host: 'github.com', folder: directoryOf('template') } };
      assert.equal((await decided(states, other)).size, 0);
      await decide(states, other, [second], done);
      const own = { fullName: 'acme/orders', home: { host: 'github.com', folder: directoryOf('orders') } };
      assert.deepEqual([...(await decided(states, own)).keys()].sort(), [first, second].sort());
      assert.deepEqual([...(await decided(states, other)).keys()], [second]);
    });

    it('go with it when its folder is renamed, and not with a copy or a new one in its place', async () => {
      await decide(states, localIn(directoryOf('orders'), 'local/orders'), [first], done);
      await cp(path.join(work, 'orders'), path.join(work, 'copy'), { recursive: true });
      await rename(path.join(work, 'orders'), path.join(work, 'shop'));
      await init('orders');
      const kept = async (name: string, fullName = `local/${name}`): Promise<string[]> => [
        ...(await decided(states, localIn(directoryOf(name), fullName))).keys(),
      ];
      assert.deepEqual(await kept('shop'), [first]);
      assert.deepEqual(await kept('copy'), []);
      assert.deepEqual(await kept('copy', 'local/orders'), []);
      assert.deepEqual(await kept('orders'), []);
      await decide(states, localIn(directoryOf('orders'), 'local/orders'), [second], done);
      assert.deepEqual(await kept('shop'), [first]);
      assert.deepEqual(await kept('orders'), [second]);
    });
  });

  it('can be kept to those in a state, whoever has decided before', async () => {
    const dismissed = { state: 'dismissed', at: 1, reason: 'wrong' } as const;
    await decide(new DecisionStore(folder), 'acme/orders', [first], dismissed);
    await states.decide(repositoryOf('acme/orders'), findings, new Set([first, second]), done, 'open');
    assert.deepEqual(Object.fromEntries(await decided(states, 'acme/orders')), { [first]: dismissed, [second]: done });
  });

  it('can be taken back', async () => {
    await decide(states, 'acme/orders', [first], done);
    await decide(states, 'acme/orders', [first], { state: 'open' });
    assert.deepEqual((await decided(states, 'acme/orders')).get(first), { state: 'open' });
  });

  it('of two windows do not undo each other, and each sees those of the other', async () => {
    const other = new DecisionStore(folder);
    await Promise.all([states.all(repositoryOf('a/b')), other.all(repositoryOf('a/b'))]);
    await decide(states, 'a/b', [first], done);
    await decide(other, 'a/b', [second], done);
    for (const each of [states, other]) assert.deepEqual([...(await decided(each, 'a/b')).keys()], [first, second]);
    await decide(other, 'a/b', [first], { state: 'open' });
    assert.equal((await decided(states, 'a/b')).get(first)?.state, 'open');
  });

  it('are the same object until there is another one', async () => {
    const none = await states.all(repositoryOf('a/b'));
    assert.equal(await states.all(repositoryOf('a/b')), none);
    await decide(states, 'a/b', [first], done);
    const one = await states.all(repositoryOf('a/b'));
    assert.notEqual(one, none);
    assert.equal(await states.all(repositoryOf('a/b')), one);
  });

  it('outlive damaged lines, and one that a window did not end', async () => {
    await decide(states, 'a/b', [first], done);
    await append(
      '{"fingerprint":"f2","sta\nnull\n{"fingerprint":3}\n{"fingerprint":"x","state":"done","at":1,"finding":{"key":3}}\n{"fingerprint":"f4","state":"do',
    );
    await decide(states, 'a/b', [third], done);
    assert.deepEqual([...(await decided(states, 'a/b')).keys()], [first, third]);
  });

  it('of before findings were known by their surroundings still count, until there are newer ones', async () => {
    await decide(states, 'a/b', [third], done);
    const [name = ''] = await readdir(folder);
    const old = [
      { fingerprint: first, state: 'dismissed', at: 1, reason: 'Wrong' },
      { fingerprint: second, state: 'done', at: 2 },
    ];
    await writeFile(path.join(folder, name), old.map(each => `\n${JSON.stringify(each)}\n`).join(''));
    const kept = await decided(new DecisionStore(folder), 'a/b');
    assert.deepEqual([kept.get(first)?.state, kept.get(second)?.state], ['dismissed', 'done']);
    await decide(states, 'a/b', [first], { state: 'open' });
    assert.equal((await decided(states, 'a/b')).get(first)?.state, 'open');
  });
});
