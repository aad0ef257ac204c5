import type { Rule as EslintRule, SourceCode } from 'eslint';
import type { Rule } from '../rule.ts';
import type { FalsePositiveCheck } from './falsePositives/expressions.ts';

/** What ESLint reports, as the sentences of the rules need it. */
export interface LintReport {
  readonly messageId: string;
  /** What is between single quotes in ESLint's message. */
  readonly names: readonly string[];
  /** The innermost node at the start of the report. */
  readonly node: EslintRule.Node;
  readonly source: SourceCode;
  /** The code that is reported. */
  readonly code: string;
}

/** A rule of ESLint that is on. */
export interface LintRule extends Rule<LintReport> {
  readonly options?: readonly unknown[];
  /** Whether to ignore the rule in tests. */
  readonly exceptTests?: true;
  /** Paths in which to ignore the rule. */
  readonly exceptIn?: RegExp;
  /** Set if the template of a component may do what the rule misses in its script, as reading a name. */
  readonly exceptInComponents?: true;
  /** Messages of the rule to ignore. */
  readonly ignoredMessages?: RegExp;
  /** Messages of the rule to ignore in some paths. */
  readonly ignoredMessagesIn?: { readonly isThere: (path: string) => boolean; readonly messages: RegExp };
  /** Whether what is wrong has no effect, so that the report is of low severity. */
  readonly isMinor?: FalsePositiveCheck;
  /** Whether the report is a likely false positive. */
  readonly isFalsePositive?: FalsePositiveCheck;
  /**
   * The parts of a report that make it one, as offsets: it is told if one of them is new, and not where only something
   * else in it is. Absent where all of it counts.
   */
  readonly parts?: (report: LintReport) => readonly (readonly [start: number, end: number])[];
  /** Names of the rule in other linters, whose directives suppress it too. */
  readonly knownAs?: RegExp;
}
