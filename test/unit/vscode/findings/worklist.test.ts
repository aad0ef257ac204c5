import assert from 'node:assert/strict';
import path from 'node:path';
import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { Emitter } from '../../../../src/core/base/events.ts';
import type { ReviewComment } from '../../../../src/core/review/review.ts';
import { DecisionStore, type DecidedRepository } from '../../../../src/reviews/decisions/decisionStore.ts';
import type { RepositoryReviews } from '../../../../src/reviews/current/repositoryReviews.ts';
import type { ReviewRecord, SettledRecord } from '../../../../src/reviews/store/reviewRecord.ts';
import { mergeItems, type WorkItem } from '../../../../src/vscode/findings/workItem.ts';
import type { OpenRepository } from '../../../../src/vscode/repository/openRepositories.ts';
import type { Worklist } from '../../../../src/vscode/findings/worklist.ts';
import { TestRepository } from '../../../host/git/repository.ts';
import { aComment, aReview, aSubject } from '../../reviews/builders.ts';
import { noReviewedText } from '../../security/shown/noReviewedText.ts';
import { openReviewsOf } from '../../security/shown/openReviews.ts';
import { editor, standInForEditor } from '../../security/shown/editor.ts';

const fail = (error: unknown): never => assert.fail(String(error));
const files = ['a.ts', 'b.ts', 'c.ts'];

/** A finding of each file and one of the whole review, of which everything below has these. */
const first: readonly ReviewComment[] = [...files, undefined].map(path =>
  aComment({ path, title: `In ${path}`, range: { startLine: 1, endLine: 1 } }),
);
const second = [...first, aComment({ path: 'b.ts', title: 'Another one', range: { startLine: 2, endLine: 2 } })];

/** Decisions on a slow disk. */
class SlowDecisions extends DecisionStore {
  override async all(repository: DecidedRepository): ReturnType<DecisionStore['all']> {
    for (let turns = 0; turns < 3; turns++) await turn();
    return super.all(repository);
  }
}

