import { changedLines } from '../code/changedParts.ts';
import { enclosingFunction, headLine } from '../code/enclosingBlock.ts';
import type { PromptFile } from '../code/promptFile.ts';
import { definedNames } from './definedNames.ts';
import { receiversIn, receiverTypes } from './receiverTypes.ts';
import { usedNames, type NameUse } from './usedNames.ts';

/** The names that a file's change is about. */
export interface ChangeNames {
  /** Used in new and removed lines, and the types of the values whose fields those touch. */
  readonly used: ReadonlyMap<string, NameUse>;
  /** Functions and the like whose definition the change touches, adds or removes; those whose first line changed come first. */
  readonly changed: readonly string[];
  /** Fields and variables that have another text for a value now: elsewhere it may be compared with the one before. */
  readonly revalued: readonly string[];
  /** By name, words of the imports that bring it: likely names of the file that defines it. */
  readonly origins: ReadonlyMap<string, ReadonlySet<string>>;
}

const imports = /\b(?:import|require|from|include|use|using)\b/;
const mostNames = 60;
/** `tier: 'paid'`, `tier = "paid"`, `tier === 'paid'`, `"tier": "paid"`. */
const valued = /([A-Za-z_$][\w$]*)["']?\s{0,9}(?:[:=]|[=!]==?)\s{0,9}(["'`])([^"'`\n]{1,80})\2/g;
const longestLine = 1_000;

/** Reads the names out of a file as it is shown to a model. */
export function namesOfChange(shown: PromptFile): ChangeNames {
  const { file, lines, removed } = shown;
  const [added, gone] = [[...file.added].map(line => lines[line - 1] ?? ''), [...removed.values()].flat()];
  const changedTexts = [...added, ...gone];
  const used = new Map<string, NameUse>();
  const defined = new Set<string>();
  for (const text of changedTexts) {
    for (const name of definedNames(text)) defined.add(name);
    for (const [name, use] of usedNames(text)) {
      const before = used.get(name);
      if (before === undefined || use === 'call' || (use === 'type' && before === 'other')) used.set(name, use);
    }
  }
  const functions = new Map(
    changedLines(shown).flatMap(line => {
      const block = enclosingFunction(lines, line);
      return block === undefined ? [] : [[block.start, block] as const];
    }),
  );
  const touched: string[] = [];
  const receivers = receiversIn(changedTexts);
  for (const block of functions.values()) {
    touched.push(...definedNames(lines[headLine(lines, block) - 1] ?? ''));
    for (const type of receiverTypes(lines, block, receivers)) if (!used.has(type)) used.set(type, 'type');
  }
  const changed = [...new Set([...defined, ...touched])].slice(0, mostNames);
  return { used: first(used), changed, revalued: revaluedIn(gone, added), origins: originsIn(lines, used) };
}

/** The names that have other texts for values in some lines than in others. */
function revaluedIn(before: readonly string[], after: readonly string[]): string[] {
  const [old, now] = [valuesIn(before), valuesIn(after)];
  const isOther = (name: string, value: string): boolean => old.get(name)?.has(value) === false;
  return [...now].flatMap(([name, values]) => ([...values].some(value => isOther(name, value)) ? [name] : []));
}

function valuesIn(texts: readonly string[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const text of texts.filter(({ length }) => length <= longestLine)) {
    for (const [, name = '', , value = ''] of text.matchAll(valued)) {
      const known = found.get(name) ?? new Set();
      found.set(name, known.add(value));
    }
  }
  return found;
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
