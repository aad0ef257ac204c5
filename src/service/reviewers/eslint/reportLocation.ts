import type { Rule } from 'eslint';
import type { SourceLocation } from 'estree';

/** The location to show a finding at, instead of its whole node. */
export type ShownAt = (node: Rule.Node) => SourceLocation | undefined;

/** From the end of the case above to the label: new code in the case below does not count. */
export const aboveCase: ShownAt = node => {
  if (node.type !== 'SwitchCase' || node.parent.type !== 'SwitchStatement') return undefined;
  const { cases } = node.parent;
  const last = cases[cases.indexOf(node) - 1]?.consequent.at(-1);
  return last?.loc && node.loc ? { start: { ...last.loc.end, column: 0 }, end: node.loc.start } : undefined;
};
