import { createHash } from 'node:crypto';
import { t } from '../../core/base/l10n.ts';
import type { FindingState } from '../../core/review/finding.ts';
import type { ReviewComment } from '../../core/review/review.ts';
import { matchFindings, type FindingIdentity, type StoredFinding, type FindingMatch } from './matchFindings.ts';

/** The user's decision about a finding. Local: the API has no call for it. */
export type Decision =
  /** `reportedAgain`: it was marked as done, but a later review reports it again for unchanged code. */
  | { readonly state: 'open'; readonly reportedAgain?: true }
  /** `reason`: how it was dealt with, where that was said. */
  | { readonly state: 'done'; readonly at: number; readonly reason?: string }
  | { readonly state: 'dismissed'; readonly at: number; readonly reason: string };

type ClosedDecision = Exclude<Decision, { readonly state: 'open' }>;

/** A finding of a review, with what its decision is looked up by. */
export interface KnownFinding {
  /** Unique in its review, see `fingerprintsOf`. Hashed when it is first asked for, as the key. */
  readonly fingerprint: string;
  readonly key: string;
  /** Called only if there is a decision for the key, since it hashes the surrounding lines. */
  readonly identity: () => FindingIdentity;
  readonly members?: FindingIdentity['members'];
}

/** A decision as it is stored. Old ones have a fingerprint as `id` and no `finding`. */
export interface StoredDecision {
  /** The last decision of an id counts; `forgotten` deletes it. */
  readonly id: string;
  readonly decision: Decision | { readonly state: 'forgotten' };
  readonly finding: FindingIdentity | undefined;
}

interface Kept extends StoredFinding {
  readonly id: string;
  readonly decision: Decision;
}

const open: Decision = { state: 'open' };

/** A decision that counts. */
export interface LastDecision extends StoredDecision {
  readonly decision: Decision;
}

/** Returns the last decision of each id in the order in which they were made, without what was forgotten. */
export function lastOf(kept: Iterable<StoredDecision>): LastDecision[] {
  const last = new Map<string, StoredDecision>();
  for (const each of kept) {
    // So that it also comes after what was decided in between.
    last.delete(each.id);
    last.set(each.id, each);
  }
  return [...last.values()].filter((each): each is LastDecision => each.decision.state !== 'forgotten');
}

/** The decisions of a repository. */
export class Decisions {
  readonly #byKey = new Map<string, Kept[]>();
  readonly #byFingerprint = new Map<string, Decision>();
  /** The last decision about a comment that told a finding, by the finding's id. */
  readonly #byMember = new Map<string, Decision>();

  /** @param kept in the order in which they were made */
  constructor(kept: Iterable<StoredDecision>) {
    for (const { id, finding, decision } of lastOf(kept)) {
      if (finding === undefined) this.#byFingerprint.set(id, decision);
      else {
        for (const member of finding.members ?? []) this.#byMember.set(member, decision);
        const entry = { ...finding, id, decision, isOpen: decision.state === 'open' };
        const equal = this.#byKey.get(finding.key);
        if (equal === undefined) this.#byKey.set(finding.key, [entry]);
        else equal.push(entry);
      }
    }
  }

  /** Whether nothing was decided. */
  get isEmpty(): boolean {
    return this.#byKey.size + this.#byFingerprint.size === 0;
  }

  /** Returns the decisions about the findings of a review, by fingerprint. Undecided findings are absent. */
  of(findings: readonly KnownFinding[]): Map<string, Decision> {
    const decisions = new Map<string, Decision>();
    if (this.isEmpty) return decisions;
    for (const [key, equal] of Map.groupBy(findings, finding => finding.key)) {
      const known = this.#keptOf(key, equal);
      for (const [index, { fingerprint, members = [] }] of equal.entries()) {
        const match = known?.[index];
        const own = known === undefined ? this.#byFingerprint.get(fingerprint) : decisionOf(match);
        // A comment on several findings may have another one by now. Of one that stands alone its surroundings say more.
        const isOwn =
          members.length > 1 ? match !== undefined && match.kept.members === undefined : known !== undefined;
        const decision = isOwn ? own : (this.#ofAll(members) ?? (members.length > 1 ? undefined : own));
        if (decision !== undefined) decisions.set(fingerprint, decision);
      }
    }
    return decisions;
  }

  /**
   * Returns what to store for a decision about some findings of a review. It includes the current state of all findings
   * with the same key, so that the decision is not applied to them later.
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

  /** The decision about findings that are all closed, that of the first that was done; none where one was never decided about. */
  #ofAll(members: readonly string[]): Decision | undefined {
    const all = members.map(member => this.#byMember.get(member) ?? open);
    const closed = all.filter(decision => decision.state !== 'open').sort(firstDone);
    return closed.length === all.length ? closed[0] : undefined;
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

/** What was done before a review is open if it reports it again, so the first that was done says how all of them stand. */
function firstDone(a: ClosedDecision, b: ClosedDecision): number {
  return Number(b.state === 'done') - Number(a.state === 'done') || a.at - b.at;
}

/** Only of a sure match: a finding that is wrongly open is seen again, one that is wrongly closed is not. */
function decisionOf(known: FindingMatch<Kept> | undefined): Decision | undefined {
  return known?.isSure === true ? known.kept.decision : undefined;
}

/**
 * Returns the decision as it applies to a finding of a review. A finding that was done is open again if a later review
 * reports it, unless its code has changed since that review. A dismissed one stays dismissed.
 * @param triggeredAt of the review, in milliseconds since the epoch
 */
export function effectiveDecision(decision: Decision, triggeredAt: number, state: FindingState): Decision {
  if (decision.state !== 'done' || decision.at >= triggeredAt) return decision;
  return state === 'changed' || state === 'outdated' ? decision : { state: 'open', reportedAgain: true };
}

/**
 * A decision about a finding of a review as it is kept: never from before the review, also where the clock was put back.
 * @param triggeredAt of the review, in milliseconds since the epoch
 */
export function decidedSince(decision: Decision, triggeredAt: number): Decision {
  return decision.state === 'open' ? decision : { ...decision, at: Math.max(decision.at, triggeredAt) };
}

/** Whether something is left to be done about a finding. */
export function isOpenFinding({ resolved, severity }: ReviewComment, decision: Decision): boolean {
  return decision.state === 'open' && !resolved && severity !== 'praise';
}

/** Returns a label for a decision: "done", "dismissed", "reported again"; empty for an open finding. */
export function decisionLabel(decision: Decision): string {
  switch (decision.state) {
    case 'done':
      return t('done');
    case 'dismissed':
      return t('dismissed');
    case 'open':
      return decision.reportedAgain === true ? t('reported again') : '';
  }
}

/** Why no one need look at a finding any more: "done", "dismissed: A false alarm"; `undefined` where it is open. */
export function closedWords(decision: Decision | undefined): string | undefined {
  if (decision === undefined || decision.state === 'open') return undefined;
  const label = decisionLabel(decision);
  return decision.reason === undefined ? label : t('{name}: {text}', { name: label, text: decision.reason });
}

/** The id that a decision about a finding is stored by. */
export function idOf({ key, surroundings, turn }: FindingIdentity): string {
  const { above, below } = surroundings ?? {};
  return createHash('sha256')
    .update(JSON.stringify([key, above, below, turn]))
    .digest('hex')
    .slice(0, 24);
}
