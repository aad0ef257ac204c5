import { Database } from './database.ts';
import {
  firstLocalNumber,
  keptHours,
  keptOutcomes,
  keptPending,
  type CommentKey,
  type LocalPull,
  type NotedOutcome,
  type Outcome,
  type OutcomeCounts,
  type Permit,
  type ReviewInput,
  type LocalStore,
  type StoredKey,
  type StoredReview,
  withConfiguration,
} from './store.ts';

const day = 86_400_000;
/** Columns of `ReviewInput`, in the order of their index. */
const inputOf = [
  "json_extract(value, '$.head')",
  "json_extract(value, '$.base')",
  "json_extract(value, '$.engine')",
  "coalesce(json_extract(value, '$.configuration'), '')",
];
const endOf = "coalesce(json_extract(value, '$.completedAt'), created)";
const pullOf = ["json_extract(value, '$.repository')", "json_extract(value, '$.pr')"];

// Different versions share the file, so its tables never change: queries use indexes on JSON. The newest review is the
// last row, since a clock may be set back.
const schema = `
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS keys (id TEXT PRIMARY KEY, value TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS reviews (id TEXT PRIMARY KEY, status TEXT NOT NULL, created INTEGER NOT NULL, value TEXT NOT NULL);
  DROP INDEX IF EXISTS reviewsByAge;
  DROP INDEX IF EXISTS reviewsByHead;
  DROP INDEX IF EXISTS reviewsByPull;
  CREATE INDEX IF NOT EXISTS pendingReviews ON reviews (created) WHERE status = 'pending';
  DROP INDEX IF EXISTS endedReviews;
  CREATE INDEX IF NOT EXISTS reviewsByEnd ON reviews (${endOf}) WHERE status <> 'pending';
  CREATE INDEX IF NOT EXISTS completedByInput ON reviews (${inputOf.join(', ')}) WHERE status = 'completed';
  CREATE INDEX IF NOT EXISTS completedByPull ON reviews (${pullOf.join(', ')}) WHERE status = 'completed';
  CREATE TABLE IF NOT EXISTS pulls (repository TEXT NOT NULL, number INTEGER NOT NULL, head TEXT NOT NULL, value TEXT NOT NULL,
    PRIMARY KEY (repository, number), UNIQUE (repository, head));
  CREATE TABLE IF NOT EXISTS permits (key TEXT NOT NULL, hour INTEGER NOT NULL, used INTEGER NOT NULL, PRIMARY KEY (key, hour));
  CREATE TABLE IF NOT EXISTS outcomes (repository TEXT NOT NULL, pr INTEGER NOT NULL, fingerprint TEXT NOT NULL, reviewer TEXT NOT NULL,
    rule TEXT NOT NULL, outcome TEXT, dismissed INTEGER NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (repository, pr, fingerprint));
  CREATE INDEX IF NOT EXISTS outcomesByAge ON outcomes (at);
`;

const countedOutcomes = `
  SELECT reviewer, rule, sum(dismissed) AS dismissed,
    sum(NOT dismissed AND outcome IS 'changed') AS changed,
    sum(NOT dismissed AND outcome IS 'applied') AS applied,
    sum(NOT dismissed AND outcome IS 'untouched') AS untouched
  FROM outcomes WHERE dismissed OR outcome IS NOT NULL GROUP BY reviewer, rule ORDER BY reviewer, rule
`;

const smallTables = ['keys', 'pulls', 'permits', 'outcomes'];

interface StoreOptions {
  /** Absolute path of an existing folder. */
  readonly folder: string;
  /** Number of days to keep reviews. */
  readonly keepDays: number;
  /** Called when a damaged database was moved away. */
  readonly onError: (error: Error) => void;
}

/** A store in one SQLite file. */
export class SqliteStore implements LocalStore {
  readonly keepDays: number;
  readonly #database: Database;

  private constructor(database: Database, keepDays: number) {
    this.#database = database;
    this.keepDays = keepDays;
  }

  /** @throws Error if the folder cannot be written to, CodeReviewError if a damaged file cannot be moved away */
  static async open({ keepDays, ...options }: StoreOptions): Promise<LocalStore> {
    return new SqliteStore(await Database.open({ ...options, schema, smallTables }), keepDays);
  }

  keys(): Promise<StoredKey[]> {
    return promised(() => this.#database.values<StoredKey>('SELECT value FROM keys ORDER BY rowid'));
  }

  key(hash: string): Promise<StoredKey | undefined> {
    return promised(
      () => this.#database.values<StoredKey>("SELECT value FROM keys WHERE json_extract(value, '$.hash') = ?", hash)[0],
    );
  }

  putKey(key: StoredKey): Promise<void> {
    return promised(() =>
      this.#database.run(
        `INSERT INTO keys VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value
        WHERE json_extract(keys.value, '$.revokedAt') IS NULL`,
        key.id,
        JSON.stringify(key),
      ),
    );
  }

  review(id: string): Promise<StoredReview | undefined> {
    return promised(() => {
      const [stored] = this.#database.values<StoredReview>('SELECT value FROM reviews WHERE id = ?', id);
      return stored && withConfiguration(stored);
    });
  }

