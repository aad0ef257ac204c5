import type * as vscode from 'vscode';
import type { Finding } from '../../core/review/finding.ts';
import { compareReviews } from '../../reviews/current/compareReviews.ts';
import { formerComments } from '../../reviews/current/formerComments.ts';
import type { Novelty } from '../../reviews/current/findingCounts.ts';
import { sameFindingKey } from '../../reviews/current/overview.ts';
import { subjectKey } from '../../reviews/current/reviewSeries.ts';
import { findingId, type FindingsRecord } from '../../reviews/current/shownReviews.ts';
import {
  effectiveDecision,
  isOpenFinding,
  type Decision,
  type Decisions,
  type KnownFinding,
} from '../../reviews/decisions/decisions.ts';
import { knownFindings } from '../../reviews/decisions/knownFindings.ts';
import type { SettledRecord } from '../../reviews/store/reviewRecord.ts';
import type { PlacedReview } from './placement/placedReview.ts';
import type { ShownRules } from './shownRules.ts';
import type { WorkItem } from './workItem.ts';

interface PlacedRecord {
  readonly record: FindingsRecord;
  readonly placed: Pick<PlacedReview, 'linesOf'>;
}

const open: Decision = { state: 'open' };

/** The findings of a review, what was decided about them, and which of them are new. */
export class KnownReview {
  /** In the order of the comments. */
  readonly findings: readonly KnownFinding[];
  readonly #review: PlacedRecord;
  /** The key of what it is about. */
  readonly #subject: string;
  readonly #decisions: Decisions | undefined;
  readonly #previous: SettledRecord | undefined;
  /** By the id of the finding. */
  readonly #byId: ReadonlyMap<string, KnownFinding>;
  readonly #decided: ReadonlyMap<string, Decision>;
  readonly #added: ReadonlySet<string> | undefined;
  #lacksLines = false;

  /** @param previous the review before it in its series */
  constructor(review: PlacedRecord, decisions: Decisions | undefined, previous: SettledRecord | undefined) {
    const { record, placed } = review;
    const comments = record.review.comments ?? [];
    this.#review = review;
    this.#subject = subjectKey(record.subject);
    this.#decisions = decisions;
    this.#previous = previous;
    this.findings = knownFindings(comments, index => {
      const lines = placed.linesOf(findingId(record, index));
      this.#lacksLines ||= lines === undefined;
      return lines;
    });
    this.#byId = new Map(this.findings.map((known, index) => [findingId(record, index), known]));
    this.#decided = decisions?.of(this.findings) ?? new Map<string, Decision>();
    this.#added = previous && compareReviews(previous.review.comments ?? [], comments, formerComments(record)).added;
  }

  /** Whether it is of the same review, with the same lines known as far as they were asked for. */
  isOf({ record, placed }: PlacedRecord): boolean {
    return this.#review.record === record && (!this.#lacksLines || this.#review.placed.linesOf === placed.linesOf);
  }

  /** Whether it was made with these decisions and this review before it. */
  isWith(decisions: Decisions | undefined, previous: SettledRecord | undefined): boolean {
    return this.#decisions === decisions && this.#previous === previous;
  }

  /** What was decided about a finding of this review. */
  decisionOf({ id, state }: Finding): Decision {
    const decided = this.#decided.size === 0 ? undefined : this.#decided.get(this.#byId.get(id)?.fingerprint ?? '');
    return effectiveDecision(decided ?? open, this.#review.record.triggeredAt, state);
  }

  /** Makes the item of a finding of this review. @param rules decide whether it is shown */
  itemOf(finding: Finding, uri: vscode.Uri | undefined, rules: ShownRules): WorkItem {
    const { record } = this.#review;
    const { comment, state } = finding;
    const known = this.#byId.get(finding.id);
    const decision = this.decisionOf(finding);
    const novelty: Novelty | undefined = this.#added && (this.#added.has(known?.fingerprint ?? '') ? 'new' : 'still');
    return new ReviewItem(known, this.#subject, {
      finding,
      uri,
      decision,
      record,
      ofReview: this.findings,
      isOpen: isOpenFinding(comment, decision),
      isShown: rules.show(finding, uri, decision, novelty),
      state,
      severity: comment.severity,
      novelty,
    });
  }
}

/** An item whose hashes are computed when they are asked for. */
class ReviewItem implements WorkItem {
  readonly finding: WorkItem['finding'];
  readonly uri: WorkItem['uri'];
  readonly decision: WorkItem['decision'];
  readonly record: WorkItem['record'];
  readonly ofReview: WorkItem['ofReview'];
  readonly isOpen: WorkItem['isOpen'];
  readonly isShown: WorkItem['isShown'];
  readonly state: WorkItem['state'];
  readonly severity: WorkItem['severity'];
  readonly novelty: WorkItem['novelty'];
  readonly sources: WorkItem['sources'] = [this];
  readonly #known: KnownFinding | undefined;
  readonly #subject: string;

  constructor(
    known: KnownFinding | undefined,
    subject: string,
    facts: Omit<WorkItem, 'fingerprint' | 'key' | 'sources'>,
  ) {
    this.#known = known;
    this.#subject = subject;
    this.finding = facts.finding;
    this.uri = facts.uri;
    this.decision = facts.decision;
    this.record = facts.record;
    this.ofReview = facts.ofReview;
    this.isOpen = facts.isOpen;
    this.isShown = facts.isShown;
    this.state = facts.state;
    this.severity = facts.severity;
    this.novelty = facts.novelty;
  }

  get fingerprint(): string {
    return this.#known?.fingerprint ?? this.finding.id;
  }

  get key(): string {
    const { range } = this.finding;
    const lines = range && ([range.startLine, range.endLine] as const);
    const file = this.uri?.toString();
    return sameFindingKey({ fingerprint: this.fingerprint, file, lines, subject: this.#subject });
  }
}
