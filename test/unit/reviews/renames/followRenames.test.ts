import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findingFingerprint } from '../../../../src/api/embedded/findingFingerprint.ts';
import type { ReviewComment } from '../../../../src/core/review/review.ts';
import { takeSnapshot } from '../../../../src/git/content/snapshot.ts';
import { Git } from '../../../../src/git/run/git.ts';
import type { Decision } from '../../../../src/reviews/decisions/decisions.ts';
import { DiskFindings, type DiskFinding } from '../../../../src/reviews/onDisk/diskFindings.ts';
import { followRenames, type FollowParts } from '../../../../src/reviews/renames/followRenames.ts';
import { placesOf } from '../../../../src/reviews/store/places.ts';
import type { ReviewSubject } from '../../../../src/reviews/store/reviewRecord.ts';
import { remainingSentence } from '../../../../src/reviews/summary/reviewSummary.ts';
import { openUserData, type UserData } from '../../../../src/reviews/userData.ts';
import { TestRepository, type Files } from '../../../host/git/repository.ts';
import { aComment, aRecord, aReview, aSubject } from '../builders.ts';

/** Notes what git is asked, and may be broken. */
class WatchedGit extends Git {
  readonly asked: string[] = [];
  isBroken = false;

  override tryRun(...about: Parameters<Git['tryRun']>): ReturnType<Git['tryRun']> {
    this.asked.push(about[1][0] ?? '');
    return this.isBroken ? Promise.reject(new Error('git is broken')) : super.tryRun(...about);
  }
}

const rule = 'no-eval';
const numbered = (name: string): string[] => [1, 2, 3, 4].map(at => `${name} ${at}`);
/** A file with some lines that are found, each between lines of its own. */
const text = (...found: readonly string[]): string =>
  [...found.flatMap((line, at) => [...numbered(`above ${at}`), line]), ...numbered('below')].join('\n');

/** What a review says of a file: one comment for each line that calls `eval`. */
function found(file: string, content: string): ReviewComment[] {
  return content.split('\n').flatMap((line, at) => {
    if (!line.includes('eval(')) return [];
    return [aComment({ path: file, rule, quotedCode: line, range: { startLine: at + 1, endLine: at + 1 } })];
  });
}

/** The same as one comment, as the embedded service tells what it finds too often. */
function foundTogether(file: string, content: string): ReviewComment[] {
  const [first, ...others] = found(file, content);
  if (first === undefined) return [];
  const members = [first, ...others].map(({ quotedCode = '' }) => findingFingerprint(rule, file, quotedCode, 0));
  return [{ ...first, members }];
}

