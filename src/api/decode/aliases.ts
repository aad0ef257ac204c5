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
