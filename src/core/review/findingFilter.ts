import { commaList, t } from '../base/l10n.ts';
import type { FindingState } from './finding.ts';
import { matchesGlob } from '../system/glob.ts';
import { matchesRule } from './ignoreRules.ts';
import { severities, type Severity } from './severity.ts';

/** The properties that a filter compares. */
export interface Filterable {
  readonly severity: Severity;
  readonly state: FindingState;
  /** The user's decision. */
  readonly decision: 'open' | 'done' | 'dismissed';
  /** Whether the review before had it too; undefined where there was none. */
  readonly novelty: 'new' | 'still' | undefined;
  readonly rule: string | undefined;
  readonly path: string | undefined;
  readonly title: string;
  readonly body: string;
}

const names = ['severity', 'state', 'rule', 'path'] as const;
type FilterName = (typeof names)[number];

/** A parsed filter: `severity:high,critical rule:eslint/* path:src/** state:open words`. All parts must match. */
export interface FindingFilter {
  readonly parts: readonly { readonly name: FilterName; readonly values: readonly string[] }[];
  /** Words, each of which must occur in the title, body, rule or path. */
  readonly words: readonly string[];
}

const states = ['open', 'done', 'dismissed', 'current', 'changed', 'moved', 'outdated', 'new', 'still'];

/** Parses a filter. `problem` is a sentence that says what is wrong with it. */
export function parseFilter(text: string): FindingFilter | { readonly problem: string } {
  const parts: FindingFilter['parts'][number][] = [];
  const words: string[] = [];
  for (const [token] of text.matchAll(/\S+/g)) {
    const [, typed = '', value = ''] = /^([a-z]+):(.*)$/i.exec(token) ?? [];
    const name = names.find(each => each === typed.toLowerCase());
    if (name === undefined) {
      words.push(token.toLowerCase());
      continue;
    }
    const values = value.toLowerCase().split(',').filter(Boolean);
    if (values.length === 0)
      return { problem: t('Type what {name} should be, such as {example}.', { name, example: examples[name] }) };
    const known = { severity: severities as readonly string[], state: states }[name as string];
    const unknown = known && values.find(each => !known.includes(each));
    if (known !== undefined && unknown !== undefined)
      return {
        problem: t('There is no {name} {unknown}. It is one of {known}.', { name, unknown, known: commaList(known) }),
      };
    parts.push({ name, values });
  }
  return { parts, words };
}

const examples: Readonly<Record<FilterName, string>> = {
  severity: 'severity:high,critical',
  state: 'state:open',
  rule: 'rule:eslint/*',
  path: 'path:src/**',
};

/** Whether a finding matches a filter. */
export function matchesFilter({ parts, words }: FindingFilter, finding: Filterable): boolean {
  const { severity, state, decision, novelty, rule = '', path = '', title, body } = finding;
  const fits = {
    severity: (value: string) => value === severity,
    state: (value: string) => [state, decision, novelty].includes(value as never),
    rule: (value: string) => matchesRule(value, rule),
    path: (value: string) => matchesGlob(value, path) || path.toLowerCase().startsWith(`${value.replace(/\/$/, '')}/`),
  };
  const text = words.length === 0 ? '' : [title, body, rule, path].join('\n').toLowerCase();
  return parts.every(({ name, values }) => values.some(fits[name])) && words.every(word => text.includes(word));
}
