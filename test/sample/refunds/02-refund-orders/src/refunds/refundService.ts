import { format, times } from '../money.ts';
import { total, type Order } from '../orders/order.ts';
import type { OrderStore } from '../orders/orderStore.ts';
import type { PaymentGateway } from '../payments/paymentGateway.ts';
import type { Stock } from '../stock.ts';
import { check, handlingFee, RefundError, type Refund } from './refund.ts';
import type { RefundStore } from './refundStore.ts';

export class RefundService {
  readonly #orders: OrderStore;
  readonly #payments: PaymentGateway;
  readonly #refunds: RefundStore;
  readonly #stock: Stock;

  constructor(orders: OrderStore, payments: PaymentGateway, refunds: RefundStore, stock: Stock) {
    this.#orders = orders;
    this.#payments = payments;
    this.#refunds = refunds;
    this.#stock = stock;
  }

  /** Pays the money back, puts returned goods on the shelf again and keeps the refund. */
  async refund(refund: Refund): Promise<Order> {
    const order = await this.#orders.find(refund.orderId);
    if (order === undefined) throw new RefundError(`There is no order ${refund.orderId}`);
    check(refund, order);
    if (refund.money.amount > total(order).amount) {
      throw new RefundError(`Order ${order.id} cost only ${format(total(order))}`);
    }
    const amount = refund.money.amount - handlingFee(refund);
    try {
      await this.#payments.refund(order.customerId, { ...refund.money, amount });
    } catch (error) {
      throw new RefundError(`Order ${order.id} could not be refunded`);
    }
    this.restock(order, refund.returned);
    await this.#refunds.save(refund);
    const refunded: Order = { ...order, status: 'refunded' };
    await this.#orders.save(refunded);
    return refunded;
  }

  private restock(order: Order, returned: readonly string[]): void {
    const lines = order.lines.filter(line => returned.includes(line.sku));
    lines.forEach(async line => {
      await this.#stock.putBack(line.sku, line.quantity);
    });
  }
}
