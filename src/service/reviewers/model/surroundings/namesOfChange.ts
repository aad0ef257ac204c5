import { changedLines } from '../code/changedParts.ts';
import { enclosingFunction, headLine } from '../code/enclosingBlock.ts';
import type { PromptFile } from '../code/promptFile.ts';
import { definedNames } from './definedNames.ts';
import { usedNames, type NameUse } from './usedNames.ts';

/** The names that a file's change is about. */
export interface ChangeNames {
  /** Used in new and removed lines. */
  readonly used: ReadonlyMap<string, NameUse>;
  /** Functions and the like whose definition the change touches, adds or removes; those whose first line changed come first. */
  readonly changed: readonly string[];
  /** By name, words of the imports that bring it: likely names of the file that defines it. */
  readonly origins: ReadonlyMap<string, ReadonlySet<string>>;
}

const imports = /\b(?:import|require|from|include|use|using)\b/;
const mostNames = 60;

/** Reads the names out of a file as it is shown to a model. */
export function namesOfChange(shown: PromptFile): ChangeNames {
  const { file, lines, removed } = shown;
  const changedTexts = [...[...file.added].map(line => lines[line - 1] ?? ''), ...[...removed.values()].flat()];
  const used = new Map<string, NameUse>();
  const defined = new Set<string>();
  for (const text of changedTexts) {
    for (const name of definedNames(text)) defined.add(name);
    for (const [name, use] of usedNames(text)) {
      const before = used.get(name);
      if (before === undefined || use === 'call' || (use === 'type' && before === 'other')) used.set(name, use);
    }
  }
  const touched = changedLines(shown).flatMap(line => {
    const block = enclosingFunction(lines, line);
    return block === undefined ? [] : definedNames(lines[headLine(lines, block) - 1] ?? '');
  });
  const changed = [...new Set([...defined, ...touched])].slice(0, mostNames);
  return { used: first(used), changed, origins: originsIn(lines, used) };
}

/** The most telling of them: calls, then types, then others. */
function first(used: ReadonlyMap<string, NameUse>): ReadonlyMap<string, NameUse> {
  const rank = { call: 0, type: 1, other: 2 };
  return new Map([...used].sort(([, a], [, b]) => rank[a] - rank[b]).slice(0, mostNames));
}

function originsIn(lines: readonly string[], used: ReadonlyMap<string, unknown>): Map<string, Set<string>> {
  const origins = new Map<string, Set<string>>();
  let names: string[] = [];
  for (const line of lines) {
    const isImport = line.length < 400 && (imports.test(line) || names.length > 0);
    if (!isImport) continue;
    const words = line.match(/[A-Za-z_$][\w$-]*/g) ?? [];
    names.push(...words.filter(word => used.has(word)));
    // An import of several lines ends with the module's name, or, in Python, with a bracket.
    const isOpen = /[({,]\s*$/.test(line);
    for (const name of names) {
      const known = origins.get(name) ?? new Set();
      origins.set(name, known);
      for (const word of words) if (word !== name) known.add(word.toLowerCase());
    }
    if (!isOpen) names = [];
  }
  return origins;
}
