import assert from 'node:assert/strict';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compareReviews } from '../../../src/reviews/compareReviews.ts';
import { FindingStates } from '../../../src/reviews/findingStates.ts';
import { fingerprintsOf } from '../../../src/reviews/fingerprint.ts';
import { aComment } from './builders.ts';

const comment = aComment({ rule: 'no-eval', quotedCode: '  eval(input);', range: { startLine: 3, endLine: 3 } });
const shifted = aComment({
  rule: 'no-eval',
  quotedCode: 'eval( input );',
  range: { startLine: 30, endLine: 30 },
  title: 'Other words',
});

describe('the fingerprint of a finding', () => {
  it('survives shifted lines, re-indented code and other words', () => {
    assert.deepEqual(fingerprintsOf([comment]), fingerprintsOf([shifted]));
  });

  it('tells rule, path, code and the turn of the same code apart', () => {
    const others = [
      comment,
      aComment({ ...comment, rule: 'no-new-func' }),
      aComment({ ...comment, path: 'src/other.ts' }),
      aComment({ ...comment, quotedCode: 'eval(output);' }),
      comment,
    ];
    assert.equal(new Set(fingerprintsOf(others)).size, others.length);
  });
});

describe('the next review', () => {
  it('tells what is new, what is still there and what is gone', () => {
    const other = aComment({ rule: 'eqeqeq', quotedCode: 'a == b' });
    const { added, still, gone } = compareReviews(
      [comment, other],
      [shifted, aComment({ rule: 'no-var', quotedCode: 'var x' })],
    );
    assert.deepEqual([...still], fingerprintsOf([comment]));
    assert.equal(added.size, 1);
    assert.deepEqual(gone, [other]);
  });
});

describe('decisions about findings', () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(path.join(tmpdir(), 'states-'))));
  afterEach(() => rm(folder, { recursive: true }));

  it('last, with the reason of a dismissal, for the repository they were made in', async () => {
    const states = new FindingStates(folder);
    await states.set('acme/orders', ['f1'], { state: 'dismissed', at: 1, reason: 'a test needs it' });
    await states.set('acme/orders', ['f2'], { state: 'done', at: 2 });
    const later = new FindingStates(folder);
    assert.deepEqual(await later.get('Acme/Orders', 'f1'), { state: 'dismissed', at: 1, reason: 'a test needs it' });
    assert.deepEqual(await later.get('acme/orders', 'f2'), { state: 'done', at: 2 });
    assert.deepEqual(await later.get('acme/other', 'f1'), { state: 'open' });
  });

  it('can be taken back', async () => {
    const states = new FindingStates(folder);
    await states.set('acme/orders', ['f1'], { state: 'done', at: 1 });
    await states.set('acme/orders', ['f1'], { state: 'open' });
    assert.deepEqual(await new FindingStates(folder).get('acme/orders', 'f1'), { state: 'open' });
  });

  it('of two windows do not undo each other', async () => {
    const one = new FindingStates(folder);
    const two = new FindingStates(folder);
    await Promise.all([one.all('a/b'), two.all('a/b')]);
    await one.set('a/b', ['f1'], { state: 'done', at: 1 });
    await two.set('a/b', ['f2'], { state: 'done', at: 2 });
    assert.equal((await new FindingStates(folder).all('a/b')).size, 2);
    one.forget('a/b');
    assert.equal((await one.get('a/b', 'f2')).state, 'done');
  });

  it('outlive a damaged line', async () => {
    const states = new FindingStates(folder);
    await states.set('a/b', ['f1'], { state: 'done', at: 1 });
    const [name] = await readdir(folder);
    const file = path.join(folder, name!);
    await writeFile(file, `${await readFile(file, 'utf8')}{"fingerprint":"f2","sta\nnull\n{"fingerprint":3}\n`);
    assert.deepEqual([...(await new FindingStates(folder).all('a/b')).keys()], ['f1']);
  });
});
