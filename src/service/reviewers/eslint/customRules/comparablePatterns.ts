import type { Rule } from 'eslint';

/** What is said of a pattern that is too large to be compared, such as `a[^]{0,4000}b|a[^]{0,4000}c`. */
const tooLarge = /not allowed to create more than \d+ nodes/;

/** A rule that compares patterns, without those that are too large for it: they are no failure of the rule. */
export function ofComparablePatterns(rule: Rule.RuleModule): Rule.RuleModule {
  return {
    ...rule,
    create: context =>
      Object.fromEntries(
        Object.entries(rule.create(context)).map(([selector, listener]) => [
          selector,
          (...visited: unknown[]): void => {
            try {
              (listener as (...visited: unknown[]) => void)(...visited);
            } catch (error) {
              if (!(error instanceof Error) || !tooLarge.test(error.message)) throw error;
            }
          },
        ]),
      ),
  };
}
