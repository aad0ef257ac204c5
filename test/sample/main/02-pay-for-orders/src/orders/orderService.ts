import type { PaymentGateway } from '../payments/paymentGateway.ts';
import type { Stock } from '../stock.ts';
import { total, type Order } from './order.ts';
import type { OrderStore } from './orderStore.ts';

export class OrderService {
  readonly #orders: OrderStore;
  readonly #payments: PaymentGateway;
  readonly #stock: Stock;

  constructor(orders: OrderStore, payments: PaymentGateway, stock: Stock) {
    this.#orders = orders;
    this.#payments = payments;
    this.#stock = stock;
  }

  find(id: string): Promise<Order | undefined> {
    return this.#orders.find(id);
  }

  /** Reserves the goods, takes the money and keeps the order. */
  async place(order: Order): Promise<Order> {
    for (const line of order.lines) await this.#stock.take(line.sku, line.quantity);
    await this.#payments.charge(order.customerId, total(order));
    const paid: Order = { ...order, status: 'paid' };
    await this.#orders.save(paid);
    return paid;
  }
}
