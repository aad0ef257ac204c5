import { ofLastText } from '../../../../core/base/lazy.ts';

/** A function in a Python file; offsets are those of the file. */
export interface PythonFunction {
  readonly name: string;
  /** Where its first line begins. */
  readonly head: number;
  /** From the parenthesis that opens the parameters to the one that closes them, without either. */
  readonly parameters: readonly [start: number, end: number];
  /** From the colon to the end of the last line. */
  readonly body: readonly [start: number, end: number];
}

const definition = /^([ \t]*)(?:async[ \t]+)?def[ \t]+(\w+)[ \t]*(?:\[[^\]\r\n]*\])?[ \t]*\(/gm;

/**
 * The functions of a file that contain an offset, outermost first.
 * @param code the file, see `codeOnly`
 */
export function functionsAround(code: string, offset: number): PythonFunction[] {
  return functionsIn(code).filter(({ parameters: [start], body: [, end] }) => start <= offset && offset < end);
}

/** The functions of a file in their order; the file is as `codeOnly` makes it. */
export const functionsIn = ofLastText((code): readonly PythonFunction[] => {
  const found: PythonFunction[] = [];
  for (const { 0: head, 1: indent = '', 2: name = '', index } of code.matchAll(definition)) {
    const open = index + head.length;
    const close = closing(code, open - 1);
    const colon = close === undefined ? -1 : endOfHead(code, close + 1);
    if (close === undefined || colon < 0) continue;
    found.push({
      name,
      head: index,
      parameters: [open, close],
      body: [colon + 1, endOfBlock(code, colon, indent.length)],
    });
  }
  return found;
});

/** Splits at the commas that are in no brackets. */
export function topLevelParts(code: string): string[] {
  const parts: string[] = [];
  let [depth, from] = [0, 0];
  for (let at = 0; at < code.length; at++) {
    const character = code[at] ?? '';
    if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character)) depth--;
    else if (character === ',' && depth === 0) {
      parts.push(code.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, code.slice(from)];
}

/** Offset of the bracket that closes the one at an offset; undefined if none does. */
export function closing(code: string, open: number): number | undefined {
  let depth = 0;
  for (let at = open; at < code.length; at++) {
    const character = code[at] ?? '';
    if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character) && --depth === 0) return at;
  }
  return undefined;
}

/** How far back an open bracket is looked for, in characters. */
const furthestBack = 5_000;

/** Offset of the innermost bracket that is open at an offset; undefined if there is none near. */
export function opening(code: string, offset: number): number | undefined {
  let depth = 0;
  for (let at = offset - 1; at >= Math.max(0, offset - furthestBack); at--) {
    const character = code[at] ?? '';
    if (')]}'.includes(character)) depth++;
    else if ('([{'.includes(character) && depth-- === 0) return at;
  }
  return undefined;
}

/** Offset of the colon after the type that is returned; negative if there is none. */
function endOfHead(code: string, from: number): number {
  let depth = 0;
  for (let at = from; at < code.length; at++) {
    const character = code[at] ?? '';
    if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character)) depth--;
    else if (character === ':' && depth === 0) return at;
    else if (character === '\n' && depth === 0) return -1;
  }
  return -1;
}

/** Offset at which the first line begins that is indented as little as the function itself. */
function endOfBlock(code: string, colon: number, indentation: number): number {
  for (let at = code.indexOf('\n', colon); at >= 0; at = code.indexOf('\n', at + 1)) {
    const spaces = /^[ \t]*/.exec(code.slice(at + 1, at + 200))?.[0].length ?? 0;
    const next = code[at + 1 + spaces] ?? '';
    if (next !== '' && !'\r\n)'.includes(next) && spaces <= indentation) return at + 1;
  }
  return code.length;
}
