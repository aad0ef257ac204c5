import { createHash } from 'node:crypto';
import { CodeReviewError } from '../../../core/base/errors.ts';

/** A key that encrypts credentials. */
interface SecretKey {
  /** The beginning of the key's SHA-256, in hex: names the key in a sealed text and tells nothing else about it. */
  readonly id: string;
  readonly bytes: Buffer;
}

/** The keys of an installation. The first one encrypts, all of them decrypt. */
export interface SecretKeys {
  readonly current: SecretKey;
  readonly all: ReadonlyMap<string, SecretKey>;
}

/** The variable that holds the keys, or with `_FILE` names the file that does. */
const variable = 'CODE_REVIEW_SECRET_KEY';
const keyBytes = 32;
const howToMake = 'Make one with: openssl rand -base64 32';

/**
 * Reads the keys, newest first, one a line or separated by commas.
 * @throws CodeReviewError of kind `input`, which never quotes a key
 */
export function readSecretKeys(text = ''): SecretKeys {
  const keys = text
    .split(/[\s,]+/)
    .filter(each => each !== '')
    .map((each, index) => parseKey(each, index + 1));
  const [current] = keys;
  if (current === undefined) throw new CodeReviewError('input', `${variable} has no secret key.`, `${howToMake}.`);
  return { current, all: new Map(keys.map(key => [key.id, key])) };
}

function parseKey(text: string, position: number): SecretKey {
  const bytes = /^[0-9a-f]+$/i.test(text) && text.length === keyBytes * 2 ? Buffer.from(text, 'hex') : fromBase64(text);
  const which = position === 1 ? 'the secret key' : `secret key ${position}`;
  if (bytes === undefined)
    throw new CodeReviewError('input', `${variable}: ${which} is neither base64 nor hex.`, `${howToMake}.`);
  if (bytes.length !== keyBytes)
    throw new CodeReviewError(
      'input',
      `${variable}: ${which} has ${bytes.length} bytes instead of ${keyBytes}.`,
      `${howToMake}.`,
    );
  if (new Set(bytes).size < 8)
    throw new CodeReviewError('input', `${variable}: ${which} is not random.`, `${howToMake}.`);
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 8), bytes };
}

/** Accepts the alphabet of URLs too, with or without padding. */
function fromBase64(text: string): Buffer | undefined {
  return /^[\w+/-]+={0,2}$/.test(text) ? Buffer.from(text, 'base64url') : undefined;
}
