import { createHash, timingSafeEqual } from 'node:crypto';
import { storageFailure } from '../store/storageFailure.ts';
import type { Store } from '../store/store.ts';
import { findKey } from './keys.ts';
import { takePermit, uncountedPermit, type Plan, type PlanPermit } from './plans.ts';

/** A request of a valid key. */
export interface Admission extends PlanPermit {
  /** Id of the key; absent for the process that started the service. */
  readonly keyId?: string;
}

/**
 * Takes a request of the presented key's hour; undefined if the key is not valid.
 * @param isSafe whether the request changes nothing (RFC 9110), and is answered even if it cannot be counted
 */
export type Admit = (presented: string, isSafe: boolean) => Promise<Admission | undefined>;

interface Parts {
  readonly store: Store;
  /** The plan of stored keys. */
  readonly plan: Plan;
  /** The parent process's key; neither stored nor counted. */
  readonly ownKey: string | undefined;
  readonly now: () => number;
}

/** Admits the parent process and the keys in a store on this machine. */
export function admitFrom({ store, plan, ownKey, now }: Parts): Admit {
  return async (presented, isSafe) => {
    if (ownKey !== undefined && isSameText(presented, ownKey)) return uncountedPermit(now());
    const keyId = (await findKey(store, presented, now()))?.id;
    if (keyId === undefined) return undefined;
    try {
      return { ...(await takePermit(store, keyId, plan, now())), keyId };
    } catch (error) {
      // Stored results stay readable if nothing can be written.
      if (!isSafe || storageFailure(error) === undefined) throw error;
      return { ...uncountedPermit(now(), plan.requestsPerHour), keyId };
    }
  };
}

/** Compares in constant time. */
function isSameText(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
