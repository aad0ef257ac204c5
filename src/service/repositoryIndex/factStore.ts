import { chmodSync, rmSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** Path and blob of a file: what its facts depend on, besides the language's version. */
export type IndexedFile = readonly [path: string, blob: string];

/** A language and the version of its facts. */
export interface FactsKind {
  readonly id: string;
  readonly version: number;
}

/** Largest file, in bytes. A larger one is begun anew: everything in it can be made again. */
const largest = 256 << 20;

/** Characters to keep in memory. */
const mostKept = 32 << 20;

/** SQLite's codes. */
const corrupt = 11;
const notADatabase = 26;

const schema = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS facts (language TEXT NOT NULL, version INTEGER NOT NULL, path TEXT NOT NULL,
    blob TEXT NOT NULL, facts TEXT, PRIMARY KEY (path, blob, language, version)) WITHOUT ROWID;
`;

/**
 * Facts of files in one SQLite file, which several processes may share. It is a cache: a damaged or too large file is
 * deleted and begun anew.
 */
export class FactStore {
  readonly #sqlite: DatabaseSync;
  readonly #select: StatementSync;
  readonly #insert: StatementSync;
  /** What was read already, since it is read for each tree of each review. */
  readonly #read = new Map<string, string | null>();
  #length = 0;

  private constructor(sqlite: DatabaseSync) {
    this.#sqlite = sqlite;
    const key = 'path = ? AND blob = ? AND language = ? AND version = ?';
    this.#select = sqlite.prepare(`SELECT facts FROM facts WHERE ${key}`);
    this.#insert = sqlite.prepare(
      'INSERT OR REPLACE INTO facts (path, blob, language, version, facts) VALUES (?, ?, ?, ?, ?)',
    );
  }

  /** @throws Error if the file can neither be used nor replaced, or this Node has no SQLite */
  static async open(file: string): Promise<FactStore> {
    // Loaded on demand: not every Node has it.
    const { DatabaseSync } = await import('node:sqlite');
    const open = (): FactStore => FactStore.#prepared(new DatabaseSync(file, { timeout: 2_000 }), file);
    try {
      return open();
    } catch (error) {
      if (!isDamage(error)) throw error;
      removeStore(file);
      return open();
    }
  }

  static #prepared(sqlite: DatabaseSync, file: string): FactStore {
    try {
      sqlite.exec(schema);
      if (numberIn(sqlite, 'page_count') * numberIn(sqlite, 'page_size') > largest) throw new TooLarge();
      chmodSync(file, 0o600);
      return new FactStore(sqlite);
    } catch (error) {
      sqlite.close();
      throw error;
    }
  }

  /** The kept facts of a file as JSON; `null` if it has none, undefined if they are not known. */
  get([path, blob]: IndexedFile, { id, version }: FactsKind): string | null | undefined {
    const key = `${id} ${version} ${blob} ${path}`;
    const known = this.#read.get(key);
    if (known !== undefined) return known;
    const row = this.#select.get(path, blob, id, version);
    if (row === undefined) return undefined;
    const facts = typeof row['facts'] === 'string' ? row['facts'] : null;
    this.#length += facts?.length ?? 0;
    if (this.#length > mostKept) {
      this.#read.clear();
      this.#length = facts?.length ?? 0;
    }
    this.#read.set(key, facts);
    return facts;
  }

  /** Keeps the facts of a file. @param facts as JSON; `null` if it has none */
  put([path, blob]: IndexedFile, { id, version }: FactsKind, facts: string | null): void {
    this.#insert.run(path, blob, id, version, facts);
    this.#read.delete(`${id} ${version} ${blob} ${path}`);
  }

  close(): void {
    this.#sqlite.close();
  }
}

/** The file holds more than it may. */
class TooLarge extends Error {}

/** Whether an error means that the file of a store has to be begun anew; a lock passes by. */
export function isDamage(error: unknown): boolean {
  if (error instanceof TooLarge) return true;
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
  return code === corrupt || code === notADatabase;
}

/** Deletes the file of a store. @throws Error if another program holds it */
export function removeStore(file: string): void {
  for (const part of ['-wal', '-shm', '']) rmSync(file + part, { force: true });
}

function numberIn(sqlite: DatabaseSync, pragma: string): number {
  return Number(sqlite.prepare(`PRAGMA ${pragma}`).get()?.[pragma]);
}
