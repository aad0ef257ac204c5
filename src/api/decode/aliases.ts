/** A JSON object of unknown content. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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

/** Names separated by white space, or some lines of them, as the tables have them. */
export type Names = string | readonly string[];

/** Names in one line, separated by one space. */
export function names(list: Names): string {
  return [list].flat().join(' ').trim().replace(/\s+/g, ' ');
}

/** The plain forms of some names. */
export function nameSet(list: Names): ReadonlySet<string> {
  return new Set(names(list).split(' ').map(plainName));
}

/** Reads a table of names. */
export function tableOf<K extends string, V>(
  table: Readonly<Record<K, Names>>,
  read: (list: Names) => V,
): Readonly<Record<K, V>> {
  return Object.fromEntries(Object.entries<Names>(table).map(([part, list]) => [part, read(list)])) as Record<K, V>;
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
  for (const path of shapeOf(source).paths(aliases)) {
    const value = valueAt(source, path) ?? undefined;
    const found = read === undefined ? (value as T | undefined) : read(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether a member of an object begins one of some aliases. */
export function hasOneOf(source: JsonObject, aliases: string): boolean {
  return shapeOf(source).paths(aliases).length > 0;
}

/** The aliases, in plain names, that begin with a member of an object, with what they lead to. */
export function valuesAt(source: JsonObject, aliases: string): readonly (readonly [alias: string, value: unknown])[] {
  return shapeOf(source)
    .paths(aliases)
    .map(path => [path.alias, valueAt(source, path)]);
}

/** Merges two objects; members of the first win. Wrappers often hold properties of what they wrap, such as an id. */
export function joined(first: JsonObject, second: JsonObject): JsonObject {
  const { written } = shapeOf(first);
  const isOwn = (name: string): boolean => memberOf(first, written.get(plainName(name))) !== undefined;
  return { ...first, ...Object.fromEntries(Object.entries(second).filter(([name]) => !isOwn(name))) };
}

/** An alias, in plain names: the first, with the ways that it is written in an object, and the names behind it. */
export interface Path {
  readonly alias: string;
  readonly first: string;
  readonly written: readonly string[];
  readonly rest: readonly string[];
}

/** How the members of an object are named. Comments of one service are alike, so what leads where is found out once. */
export class Shape {
  /** The names as they are written, by plain name. */
  readonly written: ReadonlyMap<string, readonly string[]>;
  readonly #paths = new Map<string, readonly Path[]>();

  constructor(names: readonly string[]) {
    this.written = Map.groupBy(names, plainName);
  }

  /** The aliases that begin with a member; hardly any do. */
  paths(aliases: string): readonly Path[] {
    return this.#paths.get(aliases) ?? cached(this.#paths, aliases, () => this.#pathsOf(aliases));
  }

  #pathsOf(aliases: string): readonly Path[] {
    return cached(allPaths, aliases, pathsOf).flatMap(path => {
      const written = this.written.get(path.first);
      return written === undefined ? [] : [{ ...path, written }];
    });
  }
}

/** Untrusted: an object may have very many names, and each object others. */
const mostShapes = 10_000;
const mostNames = 100;
const shapes = new Map<string, Shape>();
const shapesOfLarge = new WeakMap<JsonObject, Shape>();
/** One object is asked for many parts in a row. */
let last: { readonly source: JsonObject; readonly shape: Shape } | undefined;
const allPaths = new Map<string, readonly Path[]>();

function pathsOf(aliases: string): readonly Path[] {
  return aliases.split(' ').map(alias => {
    const [first = '', ...rest] = alias.split('.').map(plainName);
    return { alias: [first, ...rest].join('.'), first, written: [], rest };
  });
}

/** How the members of an object are named. */
export function shapeOf(source: JsonObject): Shape {
  if (source !== last?.source) last = { source, shape: shapesOfLarge.get(source) ?? shapeNamed(source) };
  return last.shape;
}

function shapeNamed(source: JsonObject): Shape {
  const names = Object.keys(source);
  if (names.length > mostNames) return cached(shapesOfLarge, source, () => new Shape(names));
  if (shapes.size >= mostShapes) shapes.clear();
  return cached(shapes, JSON.stringify(names), () => new Shape(names));
}

/** What a path leads to. */
export function valueAt(source: JsonObject, { written, rest }: Path): unknown {
  let value = memberOf(source, written);
  for (const name of rest) {
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