describe('the findings that are shown', () => {
  let repository: TestRepository;
  let reviews: readonly RepositoryReviews[];
  let decisions: DecisionStore;
  const changed = new Emitter<void>(fail);
  const headMoved = new Emitter<void>(fail);

  before(async () => {
    standInForEditor();
    repository = await TestRepository.create(Object.fromEntries(files.map(file => [file, 'one();\ntwo();\n'])));
    decisions = new SlowDecisions(path.join(repository.folder, '.git/decisions'), fail);
  });

  beforeEach(() => {
    // Each slice is used up at once, so that everything else has its turn between any two files.
    let now = 0;
    mock.method(performance, 'now', () => (now += 100));
    reviews = [];
    editor.visible = [`${repository.folder}/b.ts`];
  });

  afterEach(() => {
    mock.reset();
    editor.visible = [];
  });

  after(() => {
    decisions.dispose();
    return repository.dispose();
  });

  /** @param host that of the repository, where it is open */
  async function shownIn(host?: () => string | undefined, text = noReviewedText): Promise<Worklist> {
    const { PlacedFindings } = await import('../../../../src/vscode/findings/placedFindings.ts');
    const { Worklist: Class } = await import('../../../../src/vscode/findings/worklist.ts');
    const open = {
      get repositories(): readonly RepositoryReviews[] {
        return reviews;
      },
      settled: () => Promise.resolve(),
      onDidChange: changed.event,
    };
    const placed = new PlacedFindings(open, text, headMoved.event, fail);
    const { RecordDecisions } = await import('../../../../src/vscode/findings/recordDecisions.ts');
    const openedAt = (read: () => string | undefined): OpenRepository => {
      const copy = { root: repository.folder, commonDir: path.join(repository.folder, '.git') };
      return { copy, identity: { fullName: 'acme/app', host: read() } } as unknown as OpenRepository;
    };
    const copies = {
      all: () => Promise.resolve(host === undefined ? [] : [openedAt(host)]),
      of: () => Promise.resolve(undefined),
      onDidChange: headMoved.event,
    };
    const ofRecords = new RecordDecisions(decisions, copies);
    return new Class(open as never, placed, () => Promise.resolve(ofRecords), fail);
  }

  /** The reviews of one branch, each triggered after the one before. */
  function become(...records: readonly (readonly ['pending' | 'completed', readonly ReviewComment[]])[]): void {
    const all = records.map(([state, comments], index): ReviewRecord => {
      const reviewId = `r${index}`;
      const review = aReview({ id: reviewId, state: state === 'pending' ? 'running' : state, comments });
      const about = { reviewId, review, subject: aSubject({ root: repository.folder }), triggeredAt: index };
      return state === 'pending' ? { ...about, state, watched: true } : { ...about, state, settledAt: index };
    });
    reviews = openReviewsOf(repository.folder, all.reverse()).repositories;
    changed.fire();
  }

  /** What is missing of `first`, at any moment from now until all is shown. */
  async function missing(worklist: Worklist, change: () => void): Promise<string[]> {
    const found = new Set<string>();
    const uris = files.map(file => ({ file, uri: uriOf(file) }));
    const look = (): void => {
      for (const { file, uri } of uris)
        if (!worklist.of(uri).some(({ finding }) => finding.comment.title === `In ${file}`)) found.add(`of ${file}`);
      const all = worklist.items.map(({ finding }) => finding.comment.title);
      for (const { title } of first) if (!all.includes(title)) found.add(`overview: ${title}`);
    };
    worklist.onDidChange(look);
    let isDone = false;
    const looking = async (): Promise<void> => {
      while (!isDone) {
        look();
        await turn();
      }
    };
    const watching = looking();
    change();
    await worklist.settled();
    isDone = true;
    await watching;
    look();
    return [...found];
  }

  function uriOf(file: string): never {
    return {
      scheme: 'file',
      fsPath: `${repository.folder}/${file}`,
      toString: () => `file://${repository.folder}/${file}`,
    } as never;
  }

  const steps = {
    'the same review is placed anew': () => headMoved.fire(),
    'the next review begins': () => become(['completed', first], ['pending', []]),
    'the next review has found something': () => become(['completed', first], ['pending', second]),
    'the next review has ended': () => become(['completed', first], ['completed', second]),
  };

  for (const [when, change] of Object.entries(steps)) {
    it(`stay until something else is known where ${when}`, async () => {
      const worklist = await shownIn();
      become(['completed', first]);
      await worklist.settled();
      assert.deepEqual(await missing(worklist, change), []);
      worklist.dispose();
    });
  }

  it('stay while the first review goes on and where it has ended', async () => {
    const worklist = await shownIn();
    become(['pending', first]);
    await worklist.settled();
    assert.deepEqual(await missing(worklist, () => become(['pending', second])), []);
    assert.deepEqual(await missing(worklist, () => become(['completed', second])), []);
    worklist.dispose();
  });

  it('stay while settings are followed', async () => {
    const worklist = await shownIn();
    become(['completed', first]);
    await worklist.settled();
    assert.deepEqual(await missing(worklist, () => void worklist.setFilter('severity:high')), []);
    worklist.dispose();
  });

  it('give everything else its turn when the first of many is decided about', async () => {
    const worklist = await shownIn();
    const many = Array.from({ length: 200 }, (_, index) => aComment({ path: 'c.ts', title: `Finding ${index}` }));
    become(['completed', many]);
    await worklist.settled();
    const chosen = worklist.items[150] ?? assert.fail();
    let turns = 0;
    let isKept = false;
    mock.method(decisions, 'decide', () => {
      isKept = true;
      return Promise.resolve();
    });
    const count = async (): Promise<void> => {
      for (; !isKept; turns++) await turn();
    };
    await Promise.all([worklist.decide([chosen], { state: 'done', at: 5 }), count()]);
    assert.ok(turns >= many.length, `${turns} turns`);
    worklist.dispose();
  });

  it('have what was decided in another clone once the remote that they share is known', async () => {
    let host: string | undefined;
    const worklist = await shownIn(() => host);
    become(['completed', first]);
    await worklist.settled();
    const [own] = worklist.items;
    assert.ok(own?.decision.state === 'open');
    const { repository: fullName } = own.record.subject.pullRequest;
    const clone = { fullName, home: { host: 'github.com', folder: '/work/clone/.git' } };
    await decisions.decide(clone, own.ofReview, new Set([own.fingerprint]), { state: 'done', at: 5 });
    host = 'gitlab.com';
    headMoved.fire();
    await worklist.settled();
    host = 'github.com';
    const isShown = new Promise<void>(resolve => {
      worklist.onDidChange(() => worklist.items.some(({ decision }) => decision.state === 'done') && resolve());
    });
    headMoved.fire();
    await isShown;
    assert.equal(worklist.items.filter(({ decision }) => decision.state === 'done').length, 1);
    worklist.dispose();
  });

  it('are decided about in each repository that has the review of a service with it', async () => {
    const worklist = await shownIn();
    become(['completed', first]);
    await worklist.settled();
    const [own] = worklist.items;
    assert.ok(own?.record.state === 'completed');
    const subject = { ...own.record.subject, pullRequest: { repository: 'acme/upstream', number: 7 } };
    const { fingerprint, key } = own;
    const ofOther = { ...own, fingerprint, key, record: { ...own.record, subject }, ofReview: [...own.ofReview] };
    await worklist.decide([mergeItems([own, ofOther])], { state: 'dismissed', at: 5, reason: 'Wrong' });
    for (const fullName of [own.record.subject.pullRequest.repository, 'acme/upstream']) {
      const kept = (await decisions.all({ fullName, home: undefined })).of(own.ofReview).get(own.fingerprint);
      assert.equal(kept?.state, 'dismissed', fullName);
    }
    worklist.dispose();
  });

  it('of an earlier review that is not shown are known as they were decided about', async () => {
    const lines = ['one();', 'two();'];
    const reviewed = { ...(await noReviewedText.of({} as never, [])), lines: () => Promise.resolve(lines) };
    const worklist = await shownIn(undefined, { ...noReviewedText, of: () => Promise.resolve(reviewed) });
    // They differ in nothing but their lines, and the later review has but the second.
    const [one, two] = [1, 2].map(line =>
      aComment({ path: 'a.ts', title: 'Alike', range: { startLine: line, endLine: line } }),
    );
    assert.ok(one !== undefined && two !== undefined);
    become(['completed', [one, two]], ['completed', [two]]);
    await worklist.settled();
    const [shown] = reviews.flatMap(({ current }) => current);
    const earlier = shown?.earlier[0] ?? assert.fail();
    await worklist.decide(worklist.items, { state: 'dismissed', at: 5, reason: 'Wrong' });
    const states = async (record: SettledRecord): Promise<unknown[]> =>
      [...(await worklist.decisionsOf(record)).values()].map(({ state }) => state);
    assert.deepEqual(await states(earlier), ['open', 'dismissed']);
    await worklist.setFilter('severity:low');
    assert.equal(worklist.items.length, 0);
    assert.deepEqual(await states(shown?.shown ?? assert.fail()), ['dismissed']);
    worklist.dispose();
  });

  it('are done where the clock was put back since their review', async () => {
    const worklist = await shownIn();
    become(['completed', []], ['completed', first]);
    await worklist.settled();
    const [chosen = assert.fail()] = worklist.items;
    assert.equal(chosen.record.triggeredAt, 1);
    await worklist.decide([chosen], { state: 'done', at: 0 });
    assert.equal(worklist.byId(chosen.finding.id)?.isOpen, false);
    worklist.dispose();
  });

  it('are as they were decided about last, also where a long review takes the place of theirs meanwhile', async () => {
    const many = Array.from({ length: 500 }, (_, index) => aComment({ path: 'c.ts', title: `Finding ${index}` }));
    const worklist = await shownIn();
    become(['completed', first]);
    await worklist.settled();
    const chosen = worklist.items.find(({ uri }) => uri === undefined) ?? assert.fail();
    await worklist.decide([chosen], { state: 'done', at: 5 });
    become(['completed', [...first, ...many]]);
    for (let past = 0; past < 20; past++) await turn();
    const isLearnt = worklist.settled();
    await worklist.decide([chosen], { state: 'dismissed', at: 5, reason: 'Wrong' });
    await isLearnt;
    const now = worklist.items.find(({ uri }) => uri === undefined);
    assert.equal(now?.decision.state, 'dismissed');
    worklist.dispose();
  });

  it('are decided about also where the review that had them has ended meanwhile', async () => {
    const worklist = await shownIn();
    become(['pending', first]);
    await worklist.settled();
    const named = (): WorkItem => worklist.items.find(({ uri }) => uri === undefined) ?? assert.fail();
    const chosen = named();
    become(['completed', second]);
    await worklist.settled();
    await worklist.decide([chosen], { state: 'dismissed', at: 5, reason: 'Wrong' });
    assert.equal(named().decision.state, 'dismissed');
    assert.equal(worklist.open.length, second.length - 1);
    worklist.dispose();
  });
});
