import { createHash } from 'node:crypto';
import type { FindingState } from '../../core/review/finding.ts';
import { matchFindings, type FindingIdentity, type StoredFinding, type FindingMatch } from './matchFindings.ts';

/** What the user decided about a finding; local, since the API has no call for it. */
export type Decision =
  /** `reportedAgain`: it was done, and a later review reports it for code that is as it was. */
  | { readonly state: 'open'; readonly reportedAgain?: true }
  | { readonly state: 'done'; readonly at: number }
  | { readonly state: 'dismissed'; readonly at: number; readonly reason: string };

/** A finding of a review, as decisions are looked up for it. */
export interface KnownFinding {
  /** Unique in its review, see `fingerprintsOf`. */
  readonly fingerprint: string;
  readonly key: string;
  /** Asked only of findings whose key is among the decisions, since it takes the text around them. */
  readonly identity: () => FindingIdentity;
}

/** A decision as it is kept. Those of before findings were known by their surroundings have a fingerprint only. */
export interface StoredDecision {
  /** The last one of an id counts; `forgotten` takes it away. */
  readonly id: string;
  readonly decision: Decision | { readonly state: 'forgotten' };
  readonly finding: FindingIdentity | undefined;
}

interface Kept extends StoredFinding {
  readonly id: string;
  readonly decision: Decision;
}

const open: Decision = { state: 'open' };

/** The decisions of a repository. */
export class Decisions {
  readonly #byKey = new Map<string, Kept[]>();
  readonly #byFingerprint = new Map<string, Decision>();

  /** @param kept in the order in which they were made */
  constructor(kept: Iterable<StoredDecision>) {
    for (const { id, finding, decision } of new Map([...kept].map(each => [each.id, each])).values()) {
      if (decision.state === 'forgotten') continue;
      if (finding === undefined) this.#byFingerprint.set(id, decision);
      else {
        const entry = { ...finding, id, decision, isOpen: decision.state === 'open' };
        const equal = this.#byKey.get(finding.key);
        if (equal === undefined) this.#byKey.set(finding.key, [entry]);
        else equal.push(entry);
      }
    }
  }

  /** What was decided about the findings of a review, by their fingerprints; those that nothing was decided about are absent. */
  of(findings: readonly KnownFinding[]): Map<string, Decision> {
    const decisions = new Map<string, Decision>();
    for (const [key, equal] of Map.groupBy(findings, finding => finding.key)) {
      const known = this.#keptOf(key, equal);
      for (const [index, { fingerprint }] of equal.entries()) {
        const decision = known === undefined ? this.#byFingerprint.get(fingerprint) : decisionOf(known[index]);
        if (decision !== undefined) decisions.set(fingerprint, decision);
      }
    }
    return decisions;
  }

  /**
   * What is to be kept so that some findings of a review are decided: they, and the equal ones of the review as they
   * stand, since a decision about one is not to be taken for one about them.
   */
  deciding(findings: readonly KnownFinding[], decided: ReadonlySet<string>, decision: Decision): StoredDecision[] {
    const before = this.of(findings);
    return [...Map.groupBy(findings, finding => finding.key)].flatMap(([key, equal]): StoredDecision[] => {
      if (!equal.some(({ fingerprint }) => decided.has(fingerprint))) return [];
      const known = this.#keptOf(key, equal) ?? [];
      const now = equal.map(({ fingerprint, identity }): StoredDecision => {
        const finding = identity();
        const isDecided = decided.has(fingerprint);
        return { id: idOf(finding), finding, decision: isDecided ? decision : (before.get(fingerprint) ?? open) };
      });
      const ids = new Set(now.map(({ id }) => id));
      const replaced = known.flatMap(each => (each === undefined || ids.has(each.kept.id) ? [] : [each.kept.id]));
      const forgotten = replaced.map((id): StoredDecision => {
        return { id, finding: undefined, decision: { state: 'forgotten' } };
      });
      return [...forgotten, ...now];
    });
  }

  /** What the findings of one key are known as; undefined where nothing was decided about one of that key. */
  #keptOf(key: string, equal: readonly KnownFinding[]): (FindingMatch<Kept> | undefined)[] | undefined {
    const kept = this.#byKey.get(key);
    if (kept === undefined) return undefined;
    return matchFindings(
      equal.map(({ identity }) => identity()),
      kept,
    );
  }
}

/** What is wrongly open is looked at again, what is wrongly closed is not. */
function decisionOf(known: FindingMatch<Kept> | undefined): Decision | undefined {
  return known?.isSure === true ? known.kept.decision : undefined;
}

/**
 * What a decision means for a finding of a review. Dismissed stays dismissed; what was done and is reported again by a
 * review that was asked for later is open again, unless its code was changed meanwhile and that review has not seen it.
 * @param triggeredAt of the review, in milliseconds since the epoch
 */
export function effectiveDecision(decision: Decision, triggeredAt: number, state: FindingState): Decision {
  if (decision.state !== 'done' || decision.at >= triggeredAt) return decision;
  return state === 'changed' || state === 'outdated' ? decision : { state: 'open', reportedAgain: true };
}

/** For a row or a label: `done`, `dismissed`, `reported again`; empty for a finding that is simply open. */
export function decisionLabel(decision: Decision): string {
  if (decision.state !== 'open') return decision.state;
  return decision.reportedAgain === true ? 'reported again' : '';
}

function idOf({ key, surroundings, turn }: FindingIdentity): string {
  const { above, below } = surroundings ?? {};
  return createHash('sha256')
    .update(JSON.stringify([key, above, below, turn]))
    .digest('hex')
    .slice(0, 24);
}
