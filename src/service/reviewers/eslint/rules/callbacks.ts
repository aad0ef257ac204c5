import { quote } from '../../rule.ts';
import { callbackAround, firstAwaited, lastCall, methodTaking } from '../callbacks.ts';
import {
  catchesAwaited,
  isEndOfScript,
  isForEffect,
  isNothingBelow,
  isResultUnused,
} from '../falsePositives/callbacks.ts';
import { decidedBy, isDecidedOnce } from '../customRules/conditionalHook.ts';
import { closestAncestor } from '../falsePositives/expressions.ts';
import type { LintReport, LintRule } from '../report.ts';

/** Rules on functions that are handed to methods, and on hooks, which React tells apart by their order. */
export const callbackRules: Readonly<Record<string, LintRule>> = {
  'array-callback-return': {
    severity: 'medium',
    category: 'bug',
    // A bare `return` is explicit.
    options: [{ allowImplicit: true }],
    // On some path, `undefined` may be meant.
    ignoredMessages: /to be returned at the end/,
    isFalsePositive: isResultUnused,
    say: missingReturn,
  },
  'review/async-callback': {
    severity: 'medium',
    category: 'bug',
    isFalsePositive: (node, source) => catchesAwaited(node, source) || isEndOfScript(node, source),
    isMinor: isNothingBelow,
    knownAs: /no-misused-promises/,
    say: report => {
      const { node, source, names } = report;
      const [method = ''] = names;
      const awaited = awaitedIn(report);
      return isForEffect(node, source)
        ? {
            title: `\`${method}\` does not wait for ${awaited}: ${isNothingBelow(node, source) ? 'the caller goes on' : 'the code below runs'} before, and an error is lost.`,
            body: 'The promises that the callback returns are dropped. Use `for … of` with `await`, or `await Promise.all(list.map(…))`.',
          }
        : {
            title: `\`${source.getText(node)}\` does not wait for ${awaited}: it takes the promise for the answer, which is always true.`,
            body: 'Await the answers first: `const answers = await Promise.all(list.map(…))`.',
          };
    },
  },
  'review/conditional-hook': {
    severity: 'medium',
    category: 'bug',
    parts: ({ node, source }) => [node, decidedBy(node, source).by].flatMap(each => (each?.range ? [each.range] : [])),
    isMinor: isDecidedOnce,
    knownAs: /rules-of-hooks/,
    say: ({ node, source, names: [name = ''] }) => {
      const { by, isReturn } = decidedBy(node, source);
      const test = quote(by === undefined ? '' : source.getText(by));
      return {
        title: `\`${name}\` is not called in each rendering: ${isReturn ? `${test} returns before it` : `it depends on ${test}`}.`,
        body: `React tells hooks apart by their order: once the condition changes, it throws or mixes up their state. Call \`${name}\` ${isReturn ? 'before the return' : 'in any case'}.`,
      };
    },
  },
};

/** What the async callback of a call awaits first. */
function awaitedIn({ node, source }: LintReport): string {
  const call = closestAncestor(node, 'CallExpression');
  const [callback] = call?.type === 'CallExpression' ? call.arguments : [];
  const found = callback && firstAwaited(callback, source);
  return found === undefined ? 'its async callback' : quote(source.getText(found));
}

function missingReturn(report: LintReport): { title: string; body: string } {
  const { source } = report;
  const callback = callbackAround(report.node);
  const call = callback?.parent;
  const method = methodTaking(callback);
  const last = callback === undefined ? undefined : lastCall(callback);
  const missing = last === undefined ? 'anything' : quote(source.getText(last));
  const taker = call?.parent;
  const waiting =
    taker?.type === 'CallExpression' && /^Promise\.\w+$/.test(source.getText(taker.callee))
      ? source.getText(taker.callee)
      : undefined;
  return {
    title:
      waiting !== undefined
        ? `\`${waiting}\` waits for nothing: the callback of \`${method}\` does not return ${missing}.`
        : `The callback of \`${method}\` does not return ${missing}, so ${outcome(method)}.`,
    body: 'Return the value in the callback. To go through a list for its effects, use `for … of` or `forEach`.',
  };
}

/** What a method makes of a callback that returns nothing. */
function outcome(method: string): string {
  if (method === 'filter') return 'nothing is left';
  if (method === 'some' || method === 'every') return `\`${method}\` answers without it`;
  if (method.startsWith('find')) return 'nothing is found';
  if (method.startsWith('reduce')) return 'each round loses the result of the one before';
  if (method.includes('ort')) return 'nothing is sorted';
  return 'each element becomes `undefined`';
}
