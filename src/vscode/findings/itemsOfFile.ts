import type * as vscode from 'vscode';
import type { Finding } from '../../core/review/finding.ts';
import type { Decision } from '../../reviews/decisions/decisions.ts';
import type { KnownReview } from './knownReview.ts';
import type { ShownRules } from './shownRules.ts';
import type { WorkItem } from './workItem.ts';

/** The items of a review in one file, and what they were made by. */
export interface MadeItems {
  readonly known: KnownReview;
  readonly rules: ShownRules;
  readonly items: readonly WorkItem[];
}

/**
 * Makes the items of a review in one file.
 * @param before those that were made last; the same item stays, and the same list where no item differs
 */
export function makeItems(
  findings: readonly Finding[],
  uri: vscode.Uri,
  known: KnownReview,
  rules: ShownRules,
  before: MadeItems | undefined,
): MadeItems {
  const isBy = before?.known === known && before.rules === rules;
  const items = findings.map((finding, index) => {
    const earlier = before?.items[index];
    if (isBy && earlier?.finding === finding) return earlier;
    return known.itemOf(finding, uri, rules);
  });
  return { known, rules, items: keepSame(items, before?.items) };
}

/** Returns the list of before where no item differs, else the new one with the items of before that do not. */
export function keepSame(items: readonly WorkItem[], before: readonly WorkItem[] | undefined): readonly WorkItem[] {
  const kept = items.map((item, index) => {
    const earlier = before?.[index];
    return earlier !== undefined && (earlier === item || isSame(earlier, item)) ? earlier : item;
  });
  return before?.length === kept.length && kept.every((item, index) => item === before[index]) ? before : kept;
}

function isSame(a: WorkItem, b: WorkItem): boolean {
  const [one, other] = [a.finding, b.finding];
  return (
    a.record === b.record &&
    a.uri?.toString() === b.uri?.toString() &&
    a.isOpen === b.isOpen &&
    a.isShown === b.isShown &&
    a.novelty === b.novelty &&
    one.id === other.id &&
    one.comment === other.comment &&
    one.state === other.state &&
    one.range?.startLine === other.range?.startLine &&
    one.range?.startColumn === other.range?.startColumn &&
    one.range?.endLine === other.range?.endLine &&
    one.range?.endColumn === other.range?.endColumn &&
    isSameDecision(a.decision, b.decision)
  );
}

function isSameDecision(a: Decision, b: Decision): boolean {
  if (a === b) return true;
  if (a.state === 'open') return b.state === 'open' && a.reportedAgain === b.reportedAgain;
  if (a.state === 'done') return b.state === 'done' && a.at === b.at;
  return b.state === 'dismissed' && a.at === b.at && a.reason === b.reason;
}
