import type { Store } from '../store/store.ts';

/** What a key may ask for (docs/api.md). */
export interface Plan {
  readonly name: 'free' | 'pro' | 'enterprise';
  readonly requestsPerHour: number;
}

/** @throws Error with a sentence when there is no such plan, or Enterprise comes without its number */
export function planOf(name: string, requestsPerHour?: number): Plan {
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

/** Whether a request may be answered, and what the limit headers say. */
export interface PlanPermit {
  readonly granted: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until the next hour begins, at least 1. */
  readonly resetSeconds: number;
}

const hour = 3_600_000;
// No person could reach it.
const boundless = 1_000_000;

/** Takes one request of the current clock hour. @param now milliseconds since the epoch */
export function takePermit(store: Store, keyId: string, { requestsPerHour: limit }: Plan, now: number): PlanPermit {
  const { granted, used } = store.takePermit(keyId, Math.floor(now / hour), limit);
  return { granted, limit, remaining: Math.max(0, limit - used), resetSeconds: resetSeconds(now) };
}

/** For whom nothing is counted: the process that started this one, and where nothing can be written. */
export function uncountedPermit(now: number, limit = boundless): PlanPermit {
  return { granted: true, limit, remaining: limit, resetSeconds: resetSeconds(now) };
}

function resetSeconds(now: number): number {
  return Math.max(1, Math.ceil((hour - (now % hour)) / 1_000));
}
