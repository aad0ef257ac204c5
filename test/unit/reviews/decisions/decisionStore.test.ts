import assert from 'node:assert/strict';
import { appendFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Decision } from '../../../../src/reviews/decisions/decisions.ts';
import { DecisionStore, type DecidedRepository } from '../../../../src/reviews/decisions/decisionStore.ts';
import { fingerprintsOf } from '../../../../src/reviews/decisions/fingerprint.ts';
import { knownFindings } from '../../../../src/reviews/decisions/knownFindings.ts';
import { aComment } from '../builders.ts';

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

  it('are those of one repository, and not of another one of its name', async () => {
    const [hosted, copied] = ['github.com', 'gitlab.com'].map(home => {
      return { fullName: 'acme/orders', home };
    });
    assert.ok(hosted && copied);
    await decide(states, hosted, [first], done);
    await decide(new DecisionStore(folder), copied, [second], done);
    assert.deepEqual([...(await decided(states, hosted)).keys()], [first]);
    assert.deepEqual([...(await decided(states, copied)).keys()], [second]);
    assert.deepEqual([...(await decided(new DecisionStore(folder), hosted)).keys()], [first]);
    assert.equal((await decided(states, 'acme/orders')).size, 0);
  });

  it('are shared with a clone by an alias of the host, and not with a folder or another host', async () => {
    const at = (home: string): DecidedRepository => ({ fullName: 'acme/orders', home });
    await decide(states, at('github.com-work'), [first], done);
    await decide(states, at('work'), [second], done);
    await decide(states, at('/work/orders/.git'), [third], done);
    assert.deepEqual([...(await decided(states, at('github.com'))).keys()], [first, second]);
    assert.deepEqual([...(await decided(states, at('gitlab.com'))).keys()], [second]);
    assert.deepEqual([...(await decided(states, at('/work/orders/.git'))).keys()], [third]);
    assert.deepEqual([...(await decided(states, at('/work/copy/.git'))).keys()], []);
  });

  it('of before it was noted where a repository is are those of all of its name', async () => {
    await decide(states, 'acme/orders', [first], done);
    const hosted = { fullName: 'acme/orders', home: 'github.com' };
    assert.deepEqual([...(await decided(states, hosted)).keys()], [first]);
    await decide(states, hosted, [first], { state: 'open' });
    assert.equal((await decided(states, hosted)).get(first)?.state, 'open');
    assert.equal((await decided(states, { ...hosted, home: '/somewhere/else/.git' })).get(first)?.state, 'done');
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
