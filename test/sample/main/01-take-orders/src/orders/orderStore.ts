import type { Database } from '../database.ts';
import type { Order } from './order.ts';

export class OrderStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(id: string): Promise<Order | undefined> {
    const [row] = await this.#database.query('SELECT body FROM orders WHERE id = $1', [id]);
    return row?.body as Order | undefined;
  }

  async save(order: Order): Promise<void> {
    await this.#database.query(
      'INSERT INTO orders (id, body) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET body = $2',
      [order.id, order],
    );
  }
}
