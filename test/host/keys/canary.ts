import { placeOf, spellings } from './searching.ts';

/** Stands in every key of the tests and nowhere else, so that any part of a key that turns up somewhere is known for one. */
export const marker = 'CaNaRy7731kEy';

/** How the folders are called in which a test writes keys on purpose, to see that they are found. */
export const setAside = 'code-review-keys-on-purpose-';

const prefixes = { production: 'acme_live_', development: 'acme_test_', unknown: '', model: 'sk-' } as const;

/**
 * A key for a test.
 * @param kind whose prefix it has: one of the service's two, neither, or that of a language model's provider
 * @param ending its last characters, of which people are shown four
 */
export function canaryKey(kind: keyof typeof prefixes = 'production', ending = '0000'): string {
  return `${prefixes[kind]}${marker}_${ending}`;
}

const traces = [...new Set(spellings(marker))];
const [prefixOfOwn, own] = ['crk_', 'crk_(?:live|dev)_[\\w-]{48}'];
const ownPattern = new RegExp(own);
/** A key of the tests, or one that a service of ours made: those are random and known by their shape. */
export const keyPattern = new RegExp(`${traces.join('|')}|${own}`);

/** The byte at which such a key begins, also in UTF-16; -1 where there is none. */
export function keyIn(bytes: Buffer): number {
  const place = placeOf(traces, bytes);
  if (place >= 0 || !bytes.includes(prefixOfOwn)) return place;
  return bytes.toString('latin1').search(ownPattern);
}
