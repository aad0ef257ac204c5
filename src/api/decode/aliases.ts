/** A JSON object of unknown content. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of the first alias that is present and not null; see `commentAliases` for the form of aliases. */
export function firstOf(source: unknown, aliases: readonly string[]): unknown {
  return firstReadable(source, aliases, asPresent);
}

function asPresent(value: unknown): unknown {
  return value ?? undefined;
}

/** The value of one alias. */
export function memberAt(source: unknown, alias: string): unknown {
  return memberAlong(stepsOf(alias), source);
}

/** The first value that `read` accepts. */
export function firstReadable<T>(
  source: unknown,
  aliases: readonly string[],
  read: (value: unknown) => T | undefined,
): T | undefined {
  for (const names of pathsOf(aliases)) {
    const value = read(memberAlong(names, source));
    if (value !== undefined) return value;
  }
  return undefined;
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

/** Returns a boolean; parses text. */
export function asBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  return value === 'true' ? true : value === 'false' ? false : undefined;
}

const wordNames = ['name', 'state', 'status', 'value', 'level', 'label', 'key', 'code'];

/** Returns text, or the name of an object such as `{ id: 3, name: 'completed' }`. */
export function asWord(value: unknown): string | undefined {
  return asText(value) ?? (isObject(value) ? firstReadable(value, wordNames, asText) : undefined);
}

const textNames = ['text', 'raw', 'markdown', 'value', 'body', 'message', 'content', 'html'];

/** Returns text, joins an array of texts, or reads the text of an object such as `{ raw: 'Wrong.', html: '…' }`. */
export function asWords(value: unknown, depth = 0): string | undefined {
  if (depth > 3) return undefined;
  const inner = (each: unknown): string | undefined => asWords(each, depth + 1);
  if (Array.isArray(value)) return asText(value.map(inner).filter(Boolean).join('\n\n'));
  return asText(value) ?? (isObject(value) ? firstReadable(value, textNames, inner) : undefined);
}

/**
 * Merges two objects; members of the first win. Wrappers often hold properties of what they wrap, such as an id or a
 * count.
 */
export function joined(first: JsonObject, second: JsonObject): JsonObject {
  const known = membersOf(first);
  return { ...first, ...Object.fromEntries(Object.entries(second).filter(([name]) => !known.has(plainName(name)))) };
}

const steps = new Map<string, readonly string[]>();

/** The path of plain names of an alias; cached, since aliases are few and used for every comment. */
function stepsOf(alias: string): readonly string[] {
  const made = steps.get(alias);
  if (made !== undefined) return made;
  const names = alias.split('.').map(plainName);
  steps.set(alias, names);
  return names;
}

const paths = new WeakMap<readonly string[], readonly (readonly string[])[]>();

/** The paths of a list of aliases; cached. */
function pathsOf(aliases: readonly string[]): readonly (readonly string[])[] {
  const made = paths.get(aliases);
  if (made !== undefined) return made;
  const names = aliases.map(stepsOf);
  paths.set(aliases, names);
  return names;
}

function memberAlong(names: readonly string[], source: unknown): unknown {
  let member = source;
  for (const name of names) member = memberOf(member, name);
  return member;
}

function memberOf(source: unknown, name: string): unknown {
  if (Array.isArray(source)) return /^\d+$/.test(name) ? source[Number(name)] : undefined;
  return isObject(source) ? membersOf(source).get(name) : undefined;
}

const known = new WeakMap<JsonObject, ReadonlyMap<string, unknown>>();

/** The non-null members by plain name; cached, since an object is searched for hundreds of aliases. */
function membersOf(source: JsonObject): ReadonlyMap<string, unknown> {
  const made = known.get(source);
  if (made !== undefined) return made;
  const members = new Map<string, unknown>();
  for (const [name, value] of Object.entries(source)) {
    const plain = plainName(name);
    if (value !== undefined && value !== null && !members.has(plain)) members.set(plain, value);
  }
  known.set(source, members);
  return members;
}

/** A name in lower case without `_` and `-`. */
export function plainName(name: string): string {
  return name.replace(/[_-]/g, '').toLowerCase();
}
