import { asText, firstReadable, isObject, memberAt, type JsonObject } from '../aliases.ts';
import { commentAliases } from './commentAliases.ts';
import { isFileName } from './valueShapes.ts';

/** A path as a service writes it, with the lines after it. */
export interface WrittenPath {
  readonly path: string;
  /** Of `src/app.ts:12`, `src/app.ts:12-15` and `src/app.ts#L12-L15`. */
  readonly lines: readonly [first: number, last: number] | undefined;
}

/** Objects that may hold a comment's path or lines; they may be nested. */
const carriers = ['location', 'codeLocation', 'primaryLocation', 'position', 'anchor', 'target', 'locations.0'];

/** The objects within a comment that may hold its location. */
export function carriersOf(comment: JsonObject): readonly JsonObject[] {
  return carriers.map(name => memberAt(comment, name)).filter(isObject);
}

/** The path that a comment names; undefined if there is none. */
export function writtenPath(comment: JsonObject): WrittenPath | undefined {
  const text =
    firstReadable(comment, commentAliases.path, asText) ??
    carriersOf(comment)
      .map(each => firstReadable(each, commentAliases.path, asText))
      .find(path => path !== undefined) ??
    // SonarQube prefixes the project key, which may contain colons.
    asText(memberAt(comment, 'component'))?.replace(/^.*:/s, '') ??
    firstReadable(comment, commentAliases.name, value => fileName(asText(value)));
  return text === undefined ? undefined : withLines(text.replace(/\r?\n$/, ''));
}

function fileName(text: string | undefined): string | undefined {
  return text !== undefined && isFileName(text) ? text : undefined;
}

function withLines(text: string): WrittenPath {
  const [, behind, from, dash, to] = /(:|#L)(\d{1,9})(?:(-L?|:)(\d{1,9}))?$/.exec(text) ?? [];
  if (behind === undefined || from === undefined) return { path: text, lines: undefined };
  const first = Number(from);
  // A number after another colon is a column.
  const last = dash === undefined || dash === ':' ? first : Number(to);
  return { path: text.slice(0, text.lastIndexOf(`${behind}${from}${dash ?? ''}${to ?? ''}`)), lines: [first, last] };
}
