import { closestAncestor, type FalsePositiveCheck } from './expressions.ts';

const comparing = /^(?:in|instanceof|[<>]=?|[!=]==?)$/;

/** Assigns the result of a call or comparison, `if (match = expression.exec(text))`, or advances a loop. */
export const isResultAssigned: FalsePositiveCheck = node => {
  const assignment = closestAncestor(node, 'AssignmentExpression');
  if (assignment?.type !== 'AssignmentExpression') return false;
  const { parent, right } = assignment;
  if (['AwaitExpression', 'CallExpression', 'ChainExpression'].includes(right.type)) return true;
  if (right.type === 'BinaryExpression' && comparing.test(right.operator)) return true;
  return ['WhileStatement', 'DoWhileStatement', 'ForStatement'].includes(parent.type) && right.type !== 'Literal';
};

/** Assigns a property that may have a setter: `location.href = location.href`. */
export const mayHaveSetter: FalsePositiveCheck = node => {
  const assignment = closestAncestor(node, 'AssignmentExpression');
  if (assignment?.type !== 'AssignmentExpression' || assignment.left.type !== 'MemberExpression') return false;
  return assignment.left.object.type !== 'ThisExpression';
};

/** Replaces a function or class by a wrapper of itself: `load = once(load)`. */
export const isSelfWrapped: FalsePositiveCheck = (node, source) => {
  const assignment = node.parent;
  if (node.type !== 'Identifier' || assignment?.type !== 'AssignmentExpression') return false;
  return source.getTokens(assignment.right).some(({ value }) => value === node.name);
};
