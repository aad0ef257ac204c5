import { similarity, type ContextHashes } from './contextHashes.ts';

/** What identifies a finding across reviews. */
export interface FindingIdentity {
  /** Hash of rule, path and code, see `keysOf`. */
  readonly key: string;
  /** `undefined` if the reviewed text is unknown. */
  readonly surroundings: ContextHashes | undefined;
  /** Position among the findings with the same key in its review, from 1. */
  readonly turn: number;
  /** Ids of the findings that its comment tells together; absent if its service does not say. */
  readonly members?: readonly string[] | undefined;
}

/** A finding of the decision store. */
export interface StoredFinding extends FindingIdentity {
  readonly isOpen: boolean;
}

const leastSimilar = 0.5;
// Two that are as similar to a finding but for this may each be it.
const margin = 0.5;
// More than anybody decides one by one; beyond it findings are only known by their turn.
const mostPairs = 10_000;

/** The stored finding that a finding of a review matches. */
export interface FindingMatch<K> {
  readonly kept: K;
  /** False if it may also be an open finding that is missing from this review. */
  readonly isSure: boolean;
}

/**
 * Matches the findings of a review with stored ones of the same key: by the surrounding lines, then by position.
 * @returns the match of each finding; `undefined` for a new one
 */
export function matchFindings<K extends StoredFinding>(
  findings: readonly FindingIdentity[],
  kept: readonly K[],
): (FindingMatch<K> | undefined)[] {
  const isFew = findings.length * kept.length <= mostPairs;
  const matches = new Map<number, Pair<K>>();
  const used = new Set<K>();
  for (const pair of isFew ? pairsOf(findings, kept) : pairsByTurn(findings, kept)) {
    if (matches.has(pair.finding) || used.has(pair.kept)) continue;
    matches.set(pair.finding, pair);
    used.add(pair.kept);
  }
  const doubtful = new Set<number>();
  const missing = kept.filter(each => each.isOpen && !used.has(each));
  // What a finding was taken for may be another one, if it is itself the one that is missing.
  for (const each of missing) {
    for (const [index, match] of matches) {
      if (doubtful.has(index)) continue;
      const finding = findings[index];
      if (isFew && finding !== undefined && similarityOf(each, finding) < match.similarity - margin) continue;
      doubtful.add(index);
      missing.push(match.kept);
    }
  }
  return findings.map((_, index) => {
    const match = matches.get(index);
    return match && { kept: match.kept, isSure: !doubtful.has(index) };
  });
}

interface Pair<K> {
  readonly finding: number;
  readonly kept: K;
  readonly similarity: number;
  /** Distance of their positions. */
  readonly turns: number;
}

/** Pairs that may be the same finding, most similar first. */
function pairsOf<K extends StoredFinding>(findings: readonly FindingIdentity[], kept: readonly K[]): Pair<K>[] {
  return findings
    .flatMap((finding, index) => kept.map(each => pairOf(finding, index, each)))
    .filter(pair => pair.similarity >= leastSimilar)
    .sort((a, b) => b.similarity - a.similarity || a.turns - b.turns);
}

function pairsByTurn<K extends StoredFinding>(findings: readonly FindingIdentity[], kept: readonly K[]): Pair<K>[] {
  const byTurn = new Map(kept.map(each => [each.turn, each]));
  return findings
    .flatMap((finding, index) => {
      const each = byTurn.get(finding.turn);
      return each === undefined ? [] : [pairOf(finding, index, each)];
    })
    .filter(pair => pair.similarity >= leastSimilar);
}

function pairOf<K extends StoredFinding>(finding: FindingIdentity, index: number, kept: K): Pair<K> {
  return {
    finding: index,
    kept,
    similarity: similarityOf(kept, finding),
    turns: Math.abs(kept.turn - finding.turn),
  };
}

function similarityOf(a: FindingIdentity, b: FindingIdentity): number {
  return similarity(a.surroundings, b.surroundings);
}
