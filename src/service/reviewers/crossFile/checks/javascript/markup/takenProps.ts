import ts from 'typescript';
import { positionOf } from '../../../../../engine/diff/textPosition.ts';
import type { ExportFacts, Spot } from '../facts.ts';
import { namesOfPattern, shapesOf, typedBy } from '../members/heldMembers.ts';
import { namesIn } from '../members/optionObjects.ts';
import { camel } from './passedProps.ts';

type Taken = NonNullable<ExportFacts['props']>;
type SpotOf = (node: ts.Node) => Spot;

/** What hands on whatever a component is given, or declares more in a way that is not read. */
const open =
  /\$\$(?:props|restProps)\b|\$attrs\b|\b(?:useAttrs|defineModel)\b|\b(?:extends|mixins|props|emits)\s*:|^[ \t]*export \{|\b(?:emit|dispatch)\(\s*[\w$]/m;
/** Events by their names, those of a child of Svelte that are handed on too. */
const telling = /\b(?:emit|dispatch)\(\s*['"`]([\w:-]+)|\son:([\w-]+)(?=[\s/>])/g;

const macro = /^(?:withDefaults|defineProps|defineEmits)$/;

/** The properties that the script of a component takes, and with `@` what it tells; undefined if there may be more. */
export function takenProps(path: string, whole: string, source: ts.SourceFile, spot: SpotOf): Taken | undefined {
  const isSvelte = /\.svelte$/i.test(path);
  if (open.test(whole) || (!isSvelte && !/<script[^>]{0,500}\ssetup\b/.test(whole))) return undefined;
  const shapes = shapesOf(source, spot);
  const lists = source.statements.flatMap((statement): (Taken | undefined)[] => {
    if (ts.isExpressionStatement(statement)) return [ofMacro(statement.expression)];
    if (!ts.isVariableStatement(statement)) return [];
    const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
    return statement.declarationList.declarations.map(({ name, initializer }) => {
      if (isSvelte && isExported && ts.isIdentifier(name)) return [[name.text, spot(name)]];
      if (calledBy(initializer) !== '$props') return ofMacro(initializer);
      return ts.isObjectBindingPattern(name) ? namesOfPattern(name, spot) : undefined;
    });
  });
  if (lists.some(each => each === undefined)) return undefined;
  const told = [...whole.matchAll(telling)].map(({ 1: name, 2: handed = '', index }): Taken[number] => {
    const { line, column } = positionOf({ text: whole }, index);
    return [`@${camel(name ?? handed)}`, [line, column, column + 1]];
  });
  // What is declared stands where it is declared.
  return [...new Map([...told, ...lists.flatMap(each => each ?? [])])];

  function ofMacro(call: ts.Expression | undefined): Taken | undefined {
    const called = calledBy(call);
    if (call === undefined || !ts.isCallExpression(call) || !macro.test(called)) return [];
    const [first] = call.arguments;
    if (called === 'withDefaults') return ofMacro(first);
    const [type] = call.typeArguments ?? [];
    const names = type === undefined ? namesIn(first, spot) : typedBy(type, shapes, spot);
    return names?.map(([name, at]) => [`${called === 'defineEmits' ? '@' : ''}${camel(name)}`, at]);
  }
}

function calledBy(call: ts.Expression | undefined): string {
  return call !== undefined && ts.isCallExpression(call) && ts.isIdentifier(call.expression)
    ? call.expression.text
    : '';
}
