import { compareReviews } from '../../reviews/current/compareReviews.ts';
import type { Novelty } from '../../reviews/current/findingCounts.ts';
import { subjectKey } from '../../reviews/current/reviewSeries.ts';
import { findingId } from '../../reviews/current/shownReviews.ts';
import type { Decision, Decisions, KnownFinding } from '../../reviews/decisions/decisions.ts';
import { knownFindings } from '../../reviews/decisions/knownFindings.ts';
import type { SettledRecord } from '../../reviews/store/reviewRecord.ts';
import type { PlacedRecord } from './placedFindings.ts';

/** The findings of a review, what was decided about them, and which of them are new. */
export class KnownReview {
  /** Of what the review is about. */
  readonly subject: string;
  /** In the order of the comments. */
  readonly findings: readonly KnownFinding[];
  readonly #review: PlacedRecord;
  readonly #decisions: Decisions | undefined;
  readonly #previous: SettledRecord | undefined;
  readonly #fingerprints: ReadonlyMap<string, string>;
  readonly #decided: ReadonlyMap<string, Decision>;
  readonly #added: ReadonlySet<string> | undefined;

  /** @param previous the review before it in its series */
  constructor(review: PlacedRecord, decisions: Decisions | undefined, previous: SettledRecord | undefined) {
    const { record, placed } = review;
    const comments = record.review.comments ?? [];
    this.#review = review;
    this.subject = subjectKey(record.subject);
    this.#decisions = decisions;
    this.#previous = previous;
    this.findings = knownFindings(comments, index => placed.linesOf(findingId(record, index)));
    this.#fingerprints = new Map(
      this.findings.map(({ fingerprint }, index) => [findingId(record, index), fingerprint]),
    );
    this.#decided = decisions?.of(this.findings) ?? new Map<string, Decision>();
    this.#added = previous && compareReviews(previous.review.comments ?? [], comments).added;
  }

  /** Whether it is of the same review in the same places. */
  isOf({ record, placed }: PlacedRecord): boolean {
    return this.#review.record.review === record.review && this.#review.placed === placed;
  }

  /** Whether it was made with these decisions and this review before it. */
  isWith(decisions: Decisions | undefined, previous: SettledRecord | undefined): boolean {
    return this.#decisions === decisions && this.#previous === previous;
  }

  /** @param id of the finding */
  fingerprintOf(id: string): string {
    return this.#fingerprints.get(id) ?? id;
  }

  decisionOn(fingerprint: string): Decision {
    return this.#decided.get(fingerprint) ?? { state: 'open' };
  }

  noveltyOf(fingerprint: string): Novelty | undefined {
    return this.#added && (this.#added.has(fingerprint) ? 'new' : 'still');
  }
}
