import type { Expression, SpreadElement } from 'estree';

/** Splits a template literal or a concatenation into texts and values, in order; undefined for constant text. */
export function dynamicText(node: Expression | SpreadElement): readonly (string | Expression)[] | undefined {
  if (node.type === 'TemplateLiteral') {
    if (node.expressions.length === 0) return undefined;
    return node.quasis.flatMap(({ value }, at) => {
      const expression = node.expressions[at];
      const text = value.cooked ?? value.raw;
      return expression === undefined ? [text] : [text, expression];
    });
  }
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return undefined;
  const parts = sumOf(node).map(part =>
    part.type === 'Literal' && typeof part.value === 'string' ? part.value : part,
  );
  const texts = parts.filter(part => typeof part === 'string').length;
  return texts === 0 || texts === parts.length ? undefined : parts;
}

function sumOf(node: Expression): Expression[] {
  if (node.type !== 'BinaryExpression' || node.operator !== '+' || node.left.type === 'PrivateIdentifier')
    return [node];
  return [...sumOf(node.left), ...sumOf(node.right)];
}
