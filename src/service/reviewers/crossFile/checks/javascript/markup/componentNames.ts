import ts from 'typescript';
import { positionOf } from '../../../../../engine/diff/textPosition.ts';
import { componentScripts } from '../../../../scripts/componentScripts.ts';
import type { MarkupFacts, Spot } from '../facts.ts';
import { topNames } from '../extract/boundNames.ts';
import type { MarkupName } from './markupNames.ts';

/**
 * What the scripts of a component give to its markup, and what the markup uses that they do not; undefined if they give it in
 * a way that is not read.
 */
export function componentNames(
  path: string,
  text: string,
  used: readonly MarkupName[],
  source: ts.SourceFile,
  spot: (node: ts.Node) => Spot,
): MarkupFacts | undefined {
  const scripts = componentScripts(path, text);
  // Other components say by an object what the markup has.
  const isSetup = /\.svelte$/i.test(path) || scripts.some(({ tag, from }) => /\ssetup\b/.test(text.slice(tag, from)));
  const mayHaveMore = scripts.some(({ from, to }) => hasUnreadProperties(text.slice(from, to)));
  if (!isSetup || mayHaveMore) return undefined;
  const asked = new Map(used.map(each => [plain(path, each.name), each]));
  const given = source.statements.flatMap((statement): [name: string, at: Spot][] => {
    const at = spot(statement);
    return [...importedNames(statement), ...topNames(statement).map(([name]) => name)].map(name => [name, at]);
  });
  const words = new Set(scripts.flatMap(({ from, to }) => text.slice(from, to).match(/[\w$]+/g) ?? []));
  return {
    given: given.filter(([name]) => asked.has(name)),
    missed: [...asked].flatMap(([name, each]) => {
      if (words.has(name)) return [];
      const { line, column } = positionOf({ text }, each.at);
      return [[name, [line, column, column + each.name.length], each.isElement === true] as const];
    }),
  };
}

/** Whether properties are declared elsewhere: by a value, or by a type that is not written out in the script. */
function hasUnreadProperties(script: string): boolean {
  const [call, type] = /\bdefineProps(?:<\s*([\w$]*)|\(\s*[\w$])/.exec(script) ?? [];
  if (type === undefined) return call !== undefined;
  const isWritten = [`interface ${type} {`, `type ${type} = {`].some(each => script.includes(each));
  return type !== '' && !isWritten;
}

/** The name of what a store of Svelte is read from. */
function plain(path: string, name: string): string {
  return path.endsWith('.svelte') ? name.replace(/^\$(?!\$)/, '') : name;
}

function importedNames(statement: ts.Statement): string[] {
  if (!ts.isImportDeclaration(statement)) return [];
  const { name, namedBindings } = statement.importClause ?? {};
  const named =
    namedBindings === undefined ? [] : ts.isNamespaceImport(namedBindings) ? [namedBindings] : namedBindings.elements;
  return [...(name === undefined ? [] : [name.text]), ...named.map(each => each.name.text)];
}
