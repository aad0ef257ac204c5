import type { Rule, SourceCode } from 'eslint';
import { benchmark } from '../../../engine/diff/fileKind.ts';
import { quote } from '../../rule.ts';
import {
  closestAncestor,
  isAssignedStep,
  isBackedUp,
  isBuildPlaceholder,
  isDefaultBranch,
  isTableEntry,
  isElementDisabled,
  isEmptyDefault,
  isEmptyFallback,
  isNaNCheck,
  isPlaceholder,
  isRepeatedLabel,
  isSameAgain,
  isSwitch,
  isTextWithDefault,
  isTried,
  isTypeofComparison,
  mayChange,
} from '../falsePositives/expressions.ts';
import { isConstantAssigned } from '../falsePositives/assignments.ts';
import type { LintReport, LintRule } from '../report.ts';

const bug = (severity: LintRule['severity'], say: LintRule['say']): LintRule => ({
  severity,
  category: 'bug',
  say,
});

/** The operator of the logical expression whose left side is the code of a report. */
function operatorAfter(node: Rule.Node, code: string, source: SourceCode): string {
  let around: Rule.Node | null = node;
  while (around !== null && !(around.type === 'LogicalExpression' && source.getText(around.left) === code))
    around = around.parent;
  return around?.type === 'LogicalExpression' ? around.operator : '';
}

/** What comes of the comparison, one side of which is the code of a report. */
function outcome(node: Rule.Node, code: string, source: SourceCode, isNew: boolean): string {
  for (let around: Rule.Node | null = node; around !== null; around = around.parent) {
    if (around.type !== 'BinaryExpression' || ![around.left, around.right].some(side => source.getText(side) === code))
      continue;
    const comparison = quote(source.getText(around));
    return isNew
      ? `${comparison} is always ${around.operator.startsWith('!')}: nothing else is the object that is made here.`
      : `${comparison} always has the same result.`;
  }
  return `${quote(code)} always has the same result.`;
}

/** The comparison or the like around a report. */
function operation({ node, code }: LintReport): { readonly code: string; readonly operator: string } | undefined {
  const found = closestAncestor(node, 'BinaryExpression', 'LogicalExpression', 'AssignmentExpression');
  if (
    found?.type !== 'BinaryExpression' &&
    found?.type !== 'LogicalExpression' &&
    found?.type !== 'AssignmentExpression'
  )
    return { code, operator: '' };
  return { code, operator: found.operator };
}

/** The first line of an operand of several lines, and the operator: a line further down in it does not make it constant. */
function partsOfOperand({ node, code, source }: LintReport): (readonly [number, number])[] {
  const [start, end] = [node.range?.[0] ?? 0, (node.range?.[0] ?? 0) + code.length];
  const isReported = ({ range }: { readonly range?: [number, number] | undefined }): boolean =>
    range?.[0] === start && range[1] === end;
  const first = [start, start + (code.split('\n')[0]?.length ?? 0)] as const;
  for (let around: Rule.Node | null = node; around !== null; around = around.parent) {
    if (around.type !== 'LogicalExpression' && around.type !== 'BinaryExpression') continue;
    const { left, right, operator } = around;
    if (!isReported(left) && !isReported(right)) continue;
    const between = source.getFirstTokenBetween(left, right, ({ value }) => value === operator);
    return between === null ? [first] : [first, between.range];
  }
  return [first];
}

/** Whether a comparison of a value with itself is true. */
const isTrueOfSame = (operator: string): boolean => ['===', '==', '<=', '>='].includes(operator);

