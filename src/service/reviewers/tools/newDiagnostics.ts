import { readFileSync } from 'node:fs';
import path from 'node:path';
import { maxFileBytes } from '../../engine/diff/excludedFiles.ts';
import type { ToolDiagnostic, ToolOutput } from './formats/toolDiagnostic.ts';

/** What a tool found in a folder. */
export interface ToolRun {
  readonly folder: string;
  readonly outputs: readonly ToolOutput[];
}

/**
 * What a tool finds in the head and did not find at the base. Equal are diagnostics of one rule and message at lines of
 * the same text.
 * @param isChanged whether a diagnostic is at a line that the change brings
 */
export function newSince(
  head: ToolRun,
  base: ToolRun,
  isChanged: (diagnostic: ToolDiagnostic) => boolean,
): readonly ToolOutput[] {
  const linesAtHead = linesIn(head.folder);
  const left = new Counted(base);
  const found = new Set(diagnosticsOf(head));
  const drop = (among: (diagnostic: ToolDiagnostic) => boolean, isMoved: boolean): void => {
    for (const each of found)
      if (among(each) && left.take(keyOf(each, linesAtHead), isMoved ? undefined : each.path)) found.delete(each);
  };
  // A line that is as it was has its error from before, rather than one that is new and like it.
  drop(each => !isChanged(each), false);
  drop(each => !isChanged(each), true);
  drop(() => true, true);
  return head.outputs.map(output => ({
    ...output,
    diagnostics: output.diagnostics.filter(each => found.has(each)),
  }));
}

function diagnosticsOf({ outputs }: ToolRun): ToolDiagnostic[] {
  return outputs.flatMap(({ diagnostics }) => diagnostics);
}

/** The diagnostics at the base that none of the head was found equal to. */
class Counted {
  readonly #paths = new Map<string, (string | undefined)[]>();

  constructor(base: ToolRun) {
    const lines = linesIn(base.folder);
    for (const each of diagnosticsOf(base)) {
      const key = keyOf(each, lines);
      const paths = this.#paths.get(key);
      if (paths === undefined) this.#paths.set(key, [each.path]);
      else paths.push(each.path);
    }
  }

  /** Takes one away, in a certain file if one is named; false if there is none. */
  take(key: string, file: string | undefined): boolean {
    const paths = this.#paths.get(key) ?? [];
    const at = file === undefined ? paths.length - 1 : paths.indexOf(file);
    return at >= 0 && paths.splice(at, 1).length > 0;
  }
}

type LinesOf = (name: string) => readonly string[];

function keyOf({ rule, message, path: name, place }: ToolDiagnostic, linesOf: LinesOf): string {
  const line = name === undefined || place === undefined ? undefined : linesOf(name)[place.startLine - 1];
  // A message may quote another place, as in “already defined on line 3”.
  return [rule, message.replace(/\bline \d+/g, 'line'), line?.trim()].join('\n');
}

/** Reads each file of a folder once; none that is too large or cannot be read. */
export function linesIn(folder: string): LinesOf {
  const known = new Map<string, readonly string[]>();
  return name => {
    const lines = known.get(name) ?? readLines(path.join(folder, name));
    known.set(name, lines);
    return lines;
  };
}

function readLines(file: string): readonly string[] {
  try {
    const text = readFileSync(file, 'utf8');
    return text.length > maxFileBytes ? [] : text.replace(/^\ufeff/, '').split(/\r?\n/);
  } catch {
    return [];
  }
}