  completedReview({ base, head, engine, configuration }: ReviewInput): Promise<StoredReview | undefined> {
    return promised(() => this.#newest('completedByInput', inputOf, [head, base, engine, configuration]));
  }

  lastReview(repository: string, pr: number): Promise<StoredReview | undefined> {
    return promised(() => this.#newest('completedByPull', pullOf, [repository, pr]));
  }

  pendingReviews(): Promise<StoredReview[]> {
    return promised(() => this.#reviews('pendingReviews', "status = 'pending' ORDER BY rowid"));
  }

  putReview(review: StoredReview): Promise<void> {
    return promised(() => {
      const { id, status, createdAt } = review;
      this.#database.transaction(() => {
        this.#database.run(
          `INSERT INTO reviews VALUES (?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET status = excluded.status, value = excluded.value WHERE reviews.status = 'pending'`,
          id,
          status,
          createdAt,
          JSON.stringify(review),
        );
        this.#forgetReviews("status = 'pending'", 'created', createdAt - keptPending);
        this.#forgetReviews("status <> 'pending'", endOf, createdAt - this.keepDays * day);
      });
    });
  }

  putOutcomes(outcomes: readonly NotedOutcome[], at: number): Promise<void> {
    return promised(() =>
      this.#database.transaction(() => {
        for (const [key, outcome = null] of outcomes) this.#putOutcome('outcome', key, [outcome, 0, at]);
        this.#forgetOutcomes();
      }),
    );
  }

  putDismissal(key: CommentKey, dismissed: boolean, at: number): Promise<void> {
    return promised(() =>
      this.#database.transaction(() => {
        this.#putOutcome('dismissed', key, [null, Number(dismissed), at]);
        this.#forgetOutcomes();
      }),
    );
  }

  outcomes(): Promise<OutcomeCounts[]> {
    return promised(() => this.#database.rows(countedOutcomes).map(row => ({ ...row }) as unknown as OutcomeCounts));
  }

  localPull(repository: string, number: number): Promise<LocalPull | undefined> {
    return promised(
      () =>
        this.#database.values<LocalPull>(
          'SELECT value FROM pulls WHERE repository = ? AND number = ?',
          repository,
          number,
        )[0],
    );
  }

  registerLocalPull(pull: Omit<LocalPull, 'number'>): Promise<LocalPull> {
    return promised(() => {
      const { repository, head } = pull;
      return this.#database.transaction(() => {
        const [known] = this.#database.values<LocalPull>(
          'SELECT value FROM pulls WHERE repository = ? AND head = ?',
          repository,
          head,
        );
        const [last] = this.#database.rows('SELECT max(number) AS number FROM pulls WHERE repository = ?', repository);
        const number = known?.number ?? (typeof last?.['number'] === 'number' ? last['number'] + 1 : firstLocalNumber);
        const registered = { ...pull, number };
        this.#database.run(
          'INSERT INTO pulls VALUES (?, ?, ?, ?) ON CONFLICT (repository, number) DO UPDATE SET value = excluded.value',
          repository,
          number,
          head,
          JSON.stringify(registered),
        );
        return registered;
      });
    });
  }

  takePermit(keyId: string, hour: number, limit: number): Promise<Permit> {
    return promised(() =>
      this.#database.transaction(() => {
        const [row] = this.#database.rows('SELECT used FROM permits WHERE key = ? AND hour = ?', keyId, hour);
        const used = typeof row?.['used'] === 'number' ? row['used'] : 0;
        if (used >= limit) return { granted: false, used };
        if (used === 0) this.#database.run('DELETE FROM permits WHERE hour < ?', hour - keptHours);
        this.#database.run(
          'INSERT INTO permits VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET used = used + 1',
          keyId,
          hour,
        );
        return { granted: true, used: used + 1 };
      }),
    );
  }

  close(): Promise<void> {
    return promised(() => this.#database.close());
  }

  /** Forces the index: because of the order, SQLite would scan all reviews. */
  #reviews(index: string, where: string, ...parameters: (string | number)[]): StoredReview[] {
    const sql = `SELECT value FROM reviews INDEXED BY ${index} WHERE ${where}`;
    return this.#database.values<StoredReview>(sql, ...parameters).map(withConfiguration);
  }

  /** The newest completed review. */
  #newest(index: string, columns: readonly string[], values: readonly (string | number)[]): StoredReview | undefined {
    const where = columns.map(column => `${column} = ?`).join(' AND ');
    return this.#reviews(index, `${where} AND status = 'completed' ORDER BY rowid DESC LIMIT 1`, ...values)[0];
  }

  /** Deletes a few at a time, so that no review waits for it. */
  #forgetReviews(which: string, time: string, before: number): void {
    this.#database.run(
      `DELETE FROM reviews WHERE rowid IN
        (SELECT rowid FROM reviews WHERE ${which} AND ${time} < ? ORDER BY ${time} LIMIT 50)`,
      before,
    );
  }

  /** Sets one column of a comment's outcome. */
  #putOutcome(
    column: 'outcome' | 'dismissed',
    { repository, pr, fingerprint, reviewer, rule }: CommentKey,
    values: readonly [outcome: Outcome | null, dismissed: number, at: number],
  ): void {
    this.#database.run(
      `INSERT INTO outcomes VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET ${column} = excluded.${column}, at = excluded.at`,
      ...[repository, pr, fingerprint, reviewer, rule],
      ...values,
    );
  }

  #forgetOutcomes(): void {
    this.#database.run(
      'DELETE FROM outcomes WHERE rowid IN (SELECT rowid FROM outcomes ORDER BY at DESC LIMIT -1 OFFSET ?)',
      keptOutcomes,
    );
  }
}

/** SQLite answers at once; what it throws is a rejection, as with any other store. */
function promised<T>(work: () => T): Promise<T> {
  return new Promise(resolve => resolve(work()));
}