describe('decisions about findings in a file that is renamed', () => {
  const { signal } = new AbortController();
  const content = text('eval(one);', 'eval(two);');
  const dismissed: Decision = { state: 'dismissed', at: 1, reason: 'checked' };
  let git: WatchedGit;
  let repository: TestRepository;
  let folder: string;
  let data: UserData;
  let errors: unknown[];
  let time: number;

  beforeEach(async () => {
    [errors, time] = [[], 1_000];
    git = new WatchedGit({ executable: 'git', log: () => undefined });
    repository = await TestRepository.create({ 'old/name.ts': content, 'other.ts': text('eval(other);') });
    folder = await mkdtemp(path.join(tmpdir(), 'code-review-user-'));
    data = await openUserData(folder, assert.ifError);
  });
  afterEach(async () => {
    data.dispose();
    await repository.dispose();
    await rm(folder, { recursive: true });
    assert.deepEqual(errors, []);
  });

  /** Makes a review of what is checked out, or of a snapshot, as editors and agents do. Tells what is left to do. */
  async function review(comments: readonly ReviewComment[], about: Partial<ReviewSubject> = {}): Promise<string> {
    const head = (await repository.git('rev-parse', 'HEAD')).trim();
    const subject = aSubject({ root: repository.folder, branch: 'main', headCommit: head, ...about });
    const [triggeredAt, settledAt] = [(time += 1_000), (time += 1_000)];
    const reviewId = `rev_${time}`;
    const ended = aRecord({ subject, triggeredAt, settledAt, reviewId, review: aReview({ id: reviewId, comments }) });
    const records = (await Promise.all(placesOf(repository.folder).map(place => data.reviews.load(place)))).flat();
    const findings = new DiskFindings(git, data, repository.folder);
    const carry: FollowParts['carry'] = (...told) => findings.carry(...told, signal);
    const onError = (error: unknown): unknown => errors.push(error);
    const renamed = await followRenames({ git, carry, onError }, ended, records, signal);
    await data.reviews.save(renamed === undefined ? ended : { ...ended, renamed });
    const { current, counts } = await new DiskFindings(git, data, repository.folder).read(signal);
    const own = current.find(({ subject: { kind } }) => kind === subject.kind);
    return own?.shown === undefined ? '' : remainingSentence(own.previous, own.shown, counts);
  }

  async function findings(): Promise<readonly DiskFinding[]> {
    return [...(await new DiskFindings(git, data, repository.folder).read(signal)).byId.values()];
  }

  /** The findings by what they quote, with how they stand. */
  async function standing(): Promise<Record<string, string>> {
    const rows = (await findings()).map(({ finding, decision, novelty }): [string, string] => {
      const state = decision.state === 'open' && decision.reportedAgain === true ? 'reported again' : decision.state;
      return [`${finding.comment.path} ${finding.comment.quotedCode}`, `${state}, ${novelty}`];
    });
    return Object.fromEntries(rows);
  }

  async function decide(code: string, decision: Decision): Promise<void> {
    const one = (await findings()).find(({ finding }) => finding.comment.quotedCode === code);
    await new DiskFindings(git, data, repository.folder).decide(one ?? assert.fail(code), decision);
  }

  async function rename(from: string, to: string, more: Files = {}): Promise<void> {
    await repository.commit({ [from]: undefined, [to]: content, ...more });
  }

  it('go on in the next reviews and after another rename, and none is new or gone', async () => {
    await review(found('old/name.ts', content));
    await decide('eval(one);', dismissed);
    await decide('eval(two);', { state: 'done', at: (time += 1) });
    await rename('old/name.ts', 'renamed.ts');
    const stands = (file: string): Record<string, string> => ({
      [`${file} eval(one);`]: 'dismissed, still',
      [`${file} eval(two);`]: 'reported again, still',
    });
    assert.equal(await review(found('renamed.ts', content)), '1 open, none new since the last review.');
    assert.deepEqual(await standing(), stands('renamed.ts'));
    for (const turn of ['third', 'fourth']) {
      await repository.commit({ 'more.ts': turn });
      assert.equal(await review(found('renamed.ts', content)), '1 open, none new since the last review.', turn);
      assert.deepEqual(await standing(), stands('renamed.ts'), turn);
    }
    await rename('renamed.ts', 'again/renamed.ts');
    assert.equal(await review(found('again/renamed.ts', content)), '1 open, none new since the last review.');
    assert.deepEqual(await standing(), stands('again/renamed.ts'));
  });

  it('go on where lines were added as it was renamed, and in a new series of reviews', async () => {
    await review(found('old/name.ts', content), { kind: 'branch', service: 'embedded' });
    await decide('eval(one);', dismissed);
    const edited = `import "./more.ts";\n${content}`;
    await repository.commit({ 'old/name.ts': undefined, 'renamed.ts': edited });
    await review(found('renamed.ts', edited));
    assert.equal((await standing())['renamed.ts eval(one);'], 'dismissed, undefined');
  });

  it('are those under the present name where it was decided about them since, also that they are open again', async () => {
    await review(found('old/name.ts', content));
    await decide('eval(one);', dismissed);
    await rename('old/name.ts', 'renamed.ts');
    await review(found('renamed.ts', content));
    await decide('eval(one);', { state: 'open' });
    await decide('eval(two);', dismissed);
    const stands = (file: string): Record<string, string> => ({
      [`${file} eval(one);`]: 'open, still',
      [`${file} eval(two);`]: 'dismissed, still',
    });
    assert.deepEqual(await standing(), stands('renamed.ts'));
    await review(found('renamed.ts', content));
    assert.deepEqual(await standing(), stands('renamed.ts'));
    await rename('renamed.ts', 'old/name.ts');
    await review(found('old/name.ts', content));
    assert.deepEqual(await standing(), stands('old/name.ts'));
  });

  it('are not undone by another window that sees the same review end', async () => {
    await review(found('old/name.ts', content));
    await decide('eval(one);', dismissed);
    await rename('old/name.ts', 'renamed.ts');
    await review(found('renamed.ts', content));
    await decide('eval(one);', { state: 'open' });
    const [ended, ...records] = await data.reviews.load(repository.folder);
    assert.ok(ended?.state === 'completed');
    const findings = new DiskFindings(git, data, repository.folder);
    const carry: FollowParts['carry'] = (...told) => findings.carry(...told, signal);
    await followRenames({ git, carry, onError: assert.ifError }, ended, records, signal);
    assert.equal((await standing())['renamed.ts eval(one);'], 'open, still');
  });

  it('stay where the old name is still in use, as on another branch', async () => {
    await review(found('old/name.ts', content));
    await decide('eval(one);', dismissed);
    await rename('old/name.ts', 'renamed.ts');
    await review(found('renamed.ts', content));
    await decide('eval(one);', { state: 'open' });
    await repository.git('switch', '--quiet', '--create', 'other', 'HEAD~1');
    await review(found('old/name.ts', content), { branch: 'other' });
    assert.equal((await standing())['old/name.ts eval(one);'], 'dismissed, undefined');
  });

  it('are not taken over by a copy, whether the original stays, is changed or goes', async () => {
    await review(found('old/name.ts', content));
    await decide('eval(one);', dismissed);
    await repository.commit({ 'copy.ts': content });
    await review([...found('old/name.ts', content), ...found('copy.ts', content)]);
    const copied = await standing();
    assert.equal(copied['copy.ts eval(one);'], 'open, new');
    assert.equal(copied['old/name.ts eval(one);'], 'dismissed, still');
    await repository.commit({ 'old/name.ts': text('parse(one);'), 'second.ts': content });
    await review(found('second.ts', content));
    assert.equal((await standing())['second.ts eval(one);'], 'open, new');
    await repository.commit({ 'old/name.ts': content });
    await review(found('old/name.ts', content));
    await repository.commit({ 'old/name.ts': undefined, 'left.ts': content, 'right.ts': content });
    await review([...found('left.ts', content), ...found('right.ts', content)]);
    for (const file of ['left.ts', 'right.ts'])
      assert.equal((await standing())[`${file} eval(one);`], 'open, new', file);
  });

  it('go on in work that is not committed, and with the commit that it becomes', async () => {
    await review(found('old/name.ts', content));
    await decide('eval(one);', dismissed);
    await repository.git('mv', 'old/name.ts', 'renamed.ts');
    const { commit: headCommit } = await takeSnapshot(git, repository.folder, 'uncommitted', signal);
    const work = { kind: 'uncommitted', service: 'embedded', headCommit } as const;
    await review(found('renamed.ts', content), work);
    assert.equal((await standing())['renamed.ts eval(one);'], 'dismissed, undefined');
    await decide('eval(two);', dismissed);
    await repository.git('commit', '--quiet', '--message=Rename');
    await review(found('renamed.ts', content));
    assert.deepEqual(await standing(), {
      'renamed.ts eval(one);': 'dismissed, still',
      'renamed.ts eval(two);': 'dismissed, still',
    });
  });

  it('go on for findings that one comment tells together, which one that joins them opens', async () => {
    await review(foundTogether('old/name.ts', content));
    await decide('eval(one);', dismissed);
    await rename('old/name.ts', 'renamed.ts');
    assert.equal(await review(foundTogether('renamed.ts', content)), '0 open, none new since the last review.');
    assert.deepEqual(await standing(), { 'renamed.ts eval(one);': 'dismissed, still' });
    const fewer = content.replace('eval(one);', 'parse(one);');
    await repository.commit({ 'renamed.ts': undefined, 'again.ts': fewer });
    await review(foundTogether('again.ts', fewer));
    assert.deepEqual(await standing(), { 'again.ts eval(two);': 'dismissed, still' });
    const more = fewer.replace('below 1', 'eval(three);');
    await repository.commit({ 'again.ts': undefined, 'more.ts': more });
    await review(foundTogether('more.ts', more));
    assert.deepEqual(await standing(), { 'more.ts eval(two);': 'open, new' });
  });

  it('cost no run of git where nothing can be renamed', async () => {
    const other = found('other.ts', text('eval(other);'));
    await review(other);
    await review([...found('old/name.ts', content), ...other]);
    await review(found('old/name.ts', content));
    assert.ok(!git.asked.includes('diff-tree'));
  });

  it('wait for the user where git fails or has lost a commit, and the review is kept', async () => {
    await review(found('old/name.ts', content));
    await decide('eval(one);', dismissed);
    await rename('old/name.ts', 'renamed.ts');
    await review(found('renamed.ts', content), { headCommit: 'f'.repeat(40) });
    assert.equal((await standing())['renamed.ts eval(one);'], 'open, new');
    await review(found('old/name.ts', content));
    git.isBroken = true;
    const [ended] = await data.reviews.load(repository.folder);
    assert.ok(ended?.state === 'completed');
    const told: unknown[] = [];
    const parts = {
      git,
      carry: () => Promise.reject(new Error('nothing to carry')),
      onError: (error: unknown) => told.push(error),
    };
    const later = aRecord({
      ...ended,
      triggeredAt: time + 1,
      review: aReview({ comments: found('renamed.ts', content) }),
    });
    assert.equal(await followRenames(parts, later, [ended], signal), undefined);
    assert.deepEqual(told.map(String), ['Error: git is broken']);
  });
});
