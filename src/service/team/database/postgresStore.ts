import { sql, type Kysely, type Selectable } from 'kysely';
import {
  keptHours,
  type CommentKey,
  type NotedOutcome,
  type OutcomeCounts,
  type Permit,
  type ReviewInput,
  type Store,
  type StoredKey,
  type StoredReview,
} from '../../store/store.ts';
import { countOutcomes, putOutcomes } from './commentOutcomes.ts';
import { forgetPending, forgetReviews } from './forgetReviews.ts';
import { madeColumns, reviewColumns, storedReview } from './reviewRow.ts';
import type { Database } from './schema.ts';

/** A store in Postgres, which the processes of many machines share. */
export class PostgresStore implements Store {
  readonly keepDays: number;
  readonly #database: Kysely<Database>;

  constructor(database: Kysely<Database>, keepDays: number) {
    this.#database = database;
    this.keepDays = keepDays;
  }

  async keys(): Promise<StoredKey[]> {
    const rows = await this.#database.selectFrom('api_keys').selectAll().orderBy('created_at').orderBy('id').execute();
    return rows.map(storedKey);
  }

  async key(hash: string): Promise<StoredKey | undefined> {
    const row = await this.#database.selectFrom('api_keys').selectAll().where('hash', '=', hash).executeTakeFirst();
    return row && storedKey(row);
  }

  async putKey({ id, kind, name, hash, lastFour, createdAt, lastUsedAt, revokedAt }: StoredKey): Promise<void> {
    const values = {
      ...{ kind, name, hash },
      last_four: lastFour,
      last_used_on: lastUsedAt === undefined ? null : new Date(lastUsedAt).toISOString().slice(0, 10),
      revoked_at: revokedAt === undefined ? null : new Date(revokedAt),
    };
    await this.#database
      .insertInto('api_keys')
      .values({ ...values, id, created_at: new Date(createdAt) })
      .onConflict(conflict => conflict.column('id').doUpdateSet(values).where('api_keys.revoked_at', 'is', null))
      .execute();
  }

  async review(id: string): Promise<StoredReview | undefined> {
    const row = await this.#reviews().where('id', '=', id).executeTakeFirst();
    return row && storedReview(row);
  }

  async completedReview({ base, head, engine, configuration }: ReviewInput): Promise<StoredReview | undefined> {
    const row = await this.#newestCompleted()
      .where('head', '=', head)
      .where('base', '=', base)
      .where('engine', '=', engine)
      .where('configuration', '=', configuration)
      .executeTakeFirst();
    return row && storedReview(row);
  }

  async lastReview(repository: string, pr: number): Promise<StoredReview | undefined> {
    const row = await this.#newestCompleted()
      .where('repository', '=', repository)
      .where('pr', '=', pr)
      .executeTakeFirst();
    return row && storedReview(row);
  }

  async pendingReviews(): Promise<StoredReview[]> {
    const rows = await this.#reviews().where('status', '=', 'pending').orderBy('number').execute();
    return rows.map(storedReview);
  }

  async putReview(review: StoredReview): Promise<void> {
    const { id, repository, pr, createdAt, fromScratch = false } = review;
    const made = madeColumns(review);
    await this.#database
      .insertInto('reviews')
      .values({ ...made, id, repository, pr, created_at: new Date(createdAt), from_scratch: fromScratch })
      .onConflict(conflict => conflict.column('id').doUpdateSet(made).where('reviews.status', '=', 'pending'))
      .execute();
    await forgetReviews(this.#database, { keepDays: this.keepDays, now: createdAt });
    await forgetPending(this.#database, createdAt);
  }

  async putOutcomes(outcomes: readonly NotedOutcome[]): Promise<void> {
    const noted = outcomes.map(([key, outcome = null]) => ({ ...key, outcome, dismissed: false }));
    await putOutcomes(this.#database, 'outcome', noted);
  }

  async putDismissal(key: CommentKey, dismissed: boolean): Promise<void> {
    await putOutcomes(this.#database, 'dismissed', [{ ...key, outcome: null, dismissed }]);
  }

  outcomes(): Promise<OutcomeCounts[]> {
    return countOutcomes(this.#database);
  }

  async takePermit(keyId: string, hour: number, limit: number): Promise<Permit> {
    if (limit < 1) return { granted: false, used: 0 };
    const { rows } = await sql<{ used: number }>`
      INSERT INTO permits (key_id, hour, used) VALUES (${keyId}, ${hour}, 1)
      ON CONFLICT (key_id, hour) DO UPDATE SET used = permits.used + 1 WHERE permits.used < ${limit}
      RETURNING used
    `.execute(this.#database);
    const used = rows[0]?.used;
    if (used === undefined) return { granted: false, used: limit };
    if (used === 1)
      await this.#database
        .deleteFrom('permits')
        .where('hour', '<', hour - keptHours)
        .execute();
    return { granted: true, used };
  }

  close(): Promise<void> {
    return this.#database.destroy();
  }

  #reviews() {
    return this.#database.selectFrom('reviews').select(reviewColumns);
  }

  #newestCompleted() {
    return this.#reviews().where('status', '=', 'completed').orderBy('number', 'desc').limit(1);
  }
}

function storedKey(row: Selectable<Database['api_keys']>): StoredKey {
  const { id, kind, name, hash, last_four, created_at, last_used_on, revoked_at } = row;
  return {
    ...{ id, kind, name, hash },
    lastFour: last_four,
    createdAt: created_at.getTime(),
    lastUsedAt: last_used_on === null ? undefined : Date.parse(last_used_on),
    revokedAt: revoked_at?.getTime(),
  };
}
