import type { TextEdit } from '../../../engine/reviewer.ts';
import { codeOnly } from '../../../engine/diff/codeOnly.ts';
import { functionsAround, topLevelParts, type PythonFunction } from './functions.ts';

/** A parameter whose default is changed by the function. */
export interface MutatedDefault {
  readonly parameter: string;
  readonly function: string;
  /** What changes it: `found.append(…)`. */
  readonly change: string;
}

// A dictionary that is given keys may be the memory that the function is meant to have, and so is what is named for one.
const memory = /cache|memo/i;
const adding = /^\s*\.\s*(append|extend|insert|add)\s*\(/;
/** What a list does not have: the caller gives a set. */
const ofSet = /^\s*\.\s*add\s*\(/;
const augmented = /^\s*\+=(?!=)/;

/**
 * The default of a parameter that its function adds to, so that the next call finds it there; undefined if it is only
 * read, or if the name may stand for something else by then.
 * @param start offset of the default in the file
 */
export function mutatedDefault(text: string, start: number): MutatedDefault | undefined {
  const code = codeOnly(text);
  const found = parameterAt(code, start);
  if (found === undefined) return undefined;
  const { parameter, around } = found;
  if (memory.test(parameter)) return undefined;
  const body = code.slice(...around.body);
  if (isBoundAgain(body, parameter) || isGivenBack(body, parameter)) return undefined;
  for (const { index, 0: name } of body.matchAll(new RegExp(`(?<![\\w.])${parameter}(?!\\w)`, 'g'))) {
    const behind = body.slice(index + name.length, index + name.length + 80);
    const how = code[start] === '[' && ofSet.test(behind) ? undefined : changeAt(behind);
    if (how !== undefined) return { parameter, function: around.name, change: `${parameter}${how}` };
  }
  return undefined;
}

/**
 * Makes `None` the default, and the type beside it one that allows it.
 * @param edits Ruff's fix, of which the first edit replaces the default
 * @returns undefined if the file does not show how it writes such a type
 */
export function withOptionalType(text: string, start: number, edits: readonly TextEdit[]): TextEdit[] | undefined {
  const code = codeOnly(text);
  const written = parameterAt(code, start)?.type;
  if (written === undefined) return [...edits];
  const [from, to] = written;
  const type = text.slice(from, to);
  if (/\bNone\b|\bOptional\b|\bAny\b/.test(type)) return [...edits];
  if (/\|\s*None\b|\bfrom __future__ import annotations\b/.test(code))
    return [{ start: to, end: to, text: ' | None' }, ...edits];
  if (!/\bimport\b[^\n]*\bOptional\b/.test(code)) return undefined;
  return [{ start: from, end: to, text: `Optional[${type}]` }, ...edits];
}

interface Parameter {
  readonly parameter: string;
  /** Offsets of its type; absent if it has none. */
  readonly type?: readonly [start: number, end: number];
  readonly around: PythonFunction;
}

function parameterAt(code: string, start: number): Parameter | undefined {
  const around = functionsAround(code, start).findLast(({ parameters }) => start < parameters[1]);
  if (around === undefined) return undefined;
  let from = around.parameters[0];
  for (const part of topLevelParts(code.slice(...around.parameters))) {
    const to = from + part.length;
    if (start >= from && start < to) {
      const [, before = '', parameter, type = ''] =
        /^(\s*(\w+)\s*:\s*)([^]*?\S)\s*=\s*$/.exec(code.slice(from, start)) ??
        /^(\s*(\w+))()\s*=\s*$/.exec(code.slice(from, start)) ??
        [];
      if (parameter === undefined) return undefined;
      const at = from + before.length;
      return { parameter, around, ...(type !== '' && { type: [at, at + type.length] as const }) };
    }
    from = to + 1;
  }
  return undefined;
}

/** Whether the name stands for something else somewhere in the function. */
function isBoundAgain(body: string, name: string): boolean {
  const target = `(?:[\\w.*]+\\s*,\\s*)*${name}(?!\\w)`;
  const bound = `(?:^|[;:])[ \\t]*${target}\\s*(?:,[\\w.,* \\t]*)?(?::[^=\\n]*)?=(?!=)`;
  return new RegExp(
    `${bound}|\\bfor\\s+\\(?${target}|\\b(?:as|global|nonlocal|def|class)\\s+${name}(?!\\w)|(?<![\\w.])${name}\\s*:=`,
    'm',
  ).test(body);
}

/** Whether the function also takes out of it, so that it may be as it was in the end. */
function isGivenBack(body: string, name: string): boolean {
  return new RegExp(`(?<![\\w.])${name}\\s*\\.\\s*(?:pop|remove|clear|discard)\\s*\\(|\\bdel\\s+${name}\\s*\\[`).test(
    body,
  );
}

/** How the code behind a name changes what the name stands for. */
function changeAt(behind: string): string | undefined {
  const method = adding.exec(behind)?.[1];
  if (method !== undefined) return `.${method}(…)`;
  return augmented.test(behind) ? ' += …' : undefined;
}
