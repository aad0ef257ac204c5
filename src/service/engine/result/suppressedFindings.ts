import { counted } from './counted.ts';
import type { CompletedResult } from '../messages.ts';
import type { HiddenFinding } from '../reviewerReport.ts';
import { listFirst } from './listFirst.ts';
import type { Gap } from './gap.ts';

/** What comments in the code keep from being shown, with its places; one sentence for each kind of comment. */
export function hiddenNotes({ hidden = [] }: CompletedResult): string[] {
  return [
    ...noteOf(byChange(hidden), 'that this change adds'),
    ...noteOf(
      hidden.filter(({ by }) => by === 'base'),
      'that were there before',
    ),
  ];
}

/** A change that hides what is found in it is not clear; nothing went wrong, though. */
export function hiddenGaps({ hidden = [] }: CompletedResult): Gap[] {
  const found = byChange(hidden);
  if (found.length === 0) return [];
  const notifications = found.map(({ path, line, rule }) => ({
    path,
    reason: `${rule} at line ${line} is hidden by a comment`,
  }));
  return [{ message: hiddenBy(found, 'that this change adds'), isFailure: false, notifications }];
}

function byChange(hidden: readonly HiddenFinding[]): HiddenFinding[] {
  return hidden.filter(({ by }) => by === 'change');
}

function noteOf(hidden: readonly HiddenFinding[], which: string): string[] {
  if (hidden.length === 0) return [];
  const places = hidden.map(({ path, line, rule }) => `${path}:${line} (${rule})`);
  return [`${hiddenBy(hidden, which)}: ${listFirst(places)}.`];
}

function hiddenBy({ length }: readonly HiddenFinding[], which: string): string {
  return `${counted(length, 'finding')} ${length === 1 ? 'is' : 'are'} hidden by comments ${which}`;
}
