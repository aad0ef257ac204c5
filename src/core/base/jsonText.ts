/** Limits on the structure of a JSON text. */
interface JsonBounds {
  /** Most levels of nesting. */
  readonly depth: number;
  /** Most objects and arrays. */
  readonly containers: number;
  /** Most members and elements, counted by their commas. */
  readonly values: number;
}

/**
 * Far more than the largest review in `maxBodyBytes` bytes needs, and far less than would block the editor: a comment
 * has about 15 values and 3 containers. Deeper nesting could be parsed but not serialized again.
 */
const mostStructure: JsonBounds = { depth: 200, containers: 250_000, values: 1_000_000 };

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
export function parseJson(text: string, bounds: JsonBounds = mostStructure): unknown {
  const exceeded = exceededBound(text, bounds);
  if (exceeded !== undefined) throw new JsonTooLargeError(exceeded);
  // The reviver is slow, so it runs only when the text may contain such an integer.
  return /\d{16}/.test(text) ? JSON.parse(text, exact) : JSON.parse(text);
}

/** The value of a text that need not be JSON; undefined where it cannot be parsed. */
export function tryParseJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** A `JSON.parse` reviver. TypeScript's library does not declare the third argument yet. */
function exact(_name: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  const isRounded = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
  return isRounded && source !== undefined && /^-?\d{1,40}$/.test(source) ? source : value;
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Scans the text once, without allocating. */
function exceededBound(text: string, { depth, containers, values }: JsonBounds): keyof JsonBounds | undefined {
  let [deep, opened, commas, isString] = [0, 0, 0, false];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (isString) {
      if (code === backslash) index++;
      else if (code === quote) isString = false;
    } else if (code === quote) isString = true;
    else if (code === openBrace || code === openBracket) {
      if (++deep > depth) return 'depth';
      if (++opened > containers) return 'containers';
    } else if (code === closeBrace || code === closeBracket) deep--;
    else if (code === comma && ++commas > values) return 'values';
  }
  return undefined;
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
