import { createHmac } from 'node:crypto';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const checked = /^(?:gh[pousr]|npm)_([A-Za-z0-9]{30})([A-Za-z0-9]{6})$/;

/** Stripe issues keys of 24 characters, and since 2019 ones that are several times as long. */
const stripeKey = /_live_(?:[A-Za-z0-9]{24}|[A-Za-z0-9]{60,})$/;

/**
 * Whether the form of a token alone says that a service issued it: it is marked as live and as long as those are, or has a
 * checksum. What somebody made up for a test has neither.
 */
export function isOfLiveService(rule: string, token: string): boolean {
  return (rule === 'secrets/stripe-live-key' && stripeKey.test(token)) || hasChecksum(token);
}

/** Whether a token has the checksum that GitHub and npm put at its end. */
export function hasChecksum(token: string): boolean {
  const [, random = '', sum = ''] = checked.exec(token) ?? [];
  return random !== '' && inBase62(crc32(random)).padStart(6, '0') === sum;
}

/** How much the clocks of those who issue tokens may differ, in milliseconds. */
const longestSkew = 86_400_000;

/** What documents of signed tokens have in place of a key. */
const placeholderKeys = [
  ...['your-256-bit-secret', 'your-384-bit-secret', 'your-512-bit-secret'],
  'a-string-secret-at-least-256-bits-long',
];

/**
 * Whether a signed token (JWT) passes all rules on rows of a database, as that of a server does. One that has expired, was
 * made by hand with a date to come or is signed with what stands for a key in documents does not.
 * @param now in milliseconds since 1970
 */
export function isOfServer(token: string, now: number): boolean {
  const { role, iss, exp, iat } = claimsOf(token) ?? {};
  // Supabase gives the same to each database that is run on one's own machine.
  return (
    role === 'service_role' &&
    iss !== 'supabase-demo' &&
    !(typeof exp === 'number' && exp * 1_000 < now) &&
    !(typeof iat === 'number' && iat * 1_000 > now + longestSkew) &&
    !isSignedAsSample(token)
  );
}

function isSignedAsSample(token: string): boolean {
  const signed = token.slice(0, token.lastIndexOf('.'));
  const signature = token.slice(signed.length + 1);
  return placeholderKeys.some(key =>
    ['sha256', 'sha384', 'sha512'].some(hash => createHmac(hash, key).update(signed).digest('base64url') === signature),
  );
}

function claimsOf(token: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
    return typeof claims === 'object' && claims !== null ? (claims as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function inBase62(value: number): string {
  return value === 0 ? '' : inBase62(Math.floor(value / 62)) + digits.charAt(value % 62);
}

/** The checksum of ZIP and PNG, of a text of ASCII. */
function crc32(text: string): number {
  let sum = -1;
  for (const byte of Buffer.from(text)) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ -1) >>> 0;
}
