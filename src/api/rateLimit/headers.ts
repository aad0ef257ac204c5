/** The rate limit in the headers of a response; missing parts are undefined. */
interface RateLimit {
  /** Requests per window. */
  readonly limit: number | undefined;
  readonly remaining: number | undefined;
  /** When the window ends, in milliseconds since the epoch. */
  readonly resetAt: number | undefined;
  /** When to retry at the earliest, in milliseconds since the epoch. */
  readonly retryAt: number | undefined;
}

type Headers = Readonly<Record<string, string>>;

/** The raw header values of one rate-limit window. */
type Window = Partial<Record<'limit' | 'remaining' | 'reset', string>>;

const day = 24 * 3_600_000;

/**
 * Reads rate-limit headers of all known forms (docs/api.md). Of several windows, returns the one with the least left.
 */
export function readRateLimit(headers: Headers, now: number): RateLimit {
  const windows = [...namedWindows(headers), ...structuredWindows(headers)];
  const left = ({ remaining }: Window): number => integer(remaining) ?? Infinity;
  const tightest = windows.toSorted((a, b) => left(a) - left(b));
  const first = (part: keyof Window): string | undefined => tightest.find(window => window[part] !== undefined)?.[part];
  const moment = (text: string | undefined): number | undefined =>
    text === undefined ? undefined : momentOf(text, now, headers['date']);
  return {
    limit: integer(first('limit')) ?? integer(parameters(headers['ratelimit-policy'] ?? '')[0]?.get('q')),
    remaining: integer(first('remaining')),
    resetAt: moment(first('reset')),
    retryAt: moment(headers['retry-after']),
  };
}

/** When to retry after status 429: the later of both times, between 1 second and 1 day from now. */
export function retryTime({ retryAt, resetAt }: RateLimit, now: number): number {
  const asked = Math.max(retryAt ?? 0, resetAt ?? 0) || now + 60_000;
  return Math.min(now + day, Math.max(now + 1_000, asked));
}

/** `x-ratelimit-limit`, `ratelimit-limit`, `anthropic-ratelimit-requests-limit`, `x-ratelimit-limit-hour` and so on. */
function namedWindows(headers: Headers): Window[] {
  const windows = new Map<string, Window>();
  for (const [name, value] of Object.entries(headers)) {
    const [, prefix, part, suffix = ''] =
      /^((?:.*-)?rate-?limit-(?:requests-)?)(limit|remaining|reset)(?:-after)?(-hour|-requests)?$/.exec(name) ?? [];
    if (prefix === undefined || part === undefined) continue;
    const window = `${prefix} ${suffix}`;
    windows.set(window, { [part]: value, ...windows.get(window) });
  }
  return [...windows.values()];
}

/**
 * `"burst";r=40;t=1, "hour";r=5;t=1800` with its policy, or as drafts had it until 07, `limit=100, remaining=5,
 * reset=30`.
 */
function structuredWindows(headers: Headers): Window[] {
  const items = parameters(headers['ratelimit'] ?? '');
  const policies = parameters(headers['ratelimit-policy'] ?? '');
  const window = (values: Readonly<Record<keyof Window, string | undefined>>): Window =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  const whole = new Map(items.flatMap(item => [...item]));
  return [
    window({ limit: whole.get('limit'), remaining: whole.get('remaining'), reset: whole.get('reset') }),
    ...items.map(item => {
      const policy = policies.find(each => each.get('') === item.get(''));
      return window({ limit: policy?.get('q'), remaining: item.get('r'), reset: item.get('t') });
    }),
  ];
}

/** The parameters of each item of a structured header; the item itself is under the empty name. */
function parameters(header: string): Map<string, string>[] {
  const entry = (text: string): [string, string] => {
    const [name = '', value] = text.split('=', 2);
    return value === undefined ? ['', name.trim()] : [name.trim(), value.trim()];
  };
  return header.split(',').map(item => new Map(item.split(';').map(entry)));
}

/** Parses a number; a negative one means no limit. */
function integer(value: string | undefined): number | undefined {
  const digits = /^\D*?(-?\d{1,12})/.exec(value ?? '')?.[1];
  return digits === undefined || digits.startsWith('-') ? undefined : Number(digits);
}

/**
 * Parses a time: seconds from now, seconds or milliseconds since the epoch, `1m2.5s`, or a date.
 * @param date the service's clock, to which its times refer
 */
function momentOf(value: string, now: number, date: string | undefined): number | undefined {
  const text = value.trim();
  // Repeated headers are joined by a comma.
  const [number] = /^\d+(?:\.\d+)?(?=\s*(?:,|$))/.exec(text) ?? [];
  const isFromNow = number !== undefined && Number(number) < 1e9;
  if (isFromNow) return now + Number(number) * 1_000;
  const duration = durationOf(text);
  if (duration !== undefined) return now + duration;
  const moment = number === undefined ? dateOf(text) : Number(number) * (Number(number) >= 1e12 ? 1 : 1_000);
  return moment === undefined ? undefined : moment + now - (dateOf(date ?? '') ?? now);
}

/** `1h2m3.5s` or `120ms` in milliseconds. */
function durationOf(text: string): number | undefined {
  const [whole, hours = 0, minutes = 0, seconds = 0, milliseconds = 0] =
    /^(?:(\d+)h)?(?:(\d+)m(?!s))?(?:(\d+(?:\.\d+)?)s)?(?:(\d+(?:\.\d+)?)ms)?$/.exec(text) ?? [];
  if (whole === undefined || whole === '') return undefined;
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 + Number(milliseconds);
}

/** Checks the form, since other text may parse as a date: `-5` is in 2001. */
function dateOf(text: string): number | undefined {
  if (!/^(?:\d{4}-\d\d-\d\d|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? )/i.test(text)) return undefined;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : date;
}
