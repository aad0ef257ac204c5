import type * as vscode from 'vscode';
import { firstLeft } from '../../../core/placement/commentPlaces.ts';
import type { IdentifiedComment } from '../../../core/placement/placeFindings.ts';
import type { Finding } from '../../../core/review/finding.ts';
import type { ReviewComment } from '../../../core/review/review.ts';

interface Place {
  readonly finding: Finding;
  /** The file; undefined where that is not here. */
  readonly uri: vscode.Uri | undefined;
}

/** At which of its places each comment of a review is shown, by where all of them are now. */
export class StandingComments {
  /** The comments with several places, as they are told at each, by the id of their finding. */
  readonly #several: ReadonlyMap<string, readonly ReviewComment[]>;
  readonly #places = new Map<ReviewComment, Place>();
  readonly #lists = new WeakMap<readonly Finding[], readonly Finding[]>();

  /** @param comments as `atEachPlace` tells them, in that order */
  constructor(comments: readonly IdentifiedComment[]) {
    const byId = Map.groupBy(comments, ({ id }) => id);
    this.#several = new Map(
      [...byId].flatMap(([id, each]) => (each.length < 2 ? [] : [[id, each.map(({ comment }) => comment)] as const])),
    );
  }

  /** Whether one of some findings is of a comment with several places. */
  hasSome(findings: readonly Finding[]): boolean {
    return this.#several.size > 0 && findings.some(({ id }) => this.#several.has(id));
  }

  /** Notes where the findings of a file are now. @returns the files in which comments are shown, or are no longer, since */
  note(findings: readonly Finding[], uri: vscode.Uri | undefined): vscode.Uri[] {
    const changed: vscode.Uri[] = [];
    for (const finding of findings) {
      const { id, comment } = finding;
      if (!this.#several.has(id) || this.#places.get(comment)?.finding === finding) continue;
      const before = this.#standing(id);
      this.#places.set(comment, { finding, uri });
      const now = this.#standing(id);
      for (const place of before === now ? [] : [before, now]) if (place?.uri !== undefined) changed.push(place.uri);
    }
    return changed;
  }

  /** Those of some findings that are shown; the same list as before while they are the same. */
  among(findings: readonly Finding[]): readonly Finding[] {
    if (!this.hasSome(findings)) return findings;
    const now = findings.filter(each => !this.#several.has(each.id) || this.#standing(each.id)?.finding === each);
    const before = this.#lists.get(findings);
    if (before?.length === now.length && before.every((each, index) => each === now[index])) return before;
    this.#lists.set(findings, now);
    return now;
  }

  /** Undefined until all of its places have been looked at: the first may come last. */
  #standing(id: string): Place | undefined {
    const places: Place[] = [];
    for (const comment of this.#several.get(id) ?? []) {
      const place = this.#places.get(comment);
      if (place === undefined) return undefined;
      places.push(place);
    }
    return firstLeft(places);
  }
}

/** Of comments with one place each. */
export const ofOnePlace = new StandingComments([]);
