import ts from 'typescript';
import { Members } from '../extract/members.ts';
import type { Spot } from '../facts.ts';

/** Reads what classes take of the instances that they hold, by their types: `constructor(private cart: Cart)`, `inject(Cart)`. */
export function readInstances(source: ts.SourceFile, spot: (node: ts.Node) => Spot): Members {
  const members = new Members(spot);
  for (const node of source.statements.filter(ts.isClassDeclaration)) {
    const types = new Map(node.members.flatMap(heldBy));
    const visit = (child: ts.Node, parent: ts.Node): void => {
      if (ts.isPropertyAccessExpression(child) && ts.isPropertyAccessExpression(child.expression)) {
        const { expression: holder, name } = child.expression;
        const type = holder.kind === ts.SyntaxKind.ThisKeyword ? types.get(name.text) : undefined;
        if (type !== undefined) members.read(type, child, parent);
      }
      ts.forEachChild(child, each => visit(each, child));
    };
    if (types.size > 0) visit(node, source);
  }
  return members;
}

/** The names and types of what a member of a class holds. */
function heldBy(member: ts.ClassElement): (readonly [name: string, type: string])[] {
  const parameters = ts.isConstructorDeclaration(member) ? member.parameters : [];
  const fields = ts.isPropertyDeclaration(member)
    ? [member]
    : parameters.filter(each => ts.isParameterPropertyDeclaration(each, member));
  return fields.flatMap(({ name, type, initializer }) => {
    const isPlain = type !== undefined && ts.isTypeReferenceNode(type) && type.typeArguments === undefined;
    const call = type === undefined && initializer && ts.isCallExpression(initializer) ? initializer : undefined;
    const isInjected = call !== undefined && ts.isIdentifier(call.expression) && call.expression.text === 'inject';
    const held = isPlain ? type.typeName : isInjected ? call.arguments[0] : undefined;
    return held !== undefined && ts.isIdentifier(held) && ts.isMemberName(name) ? [[name.text, held.text]] : [];
  });
}
