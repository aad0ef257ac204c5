import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { KeyKind } from '../../core/review/apiKey.ts';
import { storageFailure } from '../store/storageFailure.ts';
import type { Store, StoredKey } from '../store/store.ts';

const prefixes: Readonly<Record<KeyKind, string>> = { production: 'crk_live_', development: 'crk_dev_' };
const shape = /^crk_(?:live|dev)_[A-Za-z0-9_-]{43}[0-9a-f]{6}$/;
const minute = 60_000;

/** Makes a key and stores its hash. The key itself is in the answer and nowhere else. */
export function createKey(
  store: Store,
  { kind, name }: { readonly kind: KeyKind; readonly name: string },
  now: number,
): { readonly key: string; readonly stored: StoredKey } {
  const secret = randomBytes(32).toString('base64url');
  const key = `${prefixes[kind]}${secret}${checksum(prefixes[kind] + secret)}`;
  const stored: StoredKey = {
    id: randomBytes(6).toString('hex'),
    kind,
    name: name.slice(0, 100),
    hash: sha256(key),
    lastFour: key.slice(-4),
    createdAt: now,
    lastUsedAt: undefined,
    revokedAt: undefined,
  };
  store.putKey(stored);
  return { key, stored };
}

/**
 * The stored key that was presented; undefined for one that is unknown, mistyped or revoked. Takes the same time
 * whichever key comes close. Notes the use, at most once a minute.
 */
export function findKey(store: Store, presented: string, now: number): StoredKey | undefined {
  // The checksum spares mistyped keys the look into the store; it is no secret.
  if (!shape.test(presented) || checksum(presented.slice(0, -6)) !== presented.slice(-6)) return undefined;
  const hash = Buffer.from(sha256(presented));
  let found: StoredKey | undefined;
  for (const key of store.keys()) if (timingSafeEqual(Buffer.from(key.hash), hash)) found = key;
  if (found === undefined || found.revokedAt !== undefined) return undefined;
  if (now - (found.lastUsedAt ?? 0) >= minute) noteUse(store, { ...found, lastUsedAt: now });
  return found;
}

/** Where nothing can be written, the use is not noted, and the key opens all the same. */
function noteUse(store: Store, used: StoredKey): void {
  try {
    store.putKey(used);
  } catch (error) {
    if (storageFailure(error) === undefined) throw error;
  }
}

/** Ends a key, named by its id or, where only one has them, its last four characters; undefined where that names none. */
export function revokeKey(store: Store, which: string, now: number): StoredKey | undefined {
  const valid = store.keys().filter(({ revokedAt }) => revokedAt === undefined);
  const byId = valid.filter(({ id }) => id === which);
  const [key, ...others] = byId.length > 0 ? byId : valid.filter(({ lastFour }) => lastFour === which);
  if (key === undefined || others.length > 0) return undefined;
  const revoked = { ...key, revokedAt: now };
  store.putKey(revoked);
  return revoked;
}

/** A key as it may be shown: id, kind, last four characters, name and the day it was last used. */
export function maskedLine({ id, kind, name, lastFour, lastUsedAt, revokedAt }: StoredKey): string {
  const day = (moment: number): string => new Date(moment).toISOString().slice(0, 10);
  const used = lastUsedAt === undefined ? 'never used' : `last used ${day(lastUsedAt)}`;
  const ended = revokedAt === undefined ? [] : [`revoked ${day(revokedAt)}`];
  return [id, kind.padEnd(11), `••••${lastFour}`, used, ...ended, ...(name === '' ? [] : [name])].join('  ');
}

function checksum(text: string): string {
  return sha256(text).slice(0, 6);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
