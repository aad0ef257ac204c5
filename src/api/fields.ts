/** A JSON object of unknown content. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value under the first of the aliases that is present and not null; see `commentAliases` for their form. */
export function firstOf(source: unknown, aliases: readonly string[]): unknown {
  for (const alias of aliases) {
    const value = alias.split('.').reduce<unknown>(memberOf, source);
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

/** The first of the aliases whose value passes `read`. */
export function firstReadable<T>(
  source: unknown,
  aliases: readonly string[],
  read: (value: unknown) => T | undefined,
): T | undefined {
  for (const alias of aliases) {
    const value = read(alias.split('.').reduce<unknown>(memberOf, source));
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Text that is not blank; numbers are taken for text. */
export function asText(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return `${value}`;
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** A whole number, also from text such as "12" or "L12". */
export function asInteger(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined;
  const digits = typeof value === 'string' ? /^\s*L?(\d{1,9})\s*$/i.exec(value)?.[1] : undefined;
  return digits === undefined ? undefined : Number(digits);
}

export function asBoolean(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

function memberOf(source: unknown, name: string): unknown {
  if (Array.isArray(source)) return /^\d+$/.test(name) ? source[Number(name)] : undefined;
  if (!isObject(source)) return undefined;
  if (Object.hasOwn(source, name)) return source[name];
  const wanted = plainName(name);
  const key = Object.keys(source).find(each => plainName(each) === wanted);
  return key === undefined ? undefined : source[key];
}

function plainName(name: string): string {
  return name.replace(/[_-]/g, '').toLowerCase();
}
