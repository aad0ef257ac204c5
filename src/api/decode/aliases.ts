/** A JSON object of unknown content. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A name in lower case without `_` and `-`. */
export function plainName(name: string): string {
  return name.replace(/[_-]/g, '').toLowerCase();
}

/** Names in one line, separated by one space. */
export function names(list: string): string {
  return list.trim().replace(/\s+/g, ' ');
}

/** The plain forms of some names. */
export function nameSet(list: string): ReadonlySet<string> {
  return new Set(names(list).split(' ').map(plainName));
}

/**
 * The first value at one of some aliases that `read` accepts; without `read`, the first that is not null.
 * @param aliases see `names`; likeliest first. They are compared ignoring case, `_` and `-`; a dot descends into an
 * object, a number into an array.
 */
export function firstOf<T = unknown>(
  source: unknown,
  aliases: string,
  read?: (value: unknown) => T | undefined,
): T | undefined {
  if (!isObject(source)) return undefined;
  for (const way of waysIn(source, aliases)) {
    const value = valueAt(source, way) ?? undefined;
    const found = read === undefined ? (value as T | undefined) : read(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The aliases, in plain names, that begin with a member of an object, with what they lead to. */
export function valuesAt(source: JsonObject, aliases: string): readonly (readonly [alias: string, value: unknown])[] {
  return waysIn(source, aliases).map(way => [way.join('.'), valueAt(source, way)]);
}

/** Merges two objects; members of the first win. Wrappers often hold properties of what they wrap, such as an id. */
export function joined(first: JsonObject, second: JsonObject): JsonObject {
  const added = Object.entries(second).filter(([name]) => memberOf(first, plainName(name)) === undefined);
  return { ...first, ...Object.fromEntries(added) };
}

/** The value for a key, made the first time that it is asked for. */
export function cached<K, V>(
  cache: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  make: (key: K) => V,
): V {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const made = make(key);
  cache.set(key, made);
  return made;
}

/** An alias as plain names. */
type Way = readonly string[];

/**
 * How the members of an object are named: as they are written, by plain name, and for some aliases those that begin with
 * one of them; hardly any do. Comments of one service are alike, so this is found out once for most.
 */
interface Shape {
  readonly written: ReadonlyMap<string, readonly string[]>;
  readonly ways: Map<string, readonly Way[]>;
}

const mostShapes = 500;
const longestKey = 2_000;
const shapes = new Map<string, Shape>();
const shapeOfObject = new WeakMap<JsonObject, Shape>();
const allWays = new Map<string, readonly Way[]>();
/** Of the object before, which most are as. */
let lastWritten: readonly string[] = [];
let lastShape = newShape([]);

function waysIn(source: JsonObject, aliases: string): readonly Way[] {
  const { written, ways } = shapeOf(source);
  // A comment is asked some sixty times: what is known is told without a function that would make it.
  return ways.get(aliases) ?? cached(ways, aliases, () => waysOf(aliases).filter(([first = '']) => written.has(first)));
}

function waysOf(aliases: string): readonly Way[] {
  return cached(allWays, aliases, () => aliases.split(' ').map(alias => alias.split('.').map(plainName)));
}

function valueAt(source: JsonObject, way: Way): unknown {
  let value: unknown = source;
  for (const name of way) {
    if (Array.isArray(value)) value = (value as unknown[])[Number(name)];
    else value = isObject(value) ? memberOf(value, name) : undefined;
  }
  return value;
}

/** The member with a plain name; the first of several that is not null. */
function memberOf(source: JsonObject, name: string): unknown {
  for (const written of shapeOf(source).written.get(name) ?? []) {
    const member = source[written] ?? undefined;
    if (member !== undefined) return member;
  }
  return undefined;
}

function shapeOf(source: JsonObject): Shape {
  return shapeOfObject.get(source) ?? cached(shapeOfObject, source, findShape);
}

function findShape(source: JsonObject): Shape {
  const written = Object.keys(source);
  const { length } = lastWritten;
  if (written.length !== length || !written.every((name, at) => name === lastWritten[at])) {
    lastWritten = written;
    lastShape = shapeNamed(written);
  }
  return lastShape;
}

function shapeNamed(written: readonly string[]): Shape {
  const key = JSON.stringify(written);
  // Untrusted: an object may have very many names, and each object others.
  if (key.length > longestKey) return newShape(written);
  if (shapes.size >= mostShapes) shapes.clear();
  return cached(shapes, key, () => newShape(written));
}

function newShape(written: readonly string[]): Shape {
  return { written: Map.groupBy(written, plainName), ways: new Map() };
}
