import type { EngineComment } from '../../engine/engineComment.ts';
import type { FalsePositiveCheck } from './falsePositives/expressions.ts';
import type { ShownAt } from './reportLocation.ts';

/** How a rule's findings are shown. */
export interface RuleFacts {
  readonly severity: EngineComment['severity'];
  readonly category: EngineComment['category'];
  /** Why it matters and what to do, in Markdown. */
  readonly why: string;
  readonly options?: readonly unknown[];
  /** Not said of tests. */
  readonly exceptTests?: true;
  /** Not said of these paths. */
  readonly exceptIn?: RegExp;
  /** Those of the rule's messages that are not said. */
  readonly ignoredMessages?: RegExp;
  /** Those of the rule's messages that are not said of these paths. */
  readonly ignoredMessagesIn?: { readonly isThere: (path: string) => boolean; readonly messages: RegExp };
  /** Whether the code tells that it is meant. */
  readonly isFalsePositive?: FalsePositiveCheck;
  /** Where it is shown, if not at all lines of what the rule finds. */
  readonly shownAt?: ShownAt;
  /** What other linters call it, whose directives switch it off too. */
  readonly knownAs?: RegExp;
}

/** What is most likely wrong. */
export const bug = (severity: RuleFacts['severity'], why: string, options?: readonly unknown[]): RuleFacts => ({
  severity,
  category: 'bug',
  why,
  ...(options === undefined ? {} : { options }),
});
/** What lets others do harm. */
export const security = (severity: RuleFacts['severity'], why: string): RuleFacts => ({
  severity,
  category: 'security',
  why,
});
/** What has no use. */
export const cleanup = (why: string, options?: readonly unknown[]): RuleFacts => ({
  severity: 'low',
  category: 'cleanup',
  why,
  ...(options === undefined ? {} : { options }),
});
