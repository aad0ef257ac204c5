import type { Store } from '../store/store.ts';

/** The request limit of a key (docs/api.md). */
export interface Plan {
  readonly name: 'free' | 'pro' | 'enterprise';
  readonly requestsPerHour: number;
}

/** Looks up a plan by name. @throws Error if there is none, or if Enterprise comes without `requestsPerHour` */
export function findPlan(name: string, requestsPerHour?: number): Plan {
  switch (name) {
    case 'free':
      return { name, requestsPerHour: 100 };
    case 'pro':
      return { name, requestsPerHour: 1_000 };
    case 'enterprise':
      if (requestsPerHour === undefined || !Number.isSafeInteger(requestsPerHour) || requestsPerHour < 1)
        throw new Error('The enterprise plan needs --requests-per-hour, a whole number from 1.');
      return { name, requestsPerHour };
    default:
      throw new Error(`There is no plan ${name}: it is free, pro or enterprise.`);
  }
}

/** Whether a request is within the limit, and the values of the rate-limit headers. */
export interface PlanPermit {
  readonly granted: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until the next hour begins, at least 1. */
  readonly resetSeconds: number;
}

const hour = 3_600_000;
// High enough never to be reached.
const boundless = 1_000_000;

/** Takes one request of the current clock hour. @param now milliseconds since the epoch */
export async function takePermit(
  store: Store,
  keyId: string,
  { requestsPerHour: limit }: Plan,
  now: number,
): Promise<PlanPermit> {
  const { granted, used } = await store.takePermit(keyId, Math.floor(now / hour), limit);
  return { granted, limit, remaining: Math.max(0, limit - used), resetSeconds: resetSeconds(now) };
}

/** A permit that is not counted: for the parent process, and if nothing can be written. */
export function uncountedPermit(now: number, limit = boundless): PlanPermit {
  return { granted: true, limit, remaining: limit, resetSeconds: resetSeconds(now) };
}

function resetSeconds(now: number): number {
  return Math.max(1, Math.ceil((hour - (now % hour)) / 1_000));
}
