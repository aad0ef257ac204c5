import type { FindingState } from '../../core/review/finding.ts';
import { compareSeverity, type Severity } from '../../core/review/severity.ts';

/** Whether the review before it had a finding too; `undefined` where there is no review to compare with. */
export type Novelty = 'new' | 'still';

/** What is counted of a finding. */
export interface CountedFinding {
  /** Whether there is something left to do: undecided, not settled by the service, no praise. */
  readonly isOpen: boolean;
  /** Whether filter and settings let it be seen. */
  readonly isShown: boolean;
  readonly state: FindingState;
  readonly severity: Severity;
  readonly novelty: Novelty | undefined;
}

/** The numbers that every part of the window shows. */
export interface FindingCounts {
  /** Open findings that are shown and whose lines still exist. */
  readonly open: number;
  /** How many of the open ones the review before did not have; `undefined` where there was none. */
  readonly new: number | undefined;
  /** Open findings whose lines were removed. */
  readonly outdated: number;
  /** Open findings that filter or settings hide. */
  readonly hidden: number;
  /** Findings that need nothing any more. */
  readonly closed: number;
  /** The worst severity of the open ones; `undefined` if there are none. */
  readonly worst: Severity | undefined;
}

/** Counts findings. Every number in the window comes from here, so that no two of them differ. */
export function countFindings(findings: Iterable<CountedFinding>): FindingCounts {
  let [open, added, outdated, hidden, closed] = [0, 0, 0, 0, 0];
  let isCompared = false;
  let worst: Severity | undefined;
  for (const { isOpen, isShown, state, severity, novelty } of findings) {
    isCompared ||= novelty !== undefined;
    if (!isOpen) closed++;
    else if (!isShown) hidden++;
    else if (state === 'outdated') outdated++;
    else {
      open++;
      if (novelty === 'new') added++;
      if (worst === undefined || compareSeverity(severity, worst) < 0) worst = severity;
    }
  }
  return { open, new: isCompared ? added : undefined, outdated, hidden, closed, worst };
}
