import path from 'node:path';
import type * as nodeSqlite from 'node:sqlite';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { CodeReviewError } from '../../core/base/errors.ts';
import { createFilled, fileInode, isEmpty, makePrivate, moveAside } from './databaseFile.ts';
import { sqliteResultCode, sqliteResultCodes } from './sqliteErrors.ts';

/** File name of the database. */
const databaseFile = 'service.sqlite';

/** What may be otherwise a moment later. */
const passing = new Set<unknown>([sqliteResultCodes.busy, sqliteResultCodes.ioError]);

/** The file is damaged, or no database of this service. */
class DamagedDatabase extends Error {}

interface DatabaseOptions {
  /** Absolute path of an existing folder. */
  readonly folder: string;
  /** SQL that creates missing tables and indexes. */
  readonly schema: string;
  /** Tables that stay small. They are checked on opening; all others when they are read. */
  readonly smallTables: readonly string[];
  /** Called with the new path of a damaged file that was moved away. */
  readonly onError: (error: Error) => void;
}

type Value = string | number | null;
type Row = Readonly<Record<string, unknown>>;

/**
 * A SQLite file that several processes may share. If it is found damaged, on opening or later, it is moved to another
 * name and replaced by a new one, so that reviews remain possible.
 */
export class Database {
  readonly #options: DatabaseOptions;
  readonly #open: (file: string) => DatabaseSync;
  readonly #file: string;
  /** Undefined while a damaged file could not be replaced. */
  #sqlite: DatabaseSync | undefined;
  #inode: number | undefined;

  private constructor(options: DatabaseOptions, open: (file: string) => DatabaseSync) {
    this.#options = options;
    this.#open = open;
    this.#file = path.join(options.folder, databaseFile);
  }

  /** @throws Error if the folder cannot be written to, CodeReviewError if SQLite is missing or a damaged file is locked */
  static async open(options: DatabaseOptions): Promise<Database> {
    const { DatabaseSync } = await loadSqlite();
    const database = new Database(options, file => new DatabaseSync(file, { timeout: 10_000 }));
    for (let triesLeft = 100; database.#sqlite === undefined; triesLeft--) {
      try {
        database.#sqlite = database.#opened();
      } catch (error) {
        // SQLite does not wait for a process that opens the file first or closes it last, and reads what that one removes.
        const mayPass = passing.has(sqliteResultCode(error)) || CodeReviewError.is(error, 'service');
        if (!mayPass || triesLeft === 0) throw error;
        await wait(20);
      }
    }
    return database;
  }

  rows(sql: string, ...parameters: readonly Value[]): Row[] {
    return this.#recovering(opened => opened.prepare(sql).all(...parameters));
  }

  /** Parses the JSON in the column `value` of the rows. */
  values<T>(sql: string, ...parameters: readonly Value[]): T[] {
    return this.#recovering(() => this.rows(sql, ...parameters).map(({ value }) => parsed(String(value)) as T));
  }

  run(sql: string, ...parameters: readonly Value[]): void {
    this.#recovering(opened => void opened.prepare(sql).run(...parameters));
  }

  /** Runs in a transaction that takes the write lock first, so that what it reads cannot change before it writes. */
  transaction<T>(work: () => T): T {
    return this.#recovering(opened => {
      opened.exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        opened.exec('COMMIT');
        return result;
      } catch (error) {
        // A full disk ends the transaction.
        if (opened.isTransaction) opened.exec('ROLLBACK');
        throw error;
      }
    });
  }

  close(): void {
    this.#sqlite?.close();
  }

  /** Runs the work, and again on a new file if the old one is damaged. */
  #recovering<T>(work: (opened: DatabaseSync) => T): T {
    if (this.#sqlite?.isTransaction === true) return work(this.#sqlite);
    const opened = this.#current();
    try {
      return work(opened);
    } catch (error) {
      if (!isDamage(error)) throw error;
      opened.close();
      this.#sqlite = undefined;
      this.#sqlite = this.#begunAnew(error);
      return work(this.#sqlite);
    }
  }

  /** The file that has the name by now: another process may have moved a damaged one away, where nobody reads any more. */
  #current(): DatabaseSync {
    const inode = fileInode(this.#file);
    if (inode !== undefined && inode !== this.#inode) {
      this.#sqlite?.close();
      this.#sqlite = undefined;
    }
    return (this.#sqlite ??= this.#opened());
  }

  #opened(): DatabaseSync {
    try {
      return this.#tryOpen();
    } catch (error) {
      if (!isDamage(error)) throw error;
      return this.#begunAnew(error);
    }
  }

  #begunAnew(cause: unknown): DatabaseSync {
    // Another process may have moved it away already.
    if (fileInode(this.#file) === this.#inode) {
      const message = `The database of the service was damaged and was moved to ${moveAside(this.#file)}. A new one is used.`;
      this.#options.onError(new Error(message, { cause }));
    }
    return this.#tryOpen();
  }

  /** Opens and checks the file, in a time that does not depend on the number of reviews. */
  #tryOpen(): DatabaseSync {
    createFilled(this.#file, file => {
      const made = this.#open(file);
      try {
        this.#prepare(made);
      } finally {
        made.close();
      }
    });
    this.#inode = fileInode(this.#file);
    // SQLite would treat it as new, and delete the write-ahead log beside it.
    if (isEmpty(this.#file)) throw new DamagedDatabase('The file is empty.');
    const opened = this.#open(this.#file);
    try {
      this.#prepare(opened);
      for (const table of this.#options.smallTables) {
        const found = opened.prepare(`PRAGMA quick_check(${table})`).get()?.['quick_check'];
        if (found !== 'ok') throw new DamagedDatabase(String(found));
      }
      makePrivate(this.#file);
      return opened;
    } catch (error) {
      opened.close();
      throw error;
    }
  }

  #prepare(opened: DatabaseSync): void {
    opened.exec('PRAGMA journal_mode = WAL');
    opened.exec(this.#options.schema);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new DamagedDatabase('A stored value is not JSON.', { cause });
  }
}

function isDamage(error: unknown): boolean {
  const result = sqliteResultCode(error);
  return (
    error instanceof DamagedDatabase ||
    result === sqliteResultCodes.corrupt ||
    result === sqliteResultCodes.notADatabase
  );
}

// Loaded on demand: it prints a warning.
async function loadSqlite(): Promise<typeof nodeSqlite> {
  try {
    return await import('node:sqlite');
  } catch (cause) {
    const message = `Reviews and keys are kept in SQLite, which Node ${process.versions.node} does not have.`;
    throw new CodeReviewError('input', message, 'Use Node 22.13 or later.', { cause });
  }
}