/** Rules on comparisons and conditions that always come out the same. */
export const comparisonRules: Readonly<Record<string, LintRule>> = {
  'no-compare-neg-zero': bug('medium', ({ code }) => ({
    title: `${quote(code)} does not tell \`-0\` from \`0\`: both are equal.`,
    body: 'Use `Object.is(…, -0)` for the one, or compare with `0`.',
  })),
  'no-cond-assign': {
    ...bug('medium', ({ code, node, source }) => {
      const assignment = closestAncestor(node, 'AssignmentExpression');
      const value = assignment?.type === 'AssignmentExpression' ? source.getText(assignment.right) : '';
      return {
        title: `${quote(code)} assigns, so the condition is always ${/^(?:0|false|null|''|""|``)$/.test(value) ? 'false' : 'true'}.`,
        body: 'Was a comparison meant? Write `===`.',
      };
    }),
    options: ['except-parens'],
    isFalsePositive: node => !isConstantAssigned(node),
  },
  'no-constant-binary-expression': {
    ...bug('medium', ({ messageId, code, node, source }) => {
      if (messageId === 'constantShortCircuit') {
        const operator = operatorAfter(node, code, source);
        const never =
          operator === '??' && !/^(?:null|undefined|void 0)$/.test(code)
            ? 'null or undefined'
            : operator === '||' && /^(?:`.+`|".+"|'.+')$/s.test(code)
              ? 'empty'
              : undefined;
        return {
          title:
            never === undefined
              ? `The left side of \`${operator}\` is always the same here: ${quote(code)}.`
              : `${quote(code)} is never ${never}, so what follows \`${operator}\` never counts.`,
          body: 'One side of the operator never counts. Are parentheses missing, or was another name meant?',
        };
      }
      return {
        title: outcome(node, code, source, /alwaysNew/i.test(messageId)),
        body: 'It does not depend on any value. Are parentheses missing, or was another name meant?',
      };
    }),
    exceptTests: true,
    exceptIn: benchmark,
    parts: partsOfOperand,
    isMinor: (node, source) => isTextWithDefault(node, source) || isEmptyFallback(node, source),
    isFalsePositive: (node, source) =>
      [
        isAssignedStep,
        isBuildPlaceholder,
        isTypeofComparison,
        isElementDisabled,
        isSwitch,
        isTried,
        isEmptyDefault,
        isPlaceholder,
      ].some(check => check(node, source)),
  },
  'no-dupe-else-if': {
    ...bug('medium', ({ code }) => ({
      title: `${quote(code)} is covered by a condition above, so this branch never runs.`,
      body: 'Was another condition meant?',
    })),
    isFalsePositive: (node, source) => mayChange(node, source) || isSameAgain(node, source),
  },
  'no-duplicate-case': {
    ...bug('medium', ({ node, source }) => {
      const found = closestAncestor(node, 'SwitchCase');
      const test = found?.type === 'SwitchCase' && found.test ? source.getText(found.test) : '';
      return {
        title: `${quote(`case ${test}`)} is above already, so this one never runs.`,
        body: 'Was another value meant?',
      };
    }),
    isFalsePositive: isRepeatedLabel,
  },
  'no-self-compare': {
    ...bug('medium', report => {
      const { code, operator = '' } = operation(report) ?? {};
      return {
        title: `${quote(code ?? '')} compares a value with itself, so it is always ${isTrueOfSame(operator) ? 'true' : 'false'}.`,
        body: 'Was another name meant on one side? To test for `NaN`, use `Number.isNaN`.',
      };
    }),
    exceptIn: benchmark,
    isFalsePositive: (node, source) => isNaNCheck(node, source) || mayChange(node, source),
  },
  'no-unsafe-negation': bug('medium', ({ code, node, source }) => {
    const whole = closestAncestor(node, 'BinaryExpression');
    const operator = whole?.type === 'BinaryExpression' ? whole.operator : '';
    return {
      title: `${quote(whole === undefined ? code : source.getText(whole))} negates ${quote(code.replace(/^!\s*/, ''))}, not the result.`,
      body: `\`!\` binds tighter than the operator. Put the rest in parentheses: \`!(… ${operator} …)\`.`,
    };
  }),
  'use-isnan': {
    ...bug('medium', ({ code, messageId }) => ({
      title:
        messageId === 'comparisonWithNaN'
          ? `${quote(code)} is always ${code.includes('!=') ? 'true' : 'false'}: nothing equals \`NaN\`, not even \`NaN\`.`
          : `${quote(code.split('{', 1)[0] ?? '')} never finds \`NaN\`: nothing equals it.`,
      body: 'Use `Number.isNaN`.',
    })),
    isFalsePositive: isBackedUp,
  },
  'valid-typeof': {
    ...bug('medium', ({ code }) => ({
      title: `\`typeof\` never gives ${quote(code)}, so the comparison always comes out the same.`,
      body: 'It gives `"undefined"`, `"object"`, `"boolean"`, `"number"`, `"bigint"`, `"string"`, `"symbol"` or `"function"`.',
    })),
    // Internet Explorer gives one more for methods of its own objects.
    isFalsePositive: (node, source) => /^(['"])unknown\1$/.test(source.getText(node)) || isBackedUp(node, source),
  },
  'review/identical-branches': {
    // What runs is the same either way.
    ...bug('low', ({ code, node, source }) => {
      const choice = closestAncestor(node, 'IfStatement', 'ConditionalExpression');
      const test = choice?.type === 'IfStatement' || choice?.type === 'ConditionalExpression' ? choice.test : undefined;
      return {
        title: `Both branches of ${quote(test === undefined ? code : source.getText(test))} do the same, so the condition has no effect.`,
        body: 'Was one of them meant to differ?',
      };
    }),
    // Two of one kind may be what is tested.
    exceptTests: true,
    isFalsePositive: (node, source) => isDefaultBranch(node, source) || isTableEntry(node, source),
  },
  'review/contradicting-comparisons': bug('medium', ({ code, names: [result = ''] }) => ({
    title: `${quote(code)} is always ${result}: one value cannot be both.`,
    body: result === 'true' ? 'Was `&&` meant instead of `||`?' : 'Was `||` meant instead of `&&`?',
  })),
  'review/index-as-condition': bug('low', ({ code }) => ({
    title: `${quote(code)} is true where nothing is found, and false where it is found first.`,
    body: 'It gives -1 where nothing is found, which is true. Use `includes`, or compare with `-1`.',
  })),
};
