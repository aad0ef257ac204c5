import type { SyntaxNode } from '@lezer/common';
import type { Named } from '../facts.ts';
import type { Source } from '../source/parse.ts';

interface Routes {
  /** The names that the file gives to addresses. */
  readonly routes: readonly Named[];
  /** The names of addresses that it asks for, as they are written. */
  readonly routed: readonly Named[];
}

const giving = /^(?:path|re_path|url)$/;
const asking = /^(?:reverse|reverse_lazy|redirect|resolve_url)$/;
const text = /^["']([\w:-]{1,100})["']$/;

/** Reads the names that Django knows addresses by. */
export function readRoutes(source: Source): Routes {
  const routes: Named[] = [];
  const routed: Named[] = [];
  const cursor = source.root.cursor();
  do {
    if (cursor.name !== 'CallExpression') continue;
    const { firstChild: callee, lastChild: list } = cursor.node;
    if (callee?.name !== 'VariableName' || list?.name !== 'ArgList') continue;
    const called = source.text(callee);
    if (giving.test(called)) {
      const value = keyword(source, list, 'name');
      const name = value === undefined ? undefined : textOf(source, value);
      if (name !== undefined) routes.push(name);
    } else if (asking.test(called)) {
      const first = list.firstChild?.nextSibling;
      const name = first === null || first === undefined ? undefined : textOf(source, first);
      if (name !== undefined) routed.push(name);
    }
  } while (cursor.next());
  return { routes, routed };
}

/** The value of an argument that is given by name. */
function keyword(source: Source, list: SyntaxNode, name: string): SyntaxNode | undefined {
  for (let each = list.firstChild; each !== null; each = each.nextSibling)
    if (each.name === 'VariableName' && each.nextSibling?.name === 'AssignOp' && source.text(each) === name)
      return each.nextSibling.nextSibling ?? undefined;
  return undefined;
}

function textOf(source: Source, node: SyntaxNode): Named | undefined {
  const [, name] = node.name === 'String' ? (text.exec(source.text(node)) ?? []) : [];
  return name === undefined ? undefined : { name, at: source.span(node) };
}
