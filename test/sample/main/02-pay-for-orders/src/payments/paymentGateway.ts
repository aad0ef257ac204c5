import type { Money } from '../money.ts';

export class PaymentError extends Error {}

/** The payment provider's API. */
export class PaymentGateway {
  readonly #url: string;
  readonly #fetch: typeof fetch;

  constructor(url: string, fetcher: typeof fetch = fetch) {
    this.#url = url;
    this.#fetch = fetcher;
  }

  /** Takes the money and answers the payment's id. */
  async charge(customerId: string, money: Money): Promise<string> {
    const response = await this.#fetch(`${this.#url}/charges`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ customer: customerId, ...money }),
      signal: AbortSignal.timeout(10_000),
    });
    if (!response.ok) throw new PaymentError(`The payment provider answered ${response.status}`);
    const { id } = (await response.json()) as { id: string };
    return id;
  }
}
