/** A JSON object of unknown content. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Remembers what a function makes of a name, since names recur. Untrusted: there may be very many, and long ones. */
export function ofNames<V>(make: (name: string) => V): (name: string) => V {
  const known = new Map<string, V>();
  return name => {
    if (name.length > 100) return make(name);
    if (known.size >= 2_000) known.clear();
    return known.get(name) ?? cached(known, name, make);
  };
}

/** A name in lower case without `_`, `-` and `$`. */
export const plainName = ofNames(name => name.replace(/[_$-]/g, '').toLowerCase());

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
  return isObject(source) ? firstAt(source, pathsIn(source, aliases), read) : undefined;
}

/** The aliases, in plain names, that begin with a member of an object, with what they lead to. */
export function valuesAt(source: JsonObject, aliases: string): readonly (readonly [alias: string, value: unknown])[] {
  return pathsIn(source, aliases).map(path => [path.way.join('.'), valueAt(source, path)]);
}

/** An object that is read by a table of aliases. What it has none of, its shape tells at once. */
export class Parts<P extends string> {
  readonly source: JsonObject;
  readonly #paths: ReadonlyMap<string, readonly Path[]>;

  constructor(source: JsonObject, table: Readonly<Record<P, string>>) {
    this.source = source;
    const { tables } = shapeOf(source);
    this.#paths = tables.get(table) ?? cached(tables, table, () => pathsOfTable(source, table));
  }

  /** See `firstOf`. */
  first<T = unknown>(part: P, read?: (value: unknown) => T | undefined): T | undefined {
    const paths = this.#paths.get(part);
    return paths === undefined ? undefined : firstAt(this.source, paths, read);
  }

  /** Whether no member begins an alias of any part. */
  get isEmpty(): boolean {
    return this.#paths.size === 0;
  }

  /** Whether a member begins one of the aliases of a part. */
  has(part: P): boolean {
    return this.#paths.has(part);
  }
}

/** Merges two objects; members of the first win. Wrappers often hold properties of what they wrap, such as an id. */
export function joined(first: JsonObject, second: JsonObject): JsonObject {
  const written = writtenIn(first);
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
class Shape {
  readonly paths = new Map<string, readonly Path[]>();
  readonly tables = new Map<object, ReadonlyMap<string, readonly Path[]>>();
  /** The shapes with one name more. */
  readonly longer = new Map<string, Shape>();
  #written: ReadonlyMap<string, readonly string[]> | undefined;

  written(source: JsonObject): ReadonlyMap<string, readonly string[]> {
    return (this.#written ??= Map.groupBy(Object.keys(source), plainName));
  }
}

/** Untrusted: an object may have very many names, and each object others. */
const mostShapes = 10_000;
const mostNames = 100;
const shapesOfLarge = new WeakMap<JsonObject, Shape>();
let shapes = new Shape();
let shapeCount = 0;
const allWays = new Map<string, readonly Way[]>();

function pathsIn(source: JsonObject, aliases: string): readonly Path[] {
  const { paths } = shapeOf(source);
  return paths.get(aliases) ?? cached(paths, aliases, () => pathsOf(source, aliases));
}

function pathsOfTable(
  source: JsonObject,
  table: Readonly<Record<string, string>>,
): ReadonlyMap<string, readonly Path[]> {
  const all = Object.entries(table).map(([part, aliases]) => [part, pathsIn(source, aliases)] as const);
  return new Map(all.filter(([, paths]) => paths.length > 0));
}

function firstAt<T>(
  source: JsonObject,
  paths: readonly Path[],
  read?: (value: unknown) => T | undefined,
): T | undefined {
  for (const path of paths) {
    const value = valueAt(source, path) ?? undefined;
    const found = read === undefined ? (value as T | undefined) : read(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

function pathsOf(source: JsonObject, aliases: string): readonly Path[] {
  const written = writtenIn(source);
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
    else value = isObject(value) ? memberOf(value, writtenIn(value).get(name)) : undefined;
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

/** The names of an object as they are written, by plain name. */
function writtenIn(source: JsonObject): ReadonlyMap<string, readonly string[]> {
  return shapeOf(source).written(source);
}

function shapeOf(source: JsonObject): Shape {
  const known = shapesOfLarge.get(source);
  if (known !== undefined) return known;
  const names = Object.keys(source);
  return names.length > mostNames ? cached(shapesOfLarge, source, () => new Shape()) : shapeNamed(names);
}

function shapeNamed(names: readonly string[]): Shape {
  let shape = shapes;
  for (const name of names) {
    let longer = shape.longer.get(name);
    if (longer === undefined) {
      longer = new Shape();
      shape.longer.set(name, longer);
      shapeCount++;
    }
    shape = longer;
  }
  if (shapeCount > mostShapes) {
    shapes = new Shape();
    shapeCount = 0;
  }
  return shape;
}
