import type { Rule } from 'eslint';

const leaving = new Set(['ReturnStatement', 'ThrowStatement', 'BreakStatement', 'ContinueStatement']);

/** What a condition asks for that starts a debugger on purpose. */
const asked = /debug|break_?point/i;

/** Reports a forgotten `debugger`; ignores one in a `catch`, a branch that leaves or one for debugging, which may be intended. */
export const noDebugger: Rule.RuleModule = {
  meta: { type: 'problem', messages: { found: 'A `debugger` statement was left.' } },
  create: context => ({
    DebuggerStatement(node) {
      const { parent } = node;
      const around = context.sourceCode.getAncestors(node);
      if (parent.type === 'IfStatement' || around.some(({ type }) => type === 'CatchClause')) return;
      if (around.some(each => each.type === 'IfStatement' && asked.test(context.sourceCode.getText(each.test)))) return;
      const block =
        parent.type === 'SwitchCase' ? parent.consequent : parent.type === 'BlockStatement' ? parent.body : undefined;
      const isBranch = parent.type === 'SwitchCase' || around.at(-2)?.type === 'IfStatement';
      const next = block?.[block.indexOf(node) + 1];
      if (isBranch && (next === undefined || leaving.has(next.type))) return;
      context.report({ node, messageId: 'found' });
    },
  }),
};
