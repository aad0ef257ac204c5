import { t } from '../base/l10n.ts';

/** The two kinds of API key (docs/api.md). */
export type KeyKind = 'production' | 'development';

// The API documents that a prefix distinguishes the kinds, but not which one. Services commonly use these words.
const kindWords: readonly (readonly [RegExp, KeyKind])[] = [
  [/^(?:[a-z0-9]+[_-])?(?:live|prod|production)[_-]/i, 'production'],
  [/^(?:[a-z0-9]+[_-])?(?:dev|development|test|sandbox)[_-]/i, 'development'],
];

/** The kind of a key by its prefix; undefined if the prefix is unknown and the user has to be asked. */
export function detectKeyKind(key: string): KeyKind | undefined {
  return kindWords.find(([prefix]) => prefix.test(key))?.[1];
}

/** What a key is called in sentences. @param masked as it may be shown */
export function keyName({ kind, masked }: { readonly kind: KeyKind; readonly masked: string }): string {
  return kind === 'production' ? t('production key {masked}', { masked }) : t('development key {masked}', { masked });
}

/** Returns a sentence that says what is wrong with the format of a key; undefined if it can be sent in a header. */
export function keyProblem(key: string): string | undefined {
  if (key === '') return t('Paste an API key from the dashboard settings of the service.');
  if (/[\r\n]/.test(key)) return t('The key contains a line break. Paste the key alone, on one line.');
  if (/\s/.test(key)) return t('The key contains a space. Paste the key alone.');
  if (!/^[\x21-\x7e]+$/.test(key))
    return t('The key contains a character that no API key has. Copy it again from the dashboard.');
  if (key.length < 8) return t('This is too short for an API key. Copy the whole key from the dashboard.');
  if (key.length > 512) return t('This is too long for an API key. Paste the key alone.');
  return undefined;
}

/** Masks a key except its last four characters. A key is never shown in any other form. */
export function maskKey(key: string): string {
  return `••••${key.slice(-4)}`;
}
