import type * as vscode from 'vscode';

const names = { roots: 'reviewedRoots', elsewhere: 'reviewedElsewhere' } as const;

/** Where the reviews that were made in this workspace are kept. */
export interface ReviewedPlaces {
  /** Top folders of the repositories. */
  readonly roots: readonly string[];
  /** Places in the store, of repositories without a folder. */
  readonly elsewhere: readonly string[];
}

/** @param state of the workspace */
export function reviewedPlaces(state: vscode.Memento): ReviewedPlaces {
  return { roots: state.get(names.roots, []), elsewhere: state.get(names.elsewhere, []) };
}

/** Whether a review was made in this workspace, or is expected by an agent. */
export function hasReviewed(state: vscode.Memento): boolean {
  const { roots, elsewhere } = reviewedPlaces(state);
  return roots.length + elsewhere.length > 0;
}

/** Keeps a place, once. */
export function keepPlace(state: vscode.Memento, kind: keyof ReviewedPlaces, place: string): void {
  const known = reviewedPlaces(state)[kind];
  if (!known.includes(place)) void state.update(names[kind], [...known, place]);
}
