import type { Slices } from './slices.ts';

/** Limits on the structure of a JSON text. */
interface JsonBounds {
  /** Most levels of nesting. */
  readonly depth: number;
  /** Most objects and arrays. */
  readonly containers: number;
  /** Most members and elements, counted by their commas. */
  readonly values: number;
  /** Most members of one object: V8 takes a hundred times as long to list those of a large one. */
  readonly members: number;
}

/**
 * Far more than the largest review in `maxBodyBytes` bytes needs, and far less than would block the editor: a comment
 * has about 15 values and 3 containers. Deeper nesting could be parsed but not serialized again.
 */
const mostStructure: JsonBounds = { depth: 200, containers: 250_000, values: 1_000_000, members: 50_000 };

/** A JSON text exceeds the limits on its structure and was not parsed. */
export class JsonTooLargeError extends Error {
  override readonly name = 'JsonTooLargeError';
  readonly bound: keyof JsonBounds;

  constructor(bound: keyof JsonBounds) {
    super(`more ${bound} than are read`);
    this.bound = bound;
  }
}

/**
 * Parses JSON within limits. Integers that a `number` would round are returned as strings of their digits.
 * @throws JsonTooLargeError before anything is parsed
 * @throws SyntaxError if the text is not JSON
 */
export function parseJson(text: string, bounds?: Partial<JsonBounds>): unknown {
  const exceeded = exceededBound(text, { ...mostStructure, ...bounds });
  if (exceeded !== undefined) throw new JsonTooLargeError(exceeded);
  // The reviver is slow, so it runs only when the text may contain such an integer.
  return /\d{16}/.test(text) ? JSON.parse(text, exact) : JSON.parse(text);
}

/** The value of a text that need not be JSON; undefined where it cannot be parsed. */
export function tryParseJson(text: string, bounds?: Partial<JsonBounds>): unknown {
  try {
    return parseJson(text, bounds);
  } catch {
    return undefined;
  }
}

/** Serializes data as `JSON.stringify` does, in slices: its lists may be long. */
export async function stringifyInSlices(data: object, slices: Slices): Promise<string> {
  const parts: string[] = [];
  for (const part of jsonParts(data)) {
    parts.push(part);
    if (slices.isUsedUp) await slices.rest();
  }
  return parts.join('');
}

/** The text of data in parts: objects member by member, and the elements of their lists. */
function* jsonParts(data: unknown): Generator<string> {
  if (Array.isArray(data)) {
    // In a list, what has no text is `null`.
    for (const [index, element] of data.entries())
      yield `${index === 0 ? '[' : ','}${JSON.stringify([element]).slice(1, -1)}`;
    yield data.length === 0 ? '[]' : ']';
  } else if (typeof data === 'object' && data !== null) {
    const members = Object.entries(data).filter(([, member]) => member !== undefined);
    for (const [index, [name, member]] of members.entries()) {
      yield `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`;
      yield* jsonParts(member);
    }
    yield members.length === 0 ? '{}' : '}';
  } else yield JSON.stringify(data);
}

/** A `JSON.parse` reviver. TypeScript's library does not declare the third argument yet. */
function exact(_name: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  const isRounded = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
  return isRounded && source !== undefined && /^-?\d{1,40}$/.test(source) ? source : value;
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Scans the text once. */
function exceededBound(text: string, bounds: JsonBounds): keyof JsonBounds | undefined {
  const { depth, containers, values, members } = bounds;
  /** How many members more each open object may have; an array has any number of elements. */
  const room = new Float64Array(depth + 1).fill(Infinity);
  let [deep, opened, commas] = [0, 0, 0];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === quote) index = endOfString(text, index);
    else if (code === openBrace || code === openBracket) {
      if (++deep > depth) return 'depth';
      if (++opened > containers) return 'containers';
      room[deep] = code === openBrace ? members : Infinity;
    } else if (code === closeBrace || code === closeBracket) deep--;
    else if (code === comma) {
      if (++commas > values) return 'values';
      const left = (room[deep] ?? Infinity) - 1;
      if (left < 0) return 'members';
      room[deep] = left;
    }
  }
  return undefined;
}

/** The index of the quote that ends a string. Most of a text is in strings, which the engine searches far faster. */
function endOfString(text: string, start: number): number {
  for (let end = start; ;) {
    end = text.indexOf('"', end + 1);
    if (end < 0) return text.length;
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes++;
    if (escapes % 2 === 0) return end;
  }
}

/** Returns the same JSON with escaped visible ASCII characters, such as `\u002f` and `\/`, written literally. */
export function unescapeAscii(json: string): string {
  if (!json.includes('\\')) return json;
  return json.replace(/\\(?:u00([2-7][0-9a-f])|[^])/gi, (escape, hex: string | undefined) => {
    if (hex === undefined) return escape === '\\/' ? '/' : escape;
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return /[!#-[\]-~ ]/.test(character) ? character : escape;
  });
}
