/** What the headers of an answer tell about the hourly limit; parts that are not there are undefined. */
export interface RateLimit {
  /** Requests per window. */
  readonly limit: number | undefined;
  readonly remaining: number | undefined;
  /** When the window ends, in milliseconds since the epoch. */
  readonly resetAt: number | undefined;
  /** When to ask again at the earliest, in milliseconds since the epoch. */
  readonly retryAt: number | undefined;
}

type Headers = Readonly<Record<string, string>>;

const hour = 3_600_000;

/** Reads the limit headers of all known shapes (peers.md 4.2). */
export function readRateLimit(headers: Headers, now: number): RateLimit {
  const structured = headers['ratelimit'] ?? '';
  const policy = headers['ratelimit-policy'] ?? '';
  const reset = valueOf(headers, 'reset') ?? parameter(structured, 't');
  return {
    limit: integer(valueOf(headers, 'limit')) ?? integer(parameter(policy, 'q')),
    remaining: integer(valueOf(headers, 'remaining')) ?? integer(parameter(structured, 'r')),
    resetAt: reset === undefined ? undefined : momentOf(reset, now),
    retryAt: headers['retry-after'] === undefined ? undefined : momentOf(headers['retry-after'], now),
  };
}

/** When to ask again after an answer that says "too many": the later of both moments, within 1 second and 1 hour. */
export function retryMoment({ retryAt, resetAt }: RateLimit, now: number): number {
  const asked = Math.max(retryAt ?? 0, resetAt ?? 0) || now + 60_000;
  return Math.min(now + hour, Math.max(now + 1_000, asked));
}

/** `x-ratelimit-limit`, `ratelimit-limit`, `anthropic-ratelimit-requests-limit`, `x-ratelimit-limit-hour` and so on. */
function valueOf(headers: Headers, part: 'limit' | 'remaining' | 'reset'): string | undefined {
  const name = new RegExp(`^(?:.*-)?rate-?limit-(?:requests-)?${part}(?:-after)?(?:-hour|-requests)?$`);
  const found = Object.keys(headers).find(header => name.test(header));
  return found === undefined ? undefined : headers[found];
}

/** A parameter of a structured header such as `"default";r=50;t=30`. */
function parameter(header: string, name: string): string | undefined {
  return new RegExp(`;\\s*${name}=(\\d+)`).exec(header)?.[1];
}

function integer(value: string | undefined): number | undefined {
  const digits = /\d{1,12}/.exec(value ?? '')?.[0];
  return digits === undefined ? undefined : Number(digits);
}

/** Seconds from now, seconds or milliseconds since the epoch, `1m2.5s`, or a date. */
function momentOf(value: string, now: number): number | undefined {
  const text = value.trim();
  if (/^\d+(?:\.\d+)?$/.test(text)) {
    const number = Number(text);
    if (number >= 1e12) return number;
    return number >= 1e9 ? number * 1_000 : now + number * 1_000;
  }
  const [whole, hours = 0, minutes = 0, seconds = 0] = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+(?:\.\d+)?)s)?$/.exec(text) ?? [];
  if (whole !== undefined && whole !== '') {
    return now + ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000;
  }
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : date;
}
