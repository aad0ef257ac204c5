/** The two kinds of API key (docs/api.md). */
export type KeyKind = 'production' | 'development';

// The document says that a prefix tells the kinds apart and not which. These are the words services use as a prefix.
const kindWords: readonly (readonly [RegExp, KeyKind])[] = [
  [/^(?:[a-z0-9]+[_-])?(?:live|prod|production)[_-]/i, 'production'],
  [/^(?:[a-z0-9]+[_-])?(?:dev|development|test|sandbox)[_-]/i, 'development'],
];

/** The kind that the key's prefix tells; undefined where it is not a known one and the user has to be asked. */
export function kindOfKey(key: string): KeyKind | undefined {
  return kindWords.find(([prefix]) => prefix.test(key))?.[1];
}

/** What is wrong with the shape of a key as typed, as a sentence; undefined when it can be sent in a header. */
export function keyProblem(key: string): string | undefined {
  if (key === '') return 'Paste an API key from the dashboard settings of the service.';
  if (/[\r\n]/.test(key)) return 'The key holds a line break. Paste the key alone, on one line.';
  if (/\s/.test(key)) return 'The key holds a space. Paste the key alone.';
  if (!/^[\x21-\x7e]+$/.test(key))
    return 'The key holds a character that no API key has. Copy it again from the dashboard.';
  if (key.length < 8) return 'This is too short for an API key. Copy the whole key from the dashboard.';
  if (key.length > 512) return 'This is too long for an API key. Paste the key alone.';
  return undefined;
}

/** The only form in which a key is ever shown: the last four characters. */
export function maskedKey(key: string): string {
  return `••••${key.slice(-4)}`;
}
