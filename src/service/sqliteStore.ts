import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import {
  firstLocalNumber,
  keptHours,
  keptOutcomes,
  keptPending,
  keptReviews,
  type CommentKey,
  type LocalPull,
  type NotedOutcome,
  type Outcome,
  type OutcomeCounts,
  type Permit,
  type ReviewInput,
  type Store,
  type StoredKey,
  type StoredReview,
  withConfiguration,
} from './store.ts';

// Versions side by side share the file, so its tables do not change: what is looked up by is indexed where it is.
// Which review is the newest is told by the order of the rows: a clock may be set back.
const schema = `
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS keys (id TEXT PRIMARY KEY, value TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS reviews (id TEXT PRIMARY KEY, status TEXT NOT NULL, created INTEGER NOT NULL, value TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS reviewsByAge ON reviews (created);
  CREATE INDEX IF NOT EXISTS reviewsByHead ON reviews (json_extract(value, '$.head'));
  CREATE INDEX IF NOT EXISTS reviewsByPull ON reviews (json_extract(value, '$.repository'), json_extract(value, '$.pr'));
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

/** Name of the store's file in its folder. */
export const sqliteFile = 'service.sqlite';

/** The store's file is not what SQLite wrote. */
export class DamagedDatabase extends Error {}

/**
 * The store in one SQLite file.
 * @throws DamagedDatabase; Error where this Node has no `node:sqlite` or the folder cannot be written
 */
export async function openSqliteStore(folder: string): Promise<Store> {
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(path.join(folder, sqliteFile), { timeout: 10_000 });
  try {
    await useWriteAheadLog(database);
    database.exec(schema);
    // Or else it would fail later, wherever it is damaged. 50 MB take 30 ms.
    const found = database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
    if (found !== 'ok') throw new DamagedDatabase(String(found));
  } catch (error) {
    database.close();
    // SQLITE_CORRUPT and SQLITE_NOTADB
    if (hasCode(error, 11) || hasCode(error, 26))
      throw new DamagedDatabase('The database is damaged.', { cause: error });
    throw error;
  }
  return new SqliteStore(database);
}

function hasCode(error: unknown, code: number): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === code;
}

/** Tries again while another process does the same to a new file: SQLite waits for any lock but this one. */
async function useWriteAheadLog(database: DatabaseSync): Promise<void> {
  for (let triesLeft = 100; ; triesLeft--) {
    try {
      database.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      const isBusy = hasCode(error, 5);
      if (!isBusy || triesLeft === 0) throw error;
    }
    await wait(20);
  }
}

class SqliteStore implements Store {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  keys(): StoredKey[] {
    return this.#values<StoredKey>('SELECT value FROM keys ORDER BY rowid');
  }

  putKey(key: StoredKey): void {
    this.#run(
      `INSERT INTO keys VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value
        WHERE json_extract(keys.value, '$.revokedAt') IS NULL`,
      key.id,
      JSON.stringify(key),
    );
  }

  review(id: string): StoredReview | undefined {
    return this.#reviews('id = ?', id)[0];
  }

  completedReview({ base, head, engine, configuration }: ReviewInput): StoredReview | undefined {
    return this.#reviews(
      `json_extract(value, '$.head') = ? AND json_extract(value, '$.base') = ? AND json_extract(value, '$.engine') = ?
        AND coalesce(json_extract(value, '$.configuration'), '') = ? AND status = 'completed'
        ORDER BY rowid DESC LIMIT 1`,
      head,
      base,
      engine,
      configuration,
    )[0];
  }

  lastReview(repository: string, pr: number): StoredReview | undefined {
    return this.#reviews(
      `json_extract(value, '$.repository') = ? AND json_extract(value, '$.pr') = ? AND status = 'completed'
        ORDER BY rowid DESC LIMIT 1`,
      repository,
      pr,
    )[0];
  }

  pendingReviews(): StoredReview[] {
    return this.#reviews("status = 'pending' ORDER BY rowid");
  }

  putReview(review: StoredReview): void {
    const { id, status, createdAt } = review;
    this.#transaction(() => {
      this.#run(
        'INSERT INTO reviews VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET status = excluded.status, value = excluded.value',
        id,
        status,
        createdAt,
        JSON.stringify(review),
      );
      this.#run(
        `DELETE FROM reviews WHERE status = 'pending' AND created < ? OR id IN
          (SELECT id FROM reviews WHERE status <> 'pending' ORDER BY rowid DESC LIMIT -1 OFFSET ?)`,
        createdAt - keptPending,
        keptReviews,
      );
    });
  }

  putOutcomes(outcomes: readonly NotedOutcome[], at: number): void {
    this.#transaction(() => {
      for (const [key, outcome = null] of outcomes) this.#putOutcome('outcome', key, [outcome, 0, at]);
      this.#forgetOutcomes();
    });
  }

  putDismissal(key: CommentKey, dismissed: boolean, at: number): void {
    this.#transaction(() => {
      this.#putOutcome('dismissed', key, [null, Number(dismissed), at]);
      this.#forgetOutcomes();
    });
  }

  outcomes(): OutcomeCounts[] {
    const rows = this.#database.prepare(countedOutcomes).all();
    return rows.map(row => ({ ...row }) as unknown as OutcomeCounts);
  }

  localPull(repository: string, number: number): LocalPull | undefined {
    return this.#values<LocalPull>(
      'SELECT value FROM pulls WHERE repository = ? AND number = ?',
      repository,
      number,
    )[0];
  }

  registerLocalPull(pull: Omit<LocalPull, 'number'>): LocalPull {
    const { repository, head } = pull;
    return this.#transaction(() => {
      const [known] = this.#values<LocalPull>(
        'SELECT value FROM pulls WHERE repository = ? AND head = ?',
        repository,
        head,
      );
      const last = this.#database
        .prepare('SELECT max(number) AS number FROM pulls WHERE repository = ?')
        .get(repository);
      const number = known?.number ?? (typeof last?.['number'] === 'number' ? last['number'] + 1 : firstLocalNumber);
      const registered = { ...pull, number };
      this.#run(
        'INSERT INTO pulls VALUES (?, ?, ?, ?) ON CONFLICT (repository, number) DO UPDATE SET value = excluded.value',
        repository,
        number,
        head,
        JSON.stringify(registered),
      );
      return registered;
    });
  }

  takePermit(keyId: string, hour: number, limit: number): Permit {
    return this.#transaction(() => {
      const row = this.#database.prepare('SELECT used FROM permits WHERE key = ? AND hour = ?').get(keyId, hour);
      const used = typeof row?.['used'] === 'number' ? row['used'] : 0;
      if (used >= limit) return { granted: false, used };
      if (used === 0) this.#run('DELETE FROM permits WHERE hour < ?', hour - keptHours);
      this.#run('INSERT INTO permits VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET used = used + 1', keyId, hour);
      return { granted: true, used: used + 1 };
    });
  }

  close(): void {
    this.#database.close();
  }

  #reviews(where: string, ...parameters: (string | number)[]): StoredReview[] {
    const stored = this.#values<StoredReview>(`SELECT value FROM reviews WHERE ${where}`, ...parameters);
    return stored.map(withConfiguration);
  }

  /** Replaces that column of what is noted of a comment. */
  #putOutcome(
    column: 'outcome' | 'dismissed',
    { repository, pr, fingerprint, reviewer, rule }: CommentKey,
    values: readonly [outcome: Outcome | null, dismissed: number, at: number],
  ): void {
    this.#run(
      `INSERT INTO outcomes VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET ${column} = excluded.${column}, at = excluded.at`,
      ...[repository, pr, fingerprint, reviewer, rule],
      ...values,
    );
  }

  #forgetOutcomes(): void {
    this.#run(
      'DELETE FROM outcomes WHERE rowid IN (SELECT rowid FROM outcomes ORDER BY at DESC LIMIT -1 OFFSET ?)',
      keptOutcomes,
    );
  }

  #values<T>(sql: string, ...parameters: (string | number)[]): T[] {
    const rows = this.#database.prepare(sql).all(...parameters);
    return rows.map(row => JSON.parse(String(row['value'])) as T);
  }

  #run(sql: string, ...parameters: (string | number | null)[]): void {
    this.#database.prepare(sql).run(...parameters);
  }

  /** Takes the write lock first, so that what is read inside cannot change before it is written. */
  #transaction<T>(work: () => T): T {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#database.exec('COMMIT');
      return result;
    } catch (error) {
      // A full disk has ended it already.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }
}
