import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { EngineResult } from '../../../../../src/service/engine/messages.ts';
import { fillSampleTeam } from './sampleTeam.ts';
import { TeamDashboard } from './teamDashboard.ts';
import type { Visitor } from './visitor.ts';

describe('reviews in the dashboard', () => {
  const again: string[] = [];
  let answer: { id: string } | { refused: string };
  let team: TeamDashboard;
  let ada: Visitor;

  before(async () => {
    team = await TeamDashboard.start({
      rerun: async (trx, id) => {
        again.push(id);
        await trx
          .updateTable('reviews')
          .set({ title: `Made again: ${again.length}` })
          .where('id', '=', id)
          .execute();
        return answer;
      },
    });
    ada = await team.firstAdmin();
  });

  after(async () => {
    assert.deepEqual(team.errors, []);
    await team.dispose();
  });

  it('begin with what to do', async () => {
    await ada.open('/reviews');
    assert.match(ada.text, /No repository is connected yet .* Connect a repository/);
    const [first] = await team.members.list();
    await fillSampleTeam(team.database, first?.id ?? '');
  });

  it('are listed newest first, each once over all pages', async () => {
    const seen: string[] = [];
    let next: string | undefined = '/reviews';
    while (next !== undefined) {
      await ada.open(next);
      seen.push(...[...ada.html.matchAll(/href="\/reviews\/(rev_\w+)"/g)].map(([, id = '']) => id));
      next = /href="(\/reviews\?before=\d+)"/.exec(ada.html)?.[1];
    }
    assert.equal(seen.length, 147);
    assert.equal(new Set(seen).size, 147);
    assert.equal(seen[0], 'rev_a70000000000000000000000');
  });

  it('are filtered by state, repository in any case, and pull request', async () => {
    await ada.open('/reviews?state=failed');
    assert.equal((ada.text.match(/ Failed /g) ?? []).length, 1 + 13);
    await ada.open('/reviews?repository=ACME%2FPlatform%2FBilling-Service&pr=318');
    assert.equal((ada.text.match(/billing-service #318/g) ?? []).length, 7);
    await ada.open('/reviews?repository=acme/orders&pr=318');
    assert.match(ada.text, /No review matches/);
  });

  it('show comments by file with code and suggestion, and never look clean where a part is missing', async () => {
    await ada.open('/reviews/rev_a10000000000000000000000');
    assert.match(ada.text, /This review is incomplete\. Ruff \(Python\) failed\./);
    assert.match(ada.text, /1 high, 1 medium, 1 low in 2 files/);
    assert.match(ada.text, /eslint\/no-self-compare\s+experimental/);
    assert.doesNotMatch(ada.text, /ruff\/S113\s+experimental/);
    assert.match(ada.text, /src\/refund\.ts 2 comments/);
    assert.match(ada.text, /41 − Removed: if \(total === total\) \{ 41 \+ Added: if \(total === order\.total\) \{/);
    assert.match(ada.text, /src\/cart\/summary\.ts:3 imports formatPrice/);
    assert.doesNotMatch(ada.text, /No issues/);
    await ada.open('/reviews/rev_a20000000000000000000000');
    assert.match(ada.text, /No issues\. The whole change was reviewed\./);
  });

  it('name repositories and files as they are called', async () => {
    const id = 'rev_a90000000000000000000000';
    await team.database
      .insertInto('reviews')
      .values({ id, repository: 'acme/app', pr: 99, status: 'failed', engine: '1' })
      .execute();
    const stated = async (result: EngineResult): Promise<string> => {
      const change = { status: result.status, result: JSON.stringify(result) };
      await team.database.updateTable('reviews').set(change).where('id', '=', id).execute();
      await ada.open(`/reviews/${id}`);
      return ada.text;
    };
    const none = { comments: [], reports: [], reviewed: ['b.ts'], addedLines: 1, mergeBase: '', milliseconds: 1 };
    const failed = await stated({ status: 'failed', reason: 'acme/app has no pull request 99', reports: [] });
    assert.match(failed, /The review failed\. acme\/app has no pull request 99\./);
    const unreviewed = [{ path: 'app.ts', why: 'too large', isGap: true as const }];
    const completed = await stated({ ...none, status: 'completed', unreviewed });
    assert.match(completed, /This review is incomplete\. app\.ts was not read\./);
    await team.database.deleteFrom('reviews').where('id', '=', id).execute();
  });

  it('that failed say why and are made again', async () => {
    await ada.open('/reviews/rev_a30000000000000000000000');
    assert.match(ada.text, /The review failed\. No worker could finish it in 3 tries\./);
    answer = { id: 'rev_a60000000000000000000000' };
    await ada.send({});
    assert.deepEqual(again, ['rev_a30000000000000000000000']);
    assert.equal(ada.path, '/reviews/rev_a60000000000000000000000');
    assert.match(ada.text, /reviewed again.*Running, 42 %.*Reading 12 of 40 files/);
    await ada.open('/audit?action=review');
    assert.match(ada.text, /review\.rerun acme\/platform\/billing-service #318/);
    answer = { refused: 'The repository is not connected any more.' };
    await ada.open('/reviews/rev_a50000000000000000000000');
    await ada.send({});
    assert.match(ada.text, /The repository is not connected any more\./);
  });

  it('are not made again if the list of what was done cannot be written', async () => {
    await sql`ALTER TABLE audit ADD CONSTRAINT is_full CHECK (action <> 'review.rerun') NOT VALID`.execute(
      team.database,
    );
    answer = { id: 'rev_a60000000000000000000000' };
    await ada.open('/reviews/rev_a50000000000000000000000');
    await ada.send({});
    assert.match(team.errors.splice(0).join(' '), /violates check constraint/);
    const { title } = await team.database
      .selectFrom('reviews')
      .select('title')
      .where('id', '=', 'rev_a50000000000000000000000')
      .executeTakeFirstOrThrow();
    assert.notEqual(title, `Made again: ${again.length}`);
  });

  it('that wait or run say so, and are not offered again', async () => {
    await ada.open('/reviews/rev_a70000000000000000000000');
    assert.match(ada.text, /waits for a worker/);
    assert.doesNotMatch(ada.text, /Run again/);
  });
});
