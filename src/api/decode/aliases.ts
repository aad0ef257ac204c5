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
 * @param aliases see `names`; likeliest first. They are compared ignoring case, `_` and `-`; a dot
 * descends into an object, a number into an array.
 */
export function firstOf<T = unknown>(
  source: unknown,
  aliases: string,
  read?: (value: unknown) => T | undefined,
): T | undefined {
  const paths = isObject(source) ? pathsIn(source, aliases) : [];
  // Hardly any part is there.
  if (!isObject(source) || paths.length === 0) return undefined;
  for (const path of paths) {
    const value = valueAt(source, path) ?? undefined;
    const found = read === undefined ? (value as T | undefined) : read(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The aliases that may lead to something in an object, with what they lead to. */
export function valuesAt(source: JsonObject, aliases: string): readonly (readonly [alias: string, value: unknown])[] {
  return pathsIn(source, aliases).map(path => [path.alias, valueAt(source, path)]);
}

/** Merges two objects; members of the first win. Wrappers often hold properties of what they wrap, such as an id. */
export function joined(first: JsonObject, second: JsonObject): JsonObject {
  const { byPlain } = shapeOf(first);
  const isOwn = (name: string): boolean => memberOf(first, byPlain.get(plainName(name))) !== undefined;
  return { ...first, ...Object.fromEntries(Object.entries(second).filter(([name]) => !isOwn(name))) };
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

/** How the members of an object are named. Comments of one service are alike, so this is found out once for most. */
interface Shape {
  readonly written: readonly string[];
  /** The names as they are written, by plain name. */
  readonly byPlain: ReadonlyMap<string, readonly string[]>;
  /** For some aliases, those that begin with one of the names: hardly any do. */
  readonly paths: Map<string, readonly Path[]>;
}

/** An alias as plain names. */
interface Way {
  readonly alias: string;
  readonly start: string;
  readonly rest: readonly string[];
}

/** An alias that may lead to something in an object. */
interface Path extends Way {
  /** The member that it begins with, as it is written; the first of several that is not null counts. */
  readonly first: readonly string[];
}

const ways = new Map<string, readonly Way[]>();
const mostShapes = 500;
const longestKey = 2_000;
const shapes = new Map<string, Shape>();
const shapeOfObject = new WeakMap<JsonObject, Shape>();
/** Of the object before, which most are as. */
let lastShape = newShape([]);

// A comment is asked some sixty times: what is known is told without a function that would make it.
function pathsIn(source: JsonObject, aliases: string): readonly Path[] {
  const shape = shapeOf(source);
  return shape.paths.get(aliases) ?? cached(shape.paths, aliases, () => pathsOf(shape, aliases));
}

function pathsOf({ byPlain }: Shape, aliases: string): readonly Path[] {
  return cached(ways, aliases, waysOf).flatMap(way => {
    const first = byPlain.get(way.start);
    return first === undefined ? [] : [{ ...way, first }];
  });
}

function waysOf(aliases: string): readonly Way[] {
  return aliases.split(' ').map(alias => {
    const [start = '', ...rest] = alias.split('.').map(plainName);
    return { alias, start, rest };
  });
}

function valueAt(source: JsonObject, { first, rest }: Path): unknown {
  let value = memberOf(source, first);
  for (const name of rest) {
    if (Array.isArray(value)) value = (value as unknown[])[Number(name)];
    else value = isObject(value) ? memberOf(value, shapeOf(value).byPlain.get(name)) : undefined;
  }
  return value;
}

function memberOf(source: JsonObject, written: readonly string[] = []): unknown {
  for (const name of written) {
    const member = source[name] ?? undefined;
    if (member !== undefined) return member;
  }
  return undefined;
}

function shapeOf(source: JsonObject): Shape {
  return shapeOfObject.get(source) ?? cached(shapeOfObject, source, findShape);
}

function findShape(source: JsonObject): Shape {
  const written = Object.keys(source);
  const { length } = lastShape.written;
  if (written.length !== length || !written.every((name, at) => name === lastShape.written[at]))
    lastShape = shapeNamed(written);
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
  return { written, byPlain: Map.groupBy(written, plainName), paths: new Map() };
}
