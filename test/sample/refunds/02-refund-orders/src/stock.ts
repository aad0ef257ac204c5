import type { Database } from './database.ts';

/** Counts what lies in the warehouse. */
export class Stock {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Takes pieces off the shelf; throws when there are not enough. */
  async take(sku: string, quantity: number): Promise<void> {
    const rows = await this.#database.query(
      'UPDATE stock SET pieces = pieces - $2 WHERE sku = $1 AND pieces >= $2 RETURNING pieces',
      [sku, quantity],
    );
    if (rows.length === 0) throw new Error(`Not enough of ${sku} in stock`);
  }

  /** Puts pieces that came back on the shelf again. */
  async putBack(sku: string, quantity: number): Promise<void> {
    await this.#database.query('UPDATE stock SET pieces = pieces + $2 WHERE sku = $1', [sku, quantity]);
  }
}
