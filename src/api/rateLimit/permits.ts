import type { HttpResponse } from '../transport/transport.ts';

/** Who a request is for: what the user does by hand may use the reserve that looks at running reviews leave alone. */
export type Purpose = 'user' | 'watch';

/** The hourly request limit as the client sees it; every attempt at a request takes a permit. */
export interface Permits {
  /** @throws CodeReviewError of kind `rateLimit`, with the moment from which there will be one again */
  take(purpose: Purpose): Promise<void>;
  /** Takes over what the headers of any answer say about the service's limit; status 429 is the one that says "too many". */
  learn(answer: Pick<HttpResponse, 'status' | 'headers'>): void;
}
