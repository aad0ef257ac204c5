import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { DatabaseSync } from 'node:sqlite';
import {
  firstLocalNumber,
  keptHours,
  keptReviews,
  type LocalPull,
  type Permit,
  type Store,
  type StoredKey,
  type StoredReview,
} from './store.ts';

const schema = `
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS keys (id TEXT PRIMARY KEY, value TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS reviews (id TEXT PRIMARY KEY, status TEXT NOT NULL, created INTEGER NOT NULL, value TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS reviewsByAge ON reviews (created);
  CREATE TABLE IF NOT EXISTS pulls (repository TEXT NOT NULL, number INTEGER NOT NULL, head TEXT NOT NULL, value TEXT NOT NULL,
    PRIMARY KEY (repository, number), UNIQUE (repository, head));
  CREATE TABLE IF NOT EXISTS permits (key TEXT NOT NULL, hour INTEGER NOT NULL, used INTEGER NOT NULL, PRIMARY KEY (key, hour));
`;

/** The store in one SQLite file. @throws Error where this Node has no `node:sqlite` or the folder cannot be written */
export async function openSqliteStore(folder: string): Promise<Store> {
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(path.join(folder, 'service.sqlite'), { timeout: 10_000 });
  try {
    await useWriteAheadLog(database);
    database.exec(schema);
  } catch (error) {
    database.close();
    throw error;
  }
  return new SqliteStore(database);
}

/** Tries again while another process does the same to a new file: SQLite waits for any lock but this one. */
async function useWriteAheadLog(database: DatabaseSync): Promise<void> {
  for (let triesLeft = 100; ; triesLeft--) {
    try {
      database.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      const isBusy = error instanceof Error && 'errcode' in error && error.errcode === 5;
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
    return this.#values<StoredReview>('SELECT value FROM reviews WHERE id = ?', id)[0];
  }

  reviews(): StoredReview[] {
    return this.#values<StoredReview>('SELECT value FROM reviews ORDER BY created DESC, rowid DESC');
  }

  pendingReviews(): StoredReview[] {
    return this.#values<StoredReview>("SELECT value FROM reviews WHERE status = 'pending' ORDER BY created, rowid");
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
        'DELETE FROM reviews WHERE id IN (SELECT id FROM reviews ORDER BY created DESC, rowid DESC LIMIT -1 OFFSET ?)',
        keptReviews,
      );
    });
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

  #values<T>(sql: string, ...parameters: (string | number)[]): T[] {
    const rows = this.#database.prepare(sql).all(...parameters);
    return rows.map(row => JSON.parse(String(row['value'])) as T);
  }

  #run(sql: string, ...parameters: (string | number)[]): void {
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
