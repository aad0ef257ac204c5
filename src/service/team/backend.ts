import type { Kysely } from 'kysely';
import type pg from 'pg';
import { cancelledError } from '../../core/base/errors.ts';
import type { Backend, ListedRepository, RefusedRequest, ReviewRequest, ReviewState } from '../jobs/backend.ts';
import { defaultKeepDays, type StoredReview } from '../store/store.ts';
import { Batch } from './database/batch.ts';
import { readKeepDays } from './database/keepDays.ts';
import { readReviews } from './database/readReviews.ts';
import { storedReview } from './database/reviewRow.ts';
import type { Database } from './database/schema.ts';
import { newReviews, type MadeReview } from './queue/newReviews.ts';
import type { ReviewJobs } from './queue/reviewJobs.ts';
import { currentSpan } from './tracing/spans.ts';

/** Requests for reviews that share a transaction. */
const mostAtOnce = 100;

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
  /** Undefined for a request that was given up. */
  readonly #request: Batch<ReviewRequest & { readonly traceparent: string | undefined }, MadeReview | undefined>;
  #keepDays = defaultKeepDays;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#read = readReviews(parts.pool);
    const { database, jobs } = parts;
    this.#request = new Batch(mostAtOnce, async requests => {
      // A client may have given its request up meanwhile.
      const wanted = requests.filter(({ signal }) => !signal.aborted);
      const made = await database.transaction().execute(trx => newReviews(trx, jobs, wanted));
      return requests.map(request => made[wanted.indexOf(request)]);
    });
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
    const made = await this.#request.add({ ...asked, traceparent: currentSpan() });
    if (made === undefined) throw cancelledError(asked.signal);
    if (made.review !== undefined) return made.review;
    if (made.isConnected) return this.#asked(asked);
    return { status: 404, detail: `The repository ${asked.repository} is not connected to this service.` };
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
