import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Backend, ListedRepository, RefusedRequest, ReviewRequest, ReviewState } from '../jobs/backend.ts';
import { defaultKeepDays, type StoredReview } from '../store/store.ts';
import { readKeepDays } from './database/keepDays.ts';
import { readReviews } from './database/readReviews.ts';
import { storedReview } from './database/reviewRow.ts';
import type { Database } from './database/schema.ts';
import { newReview } from './queue/newReview.ts';
import type { ReviewJobs } from './queue/reviewJobs.ts';

interface Parts {
  readonly database: Kysely<Database>;
  /** Its connections. */
  readonly pool: pg.Pool;
  readonly jobs: ReviewJobs;
}

/** The connected repositories of a team, reviewed by workers on any machine. */
export class TeamBackend implements Backend {
  readonly #parts: Parts;
  readonly #read: (id: string) => Promise<ReviewState | undefined>;
  #keepDays = defaultKeepDays;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#read = readReviews(parts.pool);
  }

  get keepDays(): number {
    return this.#keepDays;
  }

  async repositories(): Promise<ListedRepository[]> {
    const rows = await this.#parts.database
      .selectFrom('repositories')
      .select(['id', 'name', 'full_name', 'provider', 'private', 'web_url'])
      .where('removed_at', 'is', null)
      .orderBy('full_name_key')
      .execute();
    return rows.map(({ web_url, ...listed }) => ({ ...listed, ...(web_url !== null && { web_url }) }));
  }

  async request(asked: ReviewRequest): Promise<StoredReview | RefusedRequest> {
    const { repository: name, pr, fromScratch, signal, idempotencyKey, keyId } = asked;
    const { database, jobs } = this.#parts;
    const repository = await database
      .selectFrom('repositories')
      .select(['id', 'full_name'])
      .where('full_name_key', '=', name.toLowerCase())
      .where('removed_at', 'is', null)
      .executeTakeFirst();
    if (repository === undefined)
      return { status: 404, detail: `The repository ${name} is not connected to this service.` };
    // The client may have given up the request meanwhile.
    signal.throwIfAborted();
    const row = await database.transaction().execute(trx =>
      newReview(trx, jobs, {
        repository_id: repository.id,
        repository: repository.full_name,
        pr,
        from_scratch: fromScratch,
        requested_by: keyId ?? null,
        idempotency_key: idempotencyKey ?? null,
      }),
    );
    return row === undefined ? this.#asked(asked) : storedReview(row);
  }

  async review(id: string): Promise<ReviewState | undefined> {
    const found = await this.#read(id);
    // It may have been forgotten: the client is told after how many days.
    if (found === undefined) this.#keepDays = await readKeepDays(this.#parts.database);
    return found;
  }

  /** The review that the same key has asked for with the same idempotency key before. */
  async #asked(asked: ReviewRequest): Promise<StoredReview | RefusedRequest> {
    const row = await this.#parts.database
      .selectFrom('reviews')
      .selectAll()
      .where('requested_by', '=', asked.keyId ?? '')
      .where('idempotency_key', '=', asked.idempotencyKey ?? '')
      .executeTakeFirst();
    if (row === undefined)
      return { status: 409, detail: 'The review of this Idempotency-Key was just removed. Try again.' };
    const isSame =
      row.repository.toLowerCase() === asked.repository.toLowerCase() &&
      row.pr === asked.pr &&
      row.from_scratch === asked.fromScratch;
    if (isSame) return storedReview(row);
    const detail =
      'This Idempotency-Key has been used for another request. Send a new key with each new request, and the same only to repeat one.';
    return { status: 422, detail };
  }
}
