import { asText, cached, firstDefined, firstReadable, memberAt, names, objectsAt, type JsonObject } from './aliases.ts';
import { commentAliases } from './commentAliases.ts';
import { isFileName } from './text/prose.ts';

/** A path as a service writes it, with the lines after it. */
export interface WrittenPath {
  readonly path: string;
  /** Of `src/app.ts:12`, `src/app.ts:12-15` and `src/app.ts#L12-L15`. */
  readonly lines: readonly [first: number, last: number] | undefined;
}

/** Objects that may hold a comment's path or lines; they may be nested. */
const carriers = names(`location codeLocation primaryLocation position anchor target inline threadContext locations.0
  physicalLocation artifactLocation coordinates.0.representations.0 sourceLocation`);

const carried = new WeakMap<JsonObject, readonly JsonObject[]>();

/** The objects within an object that may hold a comment's location. */
export function carriersOf(object: JsonObject): readonly JsonObject[] {
  return cached(carried, object, () => objectsAt(object, carriers));
}

/** The path that a comment names; undefined if there is none. */
export function writtenPath(comment: JsonObject): WrittenPath | undefined {
  const text =
    pathWithin(comment) ??
    // SonarQube prefixes the project key, which may contain colons.
    asText(memberAt(comment, 'component'))?.replace(/^.*:/s, '') ??
    firstReadable(comment, commentAliases.name, value => {
      const name = asText(value);
      return name !== undefined && isFileName(name) ? name : undefined;
    });
  return text === undefined ? undefined : withLines(text.replace(/\r?\n$/, ''));
}

function pathWithin(object: JsonObject): string | undefined {
  return (
    firstReadable(object, commentAliases.path, asText) ??
    firstDefined(carriersOf(object), pathWithin) ??
    firstReadable(object, commentAliases.weakPath, asText)
  );
}

function withLines(text: string): WrittenPath {
  const [suffix, from, dash, to] = /(?::|#L)(\d{1,9})(?:(-L?|:)(\d{1,9}))?$/.exec(text) ?? [];
  if (suffix === undefined) return { path: text, lines: undefined };
  const first = Number(from);
  // A number after another colon is a column.
  const last = dash === undefined || dash === ':' ? first : Number(to);
  return { path: text.slice(0, -suffix.length), lines: [first, last] };
}
