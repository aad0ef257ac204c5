import { pluralize } from './pluralize.ts';
import type { CompletedResult } from '../messages.ts';
import type { SuppressedFinding } from '../reviewerReport.ts';
import { listFirst } from './listFirst.ts';
import type { Gap } from './gap.ts';

/** Sentences that list the suppressed findings, one for each way of suppressing them. */
export function suppressedNotes({ hidden = [] }: CompletedResult): string[] {
  const by = (what: SuppressedFinding['by']): SuppressedFinding[] => hidden.filter(each => each.by === what);
  return [
    ...noteOf(by('change'), 'by comments that this change adds'),
    ...noteOf(by('base'), 'by comments that were there before'),
    ...noteOf(by('tool'), 'by the settings of the project’s tools'),
  ];
}

/** The gap of a change that suppresses findings in itself; it is no failure. */
export function suppressedGaps({ hidden = [] }: CompletedResult): Gap[] {
  const found = hidden.filter(({ by }) => by === 'change');
  if (found.length === 0) return [];
  const notifications = found.map(({ path, line, rule }) => ({
    path,
    reason: `${rule} at line ${line} is hidden by a comment`,
  }));
  return [{ message: hiddenBy(found, 'by comments that this change adds'), isFailure: false, notifications }];
}

function noteOf(hidden: readonly SuppressedFinding[], which: string): string[] {
  if (hidden.length === 0) return [];
  const places = hidden.map(({ path, line, rule }) => `${path}:${line} (${rule})`);
  return [`${hiddenBy(hidden, which)}: ${listFirst(places)}.`];
}

function hiddenBy({ length }: readonly SuppressedFinding[], which: string): string {
  return `${pluralize(length, 'finding')} ${length === 1 ? 'is' : 'are'} hidden ${which}`;
}
