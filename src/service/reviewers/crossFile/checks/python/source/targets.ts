import type { SyntaxNode } from '@lezer/common';
import type { Source } from './parse.ts';
import type { Scope } from './scopes.ts';

/** Binds the names of a target. @param call what it is bound to, if that is a call and all of its value */
export function bindTarget(source: Source, target: SyntaxNode, scope: Scope, call?: SyntaxNode): void {
  if (target.name === 'VariableName') scope.bind(source.text(target), target, { call });
  else if (target.name !== 'MemberExpression' && target.name !== 'CallExpression')
    for (let child = target.firstChild; child !== null; child = child.nextSibling) bindTarget(source, child, scope);
}

/** Binds what stands between `for` and `in`, and after `as`. */
export function bindInHeader(source: Source, node: SyntaxNode, scope: Scope): void {
  let isTarget = false;
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (child.name === 'for') isTarget = true;
    else if (child.name === 'in' || child.name === 'Body') isTarget = false;
    else if (isTarget || child.prevSibling?.name === 'as') bindTarget(source, child, scope);
  }
}

/** Binds the names of the patterns of a `case`. */
export function bindPatterns(source: Source, node: SyntaxNode, scope: Scope): void {
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (child.name === 'Body' || child.name === 'Guard') continue;
    if (child.name === 'VariableName' && node.name !== 'ClassPattern') scope.bind(source.text(child), child);
    else bindPatterns(source, child, scope);
  }
}

/** What an assignment binds, and the value of one that binds a single target. */
export interface Assignment {
  readonly targets: readonly SyntaxNode[];
  readonly value?: SyntaxNode | undefined;
}

export function readAssignment(statement: SyntaxNode): Assignment {
  const targets: SyntaxNode[] = [];
  let group: SyntaxNode[] = [];
  for (let child = statement.firstChild; child !== null; child = child.nextSibling) {
    if (child.name !== 'AssignOp') group.push(child);
    else {
      targets.push(...group.filter(({ name }) => name !== 'TypeDef' && name !== ',' && name !== '*'));
      group = [];
    }
  }
  // An annotation without a value.
  if (targets.length === 0) return { targets: group.slice(0, 1) };
  return { targets, value: targets.length === 1 && group.length === 1 ? group[0] : undefined };
}
