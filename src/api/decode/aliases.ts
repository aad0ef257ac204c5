/** A JSON object of unknown content. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A name in lower case without `_`, `-` and `$`. */
export function plainName(name: string): string {
  return name.replace(/[_$-]/g, '').toLowerCase();
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
  for (const path of pathsIn(source, aliases)) {
    const value = valueAt(source, path) ?? undefined;
    const found = read === undefined ? (value as T | undefined) : read(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The aliases, in plain names, that begin with a member of an object, with what they lead to. */
export function valuesAt(source: JsonObject, aliases: string): readonly (readonly [alias: string, value: unknown])[] {
  return pathsIn(source, aliases).map(path => [path.way.join('.'), valueAt(source, path)]);
}

/** Merges two objects; members of the first win. Wrappers often hold properties of what they wrap, such as an id. */
export function joined(first: JsonObject, second: JsonObject): JsonObject {
  const { written } = shapeOf(first);
  const isOwn = (name: string): boolean => memberOf(first, written.get(plainName(name))) !== undefined;
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

/** An alias as plain names. */
type Way = readonly string[];

/** An alias that may lead to something in an object, with its first name as it is written there. */
interface Path {
  readonly way: Way;
  readonly first: readonly string[];
}

/**
 * How the members of an object are named: as they are written, by plain name, and for some aliases those that begin with
 * one of them; hardly any do. Comments of one service are alike, so this is found out once for most.
 */
interface Shape {
  readonly written: ReadonlyMap<string, readonly string[]>;
  readonly paths: Map<string, readonly Path[]>;
}

const mostShapes = 500;
const longestKey = 2_000;
const shapes = new Map<string, Shape>();
const shapeOfObject = new WeakMap<JsonObject, Shape>();
const allWays = new Map<string, readonly Way[]>();
/** Of the object before, which most are as. */
let lastWritten: readonly string[] = [];
let lastShape = newShape([]);

function pathsIn(source: JsonObject, aliases: string): readonly Path[] {
  const shape = shapeOf(source);
  // A comment is asked some sixty times: what is known is told without a function that would make it.
  return shape.paths.get(aliases) ?? cached(shape.paths, aliases, () => pathsOf(shape, aliases));
}

function pathsOf({ written }: Shape, aliases: string): readonly Path[] {
  const ways = cached(allWays, aliases, () => aliases.split(' ').map(alias => alias.split('.').map(plainName)));
  return ways.flatMap(way => {
    const first = written.get(way[0] ?? '');
    return first === undefined ? [] : [{ way, first }];
  });
}

function valueAt(source: JsonObject, { way, first }: Path): unknown {
  let value = memberOf(source, first);
  for (let index = 1; index < way.length; index++) {
    const name = way[index] ?? '';
    if (Array.isArray(value)) value = (value as unknown[])[Number(name)];
    else value = isObject(value) ? memberOf(value, shapeOf(value).written.get(name)) : undefined;
  }
  return value;
}

/** The first of the members written in some ways that is not null. */
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
  return { written: Map.groupBy(written, plainName), paths: new Map() };
}
