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
  return isObject(source) ? firstOfPaths(source, pathsIn(source, aliases), read) : undefined;
}

/** An object whose parts are asked for by a table of aliases. */
export interface Parts<Name extends string> {
  readonly source: JsonObject;
  readonly table: Readonly<Record<Name, readonly string[]>>;
  readonly paths: Partial<Record<string, readonly Path[]>>;
}

/** Prepares an object for many questions: what is known of one serves all whose members are named alike. */
export function partsOf<Name extends string>(source: JsonObject, table: Parts<Name>['table']): Parts<Name> {
  const { tables } = shapeOf(source);
  return { source, table, paths: tables.get(table) ?? cached(tables, table, () => ({})) };
}

/** The first value of a part that `read` accepts; see `names`. */
export function readPart<Name extends string, T>(
  { source, table, paths }: Parts<Name>,
  name: Name,
  read: (value: unknown) => T | undefined,
): T | undefined {
  return firstOfPaths(source, (paths[name] ??= pathsIn(source, table[name])), read);
}

function firstOfPaths<T>(
  source: JsonObject,
  paths: readonly Path[],
  read: (value: unknown) => T | undefined,
): T | undefined {
  // Hardly any part is there.
  if (paths.length === 0) return undefined;
  for (const path of paths) {
    const value = read(memberBy(source, path));
    if (value !== undefined) return value;
  }
  return undefined;
}

/** The value of the first alias that is present and not null. */
export function firstOf(source: unknown, aliases: readonly string[]): unknown {
  return firstReadable(source, aliases, value => value ?? undefined);
}

/** The objects at some aliases. */
export function objectsAt(source: JsonObject, aliases: readonly string[]): readonly JsonObject[] {
  const paths = pathsIn(source, aliases);
  return paths.length === 0 ? none : paths.map(path => memberBy(source, path)).filter(isObject);
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
  readonly written: readonly string[];
  /** The names as they are written, by plain name. */
  readonly names: ReadonlyMap<string, readonly string[]>;
  /** For a list of aliases, those that begin with one of the names. */
  readonly paths: WeakMap<readonly string[], readonly Path[]>;
  /** The same for the lists of a table, by the table. */
  readonly tables: WeakMap<object, Partial<Record<string, readonly Path[]>>>;
}

/** An alias that may lead to something in an object. */
interface Path {
  readonly alias: string;
  /** The member that it begins with, as it is written; the first of several that is not null counts. */
  readonly first: readonly string[];
  /** The plain names of the further steps. */
  readonly rest: readonly string[];
}

const none: readonly never[] = [];
const mostShapes = 500;
const longestKey = 2_000;
// Aliases are few, and every comment is searched for hundreds of them.
const steps = new Map<string, readonly string[]>();
const shapes = new Map<string, Shape>();
const shapeOfObject = new WeakMap<JsonObject, Shape>();
/** Of the object before, which most are as. */
let madeLast = shapeOfNames([]);

/** Whether an object has a member that one of the aliases begins with: hardly any of a list does. */
export function hasAny(source: JsonObject, aliases: readonly string[]): boolean {
  return pathsIn(source, aliases).length > 0;
}

/** The aliases that may lead to something in an object. */
export function aliasesIn(source: JsonObject, aliases: readonly string[]): readonly string[] {
  return pathsIn(source, aliases).map(({ alias }) => alias);
}

/** The value of one alias. */
export function memberAt(source: unknown, alias: string): unknown {
  return stepsOf(alias).reduce(step, source);
}

/** The non-null members by plain name; the first of several counts. */
export function membersOf(source: JsonObject): ReadonlyMap<string, unknown> {
  const members = [...shapeOf(source).names].map(([name, written]) => [name, memberOf(source, written)] as const);
  return new Map(members.filter(([, member]) => member !== undefined));
}

function pathsIn(source: JsonObject, aliases: readonly string[]): readonly Path[] {
  const { paths, names: known } = shapeOf(source);
  // Each comment is asked some sixty times: what is known is told without a function that would make it.
  return paths.get(aliases) ?? cached(paths, aliases, list => list.flatMap(alias => pathOf(alias, known)));
}

function pathOf(alias: string, known: Shape['names']): Path[] {
  const [start = '', ...rest] = stepsOf(alias);
  const first = known.get(start);
  return first === undefined ? [] : [{ alias, first, rest }];
}

function memberBy(source: JsonObject, { first, rest }: Path): unknown {
  const member = memberOf(source, first);
  return rest.length === 0 ? member : rest.reduce(step, member);
}

function step(member: unknown, name: string): unknown {
  if (Array.isArray(member)) return (member as unknown[])[Number(name)];
  return isObject(member) ? memberOf(member, shapeOf(member).names.get(name) ?? none) : undefined;
}

function memberOf(source: JsonObject, written: readonly string[]): unknown {
  for (const name of written) {
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
  const { length } = madeLast.written;
  if (written.length !== length || !written.every((name, at) => name === madeLast.written[at]))
    madeLast = shapeNamed(written);
  return madeLast;
}

function shapeNamed(written: readonly string[]): Shape {
  const key = JSON.stringify(written);
  // Untrusted: an object may have very many names, and each object others.
  if (key.length > longestKey) return shapeOfNames(written);
  if (shapes.size >= mostShapes) shapes.clear();
  return cached(shapes, key, () => shapeOfNames(written));
}

function shapeOfNames(written: readonly string[]): Shape {
  return { written, names: Map.groupBy(written, plainName), paths: new WeakMap(), tables: new WeakMap() };
}
