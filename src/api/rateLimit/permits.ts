import type { HttpResponse } from '../transport/transport.ts';

/** Who a request is for: user actions may use the reserve, polling may not. */
export type Purpose = 'user' | 'watch';

/** The hourly request limit as the client uses it; every attempt takes a permit. */
export interface Permits {
  /** Takes a permit. @throws CodeReviewError of kind `rateLimit`; `until` is when one will be available */
  take(purpose: Purpose): Promise<void>;
  /** Gives the latest permit of this process back, since its request was not sent. */
  giveBack(): Promise<void>;
  /** Records the rate limit in the headers of a response; status 429 means that the limit is exceeded. */
  learn(answer: Pick<HttpResponse, 'status' | 'headers'>): void;
}
