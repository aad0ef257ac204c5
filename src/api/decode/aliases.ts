import { isProse } from './text/prose.ts';

/** A JSON object of unknown content. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * A list of names, separated by white space, likeliest first. Names are compared ignoring case, `_` and `-`; a dot
 * descends into an object, a number into an array.
 */
export function names(list: string): readonly string[] {
  return list.trim().split(/\s+/);
}

/** The same for a set of plain names; see `plainName`. */
export function nameSet(list: string): ReadonlySet<string> {
  return new Set(names(list).map(plainName));
}

/** The plain names that aliases begin with. */
export function firstSteps(aliases: readonly string[]): ReadonlySet<string> {
  return new Set(aliases.map(alias => stepsOf(alias)[0] ?? ''));
}

/** A name in lower case without `_` and `-`. */
export function plainName(name: string): string {
  return name.replace(/[_-]/g, '').toLowerCase();
}

/** The value of the first alias that is present and not null; see `names`. */
export function firstOf(source: unknown, aliases: readonly string[]): unknown {
  return firstReadable(source, aliases, value => value ?? undefined);
}

/** The value of one alias. */
export function memberAt(source: unknown, alias: string): unknown {
  return memberAlong(source, stepsOf(alias));
}

/** The first value that `read` accepts. */
export function firstReadable<T>(
  source: unknown,
  aliases: readonly string[],
  read: (value: unknown) => T | undefined,
): T | undefined {
  const members = isObject(source) ? membersOf(source) : undefined;
  for (const path of cached(paths, aliases, list => list.map(stepsOf))) {
    // Most names of a list are absent.
    if (members !== undefined && !members.has(path[0] ?? '')) continue;
    const value = read(memberAlong(source, path));
    if (value !== undefined) return value;
  }
  return undefined;
}

/** The objects at some aliases. */
export function objectsAt(source: unknown, aliases: readonly string[]): readonly JsonObject[] {
  const objects: JsonObject[] = [];
  firstReadable(source, aliases, value => {
    if (isObject(value)) objects.push(value);
    return undefined;
  });
  return objects;
}

/** The first result of `read` that is not undefined. */
export function firstDefined<S, T>(sources: readonly S[], read: (source: S) => T | undefined): T | undefined {
  for (const source of sources) {
    const value = read(source);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Merges two objects; members of the first win. Wrappers often hold properties of what they wrap, such as an id. */
export function joined(first: JsonObject, second: JsonObject): JsonObject {
  const own = membersOf(first);
  return { ...first, ...Object.fromEntries(Object.entries(second).filter(([name]) => !own.has(plainName(name)))) };
}

/** Returns non-blank text; converts numbers. */
export function asText(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return `${value}`;
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** Returns an integer; parses text such as "12" or "L12". */
export function asInteger(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined;
  const digits = typeof value === 'string' ? /^\s*L?(\d{1,9})\s*$/i.exec(value)?.[1] : undefined;
  return digits === undefined ? undefined : Number(digits);
}

/** Returns a count: a number, the length of a list, or the number at the start of text. */
export function asCount(value: unknown): number | undefined {
  if (Array.isArray(value)) return value.length;
  const count = asInteger(value) ?? asInteger(typeof value === 'string' ? /^\s*\d{1,9}(?=\D)/.exec(value)?.[0] : value);
  return count === undefined || count < 0 ? undefined : count;
}

/** Returns a boolean; parses text such as "true", "True" or "no". */
export function asBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string' || value.length > 5) return undefined;
  return /^(?:true|yes)$/i.test(value) ? true : /^(?:false|no)$/i.test(value) ? false : undefined;
}

/** Returns a normalized https URL. */
export function asHttpsUrl(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 2_048 || !URL.canParse(value)) return undefined;
  const url = new URL(value);
  return url.protocol === 'https:' && url.username === '' && url.password === '' ? url.href : undefined;
}

const wordNames = names('name state status value level label key code');

/** Returns text, or the name of an object such as `{ id: 3, name: 'completed' }`. */
export function asWord(value: unknown): string | undefined {
  return asText(value) ?? (isObject(value) ? firstReadable(value, wordNames, asText) : undefined);
}

const textNames = names('text raw markdown value body message content html node edges nodes items');

/**
 * Returns text, joins an array of texts, or reads the text of an object such as `{ raw: 'Wrong.', html: '…' }`; of one
 * with other names, all sentences in it.
 */
export function asWords(value: unknown, depth = 0): string | undefined {
  if (depth > 3) return undefined;
  const inner = (each: unknown): string | undefined => asWords(each, depth + 1);
  if (Array.isArray(value)) return asText(value.map(inner).filter(Boolean).join('\n\n'));
  if (!isObject(value)) return asText(value);
  return firstReadable(value, textNames, inner) ?? asText(Object.values(value).map(inner).filter(isProse).join('\n\n'));
}

/** Where `cached` keeps what was made. */
interface Cache<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

/** The value for a key, made the first time that it is asked for. */
export function cached<K, V>(cache: Cache<K, V>, key: K, make: (key: K) => V): V {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const made = make(key);
  cache.set(key, made);
  return made;
}

// Aliases are few and used for every comment, and a comment is searched for hundreds of them.
const steps = new Map<string, readonly string[]>();
const paths = new WeakMap<readonly string[], readonly (readonly string[])[]>();
const plainMembers = new WeakMap<JsonObject, ReadonlyMap<string, unknown>>();

/** The plain names along an alias. */
function stepsOf(alias: string): readonly string[] {
  return cached(steps, alias, () => alias.split('.').map(plainName));
}

function memberAlong(source: unknown, path: readonly string[]): unknown {
  let member = source;
  for (const name of path) member = memberOf(member, name);
  return member;
}

function memberOf(source: unknown, name: string): unknown {
  if (Array.isArray(source)) return /^\d+$/.test(name) ? source[Number(name)] : undefined;
  return isObject(source) ? membersOf(source).get(name) : undefined;
}

/** The non-null members by plain name; the first of several counts. */
export function membersOf(source: JsonObject): ReadonlyMap<string, unknown> {
  return cached(plainMembers, source, () => {
    const members = new Map<string, unknown>();
    for (const [name, value] of Object.entries(source)) {
      const plain = plainName(name);
      if (value !== undefined && value !== null && !members.has(plain)) members.set(plain, value);
    }
    return members;
  });
}
