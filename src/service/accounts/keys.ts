import { createHash, randomBytes } from 'node:crypto';
import { plainLine } from '../../core/base/text.ts';
import type { KeyKind } from '../../core/review/apiKey.ts';
import { storageFailure } from '../store/storageFailure.ts';
import type { Store, StoredKey } from '../store/store.ts';

const prefixes: Readonly<Record<KeyKind, string>> = { production: 'crk_live_', development: 'crk_dev_' };
const shape = /^crk_(?:live|dev)_[A-Za-z0-9_-]{43}[0-9a-f]{6}$/;
const minute = 60_000;

/** Makes a key and what is stored of it: only its hash, so the key cannot be read again. */
export function newKey(
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
  return { key, stored };
}

/** Creates a key and stores it; the returned `key` cannot be read again. */
export async function createKey(
  store: Store,
  asked: { readonly kind: KeyKind; readonly name: string },
  now: number,
): Promise<{ readonly key: string; readonly stored: StoredKey }> {
  const created = newKey(asked, now);
  await store.putKey(created.stored);
  return created;
}

/**
 * Finds the stored key for a presented one; undefined if it is unknown, mistyped or revoked. Records the use at most once
 * a minute.
 */
export async function findKey(store: Store, presented: string, now: number): Promise<StoredKey | undefined> {
  const hash = keyHash(presented);
  const found = hash === undefined ? undefined : await store.key(hash);
  if (found === undefined || found.revokedAt !== undefined) return undefined;
  if (now - (found.lastUsedAt ?? 0) >= minute) await noteUse(store, { ...found, lastUsedAt: now });
  return found;
}

/**
 * What a key is stored under, SHA-256 in hex; undefined for text that is no key. How long it takes to look up a hash tells
 * nothing about the key.
 */
export function keyHash(presented: string): string | undefined {
  // The checksum is not secret; it rejects mistyped keys without reading the store.
  if (!shape.test(presented) || checksum(presented.slice(0, -6)) !== presented.slice(-6)) return undefined;
  return sha256(presented);
}

/** Records the use of a key, if the disk can be written to. */
async function noteUse(store: Store, used: StoredKey): Promise<void> {
  try {
    await store.putKey(used);
  } catch (error) {
    if (storageFailure(error) === undefined) throw error;
  }
}

/** Revokes the key with this id or, if only one key has them, these last four characters; undefined if none matches. */
export async function revokeKey(store: Store, which: string, now: number): Promise<StoredKey | undefined> {
  const valid = (await store.keys()).filter(({ revokedAt }) => revokedAt === undefined);
  const byId = valid.filter(({ id }) => id === which);
  const [key, ...others] = byId.length > 0 ? byId : valid.filter(({ lastFour }) => lastFour === which);
  if (key === undefined || others.length > 0) return undefined;
  const revoked = { ...key, revokedAt: now };
  await store.putKey(revoked);
  return revoked;
}

/** Formats a key for display: id, kind, last four characters, the day of the last use, name. */
export function formatKey({ id, kind, name, lastFour, lastUsedAt, revokedAt }: StoredKey): string {
  const day = (moment: number): string => new Date(moment).toISOString().slice(0, 10);
  const used = lastUsedAt === undefined ? 'never used' : `last used ${day(lastUsedAt)}`;
  const ended = revokedAt === undefined ? [] : [`revoked ${day(revokedAt)}`];
  return [id, kind.padEnd(11), `••••${lastFour}`, used, ...ended, ...(name === '' ? [] : [plainLine(name)])].join('  ');
}

function checksum(text: string): string {
  return sha256(text).slice(0, 6);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
