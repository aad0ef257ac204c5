import type { Rule } from 'eslint';
import { closestAncestor } from './expressions.ts';

const constants = new Set(['Literal', 'TemplateLiteral', 'ArrayExpression', 'ObjectExpression']);

/** Whether what is assigned in a condition is the same each time: `if (kind = 'a')`. */
export function isConstantAssigned(node: Rule.Node): boolean {
  const assignment = closestAncestor(node, 'AssignmentExpression');
  if (assignment?.type !== 'AssignmentExpression' || assignment.operator !== '=') return false;
  return constants.has(assignment.right.type);
}

/**
 * Whether a variable is assigned to itself; a property may have a setter: `location.href = location.href`. What a choice
 * has on one side is meant to do nothing: `isUp ? (count += 1) : (count = count)`, `if (isUp) count = count; else count -= 1`.
 */
export function isSelfAssigned(node: Rule.Node): boolean {
  const assignment = closestAncestor(node, 'AssignmentExpression');
  if (assignment?.type !== 'AssignmentExpression' || assignment.left.type !== 'Identifier') return false;
  return assignment.parent.type !== 'ConditionalExpression' && !isWholeBranch(assignment.parent);
}

/** Whether a statement is all that one of two branches does. */
function isWholeBranch(statement: Rule.Node): boolean {
  const block = statement.parent;
  const branch = block?.type === 'BlockStatement' && block.body.length === 1 ? block : statement;
  const choice = branch.parent;
  return choice?.type === 'IfStatement' && choice.alternate !== undefined && choice.alternate !== null;
}
