import { add, times, type Money } from '../money.ts';

export interface OrderLine {
  readonly sku: string;
  readonly quantity: number;
  readonly unitPrice: Money;
}

export interface Order {
  readonly id: string;
  readonly customerId: string;
  readonly status: 'open' | 'paid' | 'shipped' | 'refunded';
  readonly lines: readonly OrderLine[];
}

export function total({ lines }: Order): Money {
  const [first, ...rest] = lines.map(line => times(line.unitPrice, line.quantity));
  if (first === undefined) throw new RangeError('An order has at least one line');
  return rest.reduce(add, first);
}
