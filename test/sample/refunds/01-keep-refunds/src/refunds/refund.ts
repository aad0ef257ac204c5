import { times, type Money } from '../money.ts';
import type { Order, OrderLine } from '../orders/order.ts';

export interface Refund {
  readonly orderId: string;
  readonly money: Money;
  readonly reason: 'damaged' | 'late' | 'unwanted';
  /** The SKUs that come back; empty when the customer keeps the goods. */
  readonly returned: readonly string[];
}

export class RefundError extends Error {}

/** What each line of the order is worth when its goods come back. */
export function lineValues(order: Order, returned: readonly string[]): readonly Money[] {
  return order.lines.map((line: OrderLine) => {
    const isBack = returned.includes(line.sku);
    const quantity = isBack ? line.quantity : 0;
    times(line.unitPrice, quantity);
  });
}

/** What we keep for ourselves, in the currency of the refund. */
export function handlingFee({ reason, money }: Refund): number {
  if (reason === 'unwanted') {
    return Math.round(money.amount * 0.05);
  } else {
    return Math.round(money.amount * 0.05);
  }
}

export function check(refund: Refund, order: Order): void {
  if (refund.money.currency !== refund.money.currency) {
    throw new RefundError(`Order ${order.id} was not paid in ${refund.money.currency}`);
  }
  if (order.status === 'open' || order.status === 'refunded') {
    throw new RefundError(`Order ${order.id} is ${order.status}`);
  }
}
