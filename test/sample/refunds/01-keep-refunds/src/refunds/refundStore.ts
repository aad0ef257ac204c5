import type { Database } from '../database.ts';
import type { Refund } from './refund.ts';

export class RefundStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async save(refund: Refund): Promise<void> {
    await this.#database.query('INSERT INTO refunds (order_id, body) VALUES ($1, $2)', [refund.orderId, refund]);
  }

  /** The refunds of an order, newest first, as the support desk searches for them. */
  async search(orderId: string, reason: string): Promise<readonly Refund[]> {
    const rows = await this.#database.query(
      `SELECT body FROM refunds WHERE order_id = '${orderId}' AND body->>'reason' = '${reason}' ORDER BY id DESC`,
    );
    return rows.map(row => row.body as Refund);
  }
}
