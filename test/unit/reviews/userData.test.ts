import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import type { Decision } from '../../../src/reviews/decisions/decisions.ts';
import { DecisionStore } from '../../../src/reviews/decisions/decisionStore.ts';
import { fingerprintsOf } from '../../../src/reviews/decisions/fingerprint.ts';
import { knownFindings } from '../../../src/reviews/decisions/knownFindings.ts';
import { Reviews } from '../../../src/reviews/reviews.ts';
import { ReviewStore } from '../../../src/reviews/store/reviewStore.ts';
import { userDataFolder } from '../../../src/files/userDataFolder.ts';
import { openUserData } from '../../../src/reviews/userData.ts';
import { aComment, aRecord } from './builders.ts';

const done: Decision = { state: 'done', at: 1 };
const open: Decision = { state: 'open' };
const findings = knownFindings(
  ['f1', 'f2'].map(title => aComment({ title })),
  () => undefined,
);
const [first = '', second = ''] = fingerprintsOf(['f1', 'f2'].map(title => aComment({ title })));

const repository = { fullName: 'acme/orders', home: undefined };

const onError = (error: unknown): void => assert.fail(String(error));

describe("the user's data", () => {
  let folder: string;
  let shared: string;
  let editor: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'user-data-'));
    [shared, editor] = [path.join(folder, 'home'), path.join(folder, 'editor')];
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function decide(by: DecisionStore, which: string, decision: Decision): Promise<void> {
    await by.decide(repository, findings, new Set([which]), decision);
  }

  async function decided(by: DecisionStore): Promise<Map<string, Decision>> {
    return (await by.all(repository)).of(findings);
  }

  it('are in the home folder, or where an absolute path says', () => {
    assert.equal(userDataFolder({}), path.join(homedir(), '.code-review'));
    assert.equal(userDataFolder({ CODE_REVIEW_HOME: folder }), folder);
    assert.equal(userDataFolder({ CODE_REVIEW_HOME: '../elsewhere' }), path.join(homedir(), '.code-review'));
  });

  it('are taken over from an editor that kept them by itself', async () => {
    await decide(new DecisionStore(path.join(editor, 'decisions')), first, done);
    await new ReviewStore(path.join(editor, 'reviews')).save(aRecord({ reviewId: 'r1' }));
    const place = aRecord({}).subject.root ?? assert.fail();
    const data = await openUserData(shared, onError, editor);
    assert.deepEqual((await decided(data.decisions)).get(first), done);
    assert.equal((await data.reviews.load(place)).length, 1);
    assert.deepEqual(await readdir(path.join(editor, 'decisions')), []);
    // Once more, as at each start.
    const again = await openUserData(shared, onError, editor);
    assert.deepEqual((await decided(again.decisions)).get(first), done);
  });

  it('are taken over whole by several windows at once, and nothing else is removed', async () => {
    await decide(new DecisionStore(path.join(editor, 'decisions')), first, done);
    const old = new ReviewStore(path.join(editor, 'reviews'));
    for (let at = 0; at < 10; at++) await old.save(aRecord({ reviewId: `r${at}`, triggeredAt: at }));
    const [place = ''] = await readdir(path.join(editor, 'reviews'));
    await writeFile(path.join(editor, 'reviews', place, 'other.txt'), 'mine');
    await Promise.all([1, 2, 3].map(() => openUserData(shared, onError, editor)));
    const { decisions, reviews } = await openUserData(shared, onError, editor);
    assert.deepEqual((await decided(decisions)).get(first), done);
    assert.equal((await reviews.load(aRecord({}).subject.root ?? assert.fail())).length, 10);
    assert.deepEqual(await readdir(path.join(editor, 'reviews', place)), ['other.txt']);
  });

  it('of a second editor are added to, and change nothing that was decided since', async () => {
    await decide(new DecisionStore(path.join(shared, 'decisions')), first, open);
    const old = new DecisionStore(path.join(editor, 'decisions'));
    await decide(old, first, done);
    await decide(old, second, done);
    const { decisions } = await openUserData(shared, onError, editor);
    assert.deepEqual([...(await decided(decisions)).values()], [open, done]);
  });

  it('stay in the editor where the home folder cannot be written to', async () => {
    await writeFile(shared, 'no folder');
    await decide(new DecisionStore(path.join(editor, 'decisions')), first, done);
    const { decisions } = await openUserData(shared, onError, editor);
    assert.deepEqual((await decided(decisions)).get(first), done);
  });

  it('tell of what another process decides', async () => {
    const [here, there] = [await openUserData(shared, onError), await openUserData(shared, onError)];
    const changed = new Promise<string>(resolve =>
      here.decisions.onDidChange(name => name.endsWith('.jsonl') && resolve(name)),
    );
    await decide(there.decisions, first, done);
    await changed;
    assert.deepEqual((await decided(here.decisions)).get(first), done);
    here.dispose();
  });

  it('bring the reviews that another process makes to a window, and leave its own as they are', async () => {
    const { reviews: store } = await openUserData(shared, onError);
    const reviews = new Reviews({ store: () => Promise.resolve(store), onError });
    const own = aRecord({ reviewId: 'own' });
    const place = own.subject.root ?? assert.fail();
    await reviews.restore(place);
    await reviews.keep(own);
    const met = new Promise<unknown>(resolve =>
      reviews.onDidChange(record => 'reviewId' in record && record.reviewId === 'agent' && resolve(record)),
    );
    const { reviews: other } = await openUserData(shared, onError);
    await other.save(aRecord({ reviewId: 'agent', triggeredAt: 5 }));
    await met;
    assert.equal(reviews.records.length, 2);
    assert.ok(reviews.records.includes(own));
    reviews.dispose();
  });
});

describe('decisions that several processes make at once about equal findings', () => {
  it('are all kept', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'decisions-'));
    const comments = Array.from({ length: 8 }, () => aComment({ title: 'equal' }));
    const equal = knownFindings(comments, () => undefined);
    await Promise.all(
      fingerprintsOf(comments).map(each =>
        new DecisionStore(folder).decide(repository, equal, new Set([each]), { state: 'done', at: 1 }),
      ),
    );
    const decided = (await new DecisionStore(folder).all(repository)).of(equal);
    assert.deepEqual(
      [...decided.values()].map(({ state }) => state),
      Array(8).fill('done'),
    );
    assert.deepEqual(
      (await readdir(folder)).filter(name => name.endsWith('.lock')),
      [],
    );
    await rm(folder, { recursive: true });
  });
});
