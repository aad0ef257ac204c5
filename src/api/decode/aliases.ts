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

/** A name in lower case without `_` and `-`. */
export function plainName(name: string): string {
  return name.replace(/[_-]/g, '').toLowerCase();
}

/** The first value that `read` accepts; see `names`. */
export function firstReadable<T>(
  source: unknown,
  aliases: readonly string[],
  read: (value: unknown) => T | undefined,
): T | undefined {
  for (const alias of aliasesIn(source, aliases)) {
    const value = read(memberAt(source, alias));
    if (value !== undefined) return value;
  }
  return undefined;
}

/** The value of the first alias that is present and not null. */
export function firstOf(source: unknown, aliases: readonly string[]): unknown {
  return firstReadable(source, aliases, value => value ?? undefined);
}

/** The objects at some aliases. */
export function objectsAt(source: unknown, aliases: readonly string[]): readonly JsonObject[] {
  return aliasesIn(source, aliases)
    .map(alias => memberAt(source, alias))
    .filter(isObject);
}

/** Merges two objects; members of the first win. Wrappers often hold properties of what they wrap, such as an id. */
export function joined(first: JsonObject, second: JsonObject): JsonObject {
  const own = membersOf(first);
  return { ...first, ...Object.fromEntries(Object.entries(second).filter(([name]) => !own.has(plainName(name)))) };
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
  /** By plain name. */
  readonly names: ReadonlyMap<string, readonly string[]>;
  /** The aliases of a list that begin with one of the names. */
  readonly aliases: WeakMap<readonly string[], readonly string[]>;
}

const mostShapes = 500;
const longestKey = 2_000;
// Aliases are few, and every comment is searched for hundreds of them.
const steps = new Map<string, readonly string[]>();
const shapes = new Map<string, Shape>();
const shapeOfObject = new WeakMap<JsonObject, Shape>();

/** The aliases that may lead to something in a value: hardly any of a list does. */
export function aliasesIn(source: unknown, aliases: readonly string[]): readonly string[] {
  if (!isObject(source)) return aliases;
  const shape = shapeOf(source);
  // Each comment is asked some forty times: what is known is told without a function that would make it.
  return (
    shape.aliases.get(aliases) ??
    cached(shape.aliases, aliases, list => list.filter(alias => shape.names.has(stepsOf(alias)[0] ?? '')))
  );
}

/** The value of one alias. */
export function memberAt(source: unknown, alias: string): unknown {
  let member = source;
  for (const name of stepsOf(alias)) {
    if (Array.isArray(member)) member = (member as unknown[])[Number(name)];
    else if (isObject(member)) member = memberOf(member, name);
    else return undefined;
  }
  return member;
}

/** The non-null members by plain name; the first of several counts. */
export function membersOf(source: JsonObject): ReadonlyMap<string, unknown> {
  const members = [...shapeOf(source).names.keys()].map(name => [name, memberOf(source, name)] as const);
  return new Map(members.filter(([, member]) => member !== undefined));
}

function memberOf(source: JsonObject, plain: string): unknown {
  for (const name of shapeOf(source).names.get(plain) ?? []) {
    const member = source[name] ?? undefined;
    if (member !== undefined) return member;
  }
  return undefined;
}

/** The plain names along an alias. */
function stepsOf(alias: string): readonly string[] {
  return steps.get(alias) ?? cached(steps, alias, () => alias.split('.').map(plainName));
}

function shapeOf(source: JsonObject): Shape {
  return shapeOfObject.get(source) ?? cached(shapeOfObject, source, makeShape);
}

function makeShape(source: JsonObject): Shape {
  const written = Object.keys(source);
  const key = JSON.stringify(written);
  const make = (): Shape => ({ names: Map.groupBy(written, plainName), aliases: new WeakMap() });
  // Untrusted: an object may have very many names, and each object others.
  if (key.length > longestKey) return make();
  if (shapes.size >= mostShapes) shapes.clear();
  return cached(shapes, key, make);
}
