import type { SyntaxNode } from '@lezer/common';
import type { Span } from '../facts.ts';
import type { Source } from './parse.ts';

/** A name of an import statement. */
export interface ImportedName {
  readonly module: string;
  readonly name?: string;
  /** The name that it binds. */
  readonly as: string;
  /** For `import a.b`: `a`, the module that is bound. */
  readonly binds?: string;
  readonly at: Span;
}

/** Reads an import statement. */
export function readImports(
  source: Source,
  statement: SyntaxNode,
): { readonly star?: string; readonly names: readonly ImportedName[] } {
  const isFrom = statement.firstChild?.name === 'from';
  let module = '';
  let node = statement.firstChild?.nextSibling ?? null;
  if (isFrom) for (; node !== null && node.name !== 'import'; node = node.nextSibling) module += source.text(node);
  const names: ImportedName[] = [];
  let dotted: SyntaxNode[] = [];
  let as: SyntaxNode | undefined;
  const add = (): void => {
    const last = dotted.at(-1);
    if (last === undefined) return;
    const path = dotted.map(each => source.text(each)).join('.');
    const bound = source.text(as ?? last);
    if (isFrom) names.push({ module, name: path, as: bound, at: source.span(last) });
    else if (as !== undefined || dotted.length === 1) names.push({ module: path, as: bound, at: source.span(last) });
    else {
      const [first = ''] = path.split('.');
      names.push({ module: path, as: first, binds: first, at: source.span(last) });
    }
    dotted = [];
    as = undefined;
  };
  for (; node !== null; node = node.nextSibling) {
    if (node.name === '*') return { star: module, names: [] };
    if (node.name === ',') add();
    else if (node.name === 'VariableName') {
      if (node.prevSibling?.name === 'as') as = node;
      else dotted.push(node);
    }
  }
  add();
  return { names };
}
