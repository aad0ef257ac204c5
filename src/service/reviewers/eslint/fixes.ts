import type { Linter, Rule, SourceCode } from 'eslint';
import type { TextEdit } from '../../engine/reviewer.ts';
import { callbackAround, lastCall, methodTaking } from './callbacks.ts';
import { closestAncestor } from './falsePositives/expressions.ts';

/** The fix of a report: the rule's own, or its suggestion if it has exactly one. */
export function fixOf({ ruleId, fix, suggestions = [] }: Linter.LintMessage, node: Rule.Node): TextEdit[] | undefined {
  if (ruleId === 'array-callback-return') return missingReturn(node);
  const found = fix ?? (suggestions.length === 1 ? suggestions[0]?.fix : undefined);
  return found === undefined ? undefined : [{ start: found.range[0], end: found.range[1], text: found.text }];
}

/** Returns what a callback of `map` calls last. In other methods something else may be missing, such as a comparison. */
function missingReturn(node: Rule.Node): TextEdit[] | undefined {
  const callback = callbackAround(node);
  const start =
    callback && /^(?:map|flatMap)$/.test(methodTaking(callback)) ? lastCall(callback)?.range?.[0] : undefined;
  return start === undefined ? undefined : [{ start, end: start, text: 'return ' }];
}

type ImportDeclaration = Extract<Rule.Node, { type: 'ImportDeclaration' }>;
type Specifier = ImportDeclaration['specifiers'][number];

/** The import declaration around a node; undefined if there is none. */
export function importAround(node: Rule.Node): ImportDeclaration | undefined {
  const found = closestAncestor(node, 'ImportDeclaration');
  return found?.type === 'ImportDeclaration' ? found : undefined;
}

/**
 * Removes names from an import declaration, and the whole of it if none is left. All of them at once, since two fixes of
 * one line exclude each other.
 */
export function withoutImports(
  declaration: ImportDeclaration,
  unused: ReadonlySet<string>,
  source: SourceCode,
): TextEdit[] {
  const { specifiers } = declaration;
  const isUnused = (each: Specifier): boolean => unused.has(each.local.name);
  const remove = (start: number, end: number): TextEdit => ({ start, end, text: '' });
  const [from, to] = rangeOf(declaration);
  if (specifiers.every(isUnused) && mayRun(declaration))
    return [remove(rangeOf(specifiers[0] ?? declaration)[0], rangeOf(declaration.source)[0])];
  if (specifiers.every(isUnused)) return [remove(...wholeLine(source.text, from, to))];
  const named = specifiers.filter(({ type }) => type === 'ImportSpecifier');
  const first = specifiers[0];
  const tokens = source.getTokens(declaration);
  const tokenAt = (value: string): [number, number] => tokens.find(each => each.value === value)?.range ?? [from, from];
  const edits: TextEdit[] = [];
  const isDefault = first?.type === 'ImportDefaultSpecifier';
  if (first !== undefined && isDefault && isUnused(first)) {
    const next = named.length > 0 ? tokenAt('{')[0] : tokenAt('*')[0];
    edits.push(remove(rangeOf(first)[0], next));
  }
  const others = specifiers.filter(each => each !== first || !isDefault);
  if (first !== undefined && isDefault && others.every(isUnused)) {
    const end = named.length > 0 ? tokenAt('}')[1] : rangeOf(others.at(-1) ?? first)[1];
    return [...edits, remove(rangeOf(first)[1], end)];
  }
  return [...edits, ...withoutNamed(named, isUnused, source)];
}

/**
 * Whether loading a module of the project's own may do something: `import checkToken from './checkToken'`. It is still
 * loaded then. Components and classes have capitals.
 */
function mayRun({ specifiers, source, ...rest }: ImportDeclaration): boolean {
  const [first, ...others] = specifiers;
  const isValue = (rest as { readonly importKind?: string }).importKind !== 'type';
  const isDefault = first?.type === 'ImportDefaultSpecifier' && others.length === 0 && /^[a-z]/.test(first.local.name);
  return (
    isValue && isDefault && /^\.{1,2}\/[^.]*(?:\.[cm]?[jt]s)?$/.test(String(source.value).replace(/^(?:\.\.\/)+/, './'))
  );
}

function withoutNamed(
  named: readonly Specifier[],
  isUnused: (each: Specifier) => boolean,
  source: SourceCode,
): TextEdit[] {
  const lastKept = named.findLastIndex(each => !isUnused(each));
  return named.flatMap((each, index): TextEdit[] => {
    if (!isUnused(each)) return [];
    const [start, end] = rangeOf(each);
    const comma = source.getTokenAfter(each)?.value === ',' ? (source.getTokenAfter(each)?.range[1] ?? end) : end;
    const [from, to] = wholeLine(source.text, start, comma);
    if (from < start || to > comma) return [{ start: from, end: to, text: '' }];
    const [next, before] = [named[index + 1], named[index - 1]];
    if (index < lastKept && next !== undefined) return [{ start, end: rangeOf(next)[0], text: '' }];
    return [{ start: before === undefined ? start : rangeOf(before)[1], end, text: '' }];
  });
}

/** The lines of a range, with their line break, if there is nothing else on them. */
function wholeLine(text: string, start: number, end: number): [number, number] {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', end);
  const to = next < 0 ? text.length : next + 1;
  const isAlone = text.slice(from, start).trim() === '' && text.slice(end, to).trim() === '';
  return isAlone ? [from, to] : [start, end];
}

function rangeOf({ range = [0, 0] }: { readonly range?: [number, number] | undefined }): [number, number] {
  return range;
}
