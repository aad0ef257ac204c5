/** An amount in the smallest unit of its currency, so that sums are exact. */
export interface Money {
  readonly amount: number;
  readonly currency: string;
}

export function add(a: Money, b: Money): Money {
  if (a.currency !== b.currency) {
    throw new RangeError(`Cannot add ${b.currency} to ${a.currency}`);
  }
  return { amount: a.amount + b.amount, currency: a.currency };
}

export function times(money: Money, quantity: number): Money {
  return { amount: money.amount * quantity, currency: money.currency };
}

export function format({ amount, currency }: Money): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount / 100);
}
