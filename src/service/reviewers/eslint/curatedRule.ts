import type { EngineComment } from '../../engine/engineComment.ts';
import type { FalsePositiveCheck } from './falsePositives/expressions.ts';
import type { ShownAt } from './reportLocation.ts';

/** How the findings of a rule are shown. */
export interface RuleFacts {
  readonly severity: EngineComment['severity'];
  readonly category: EngineComment['category'];
  /** Why it matters and what to do, in Markdown. */
  readonly why: string;
  readonly options?: readonly unknown[];
  /** Whether to ignore the rule in tests. */
  readonly exceptTests?: true;
  /** Paths in which to ignore the rule. */
  readonly exceptIn?: RegExp;
  /** Messages of the rule to ignore. */
  readonly ignoredMessages?: RegExp;
  /** Messages of the rule to ignore in some paths. */
  readonly ignoredMessagesIn?: { readonly isThere: (path: string) => boolean; readonly messages: RegExp };
  /** Whether the report is a likely false positive. */
  readonly isFalsePositive?: FalsePositiveCheck;
  /** Where to show a finding, if not at its whole node. */
  readonly shownAt?: ShownAt;
  /** Names of the rule in other linters, whose directives suppress it too. */
  readonly knownAs?: RegExp;
}

/** A rule about a likely defect. */
export const bug = (severity: RuleFacts['severity'], why: string, options?: readonly unknown[]): RuleFacts => ({
  severity,
  category: 'bug',
  why,
  ...(options === undefined ? {} : { options }),
});
/** A rule about a vulnerability. */
export const security = (severity: RuleFacts['severity'], why: string): RuleFacts => ({
  severity,
  category: 'security',
  why,
});
/** A rule about code without effect or use. */
export const cleanup = (why: string, options?: readonly unknown[]): RuleFacts => ({
  severity: 'low',
  category: 'cleanup',
  why,
  ...(options === undefined ? {} : { options }),
});
