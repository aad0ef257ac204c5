/** What something is called, and what it was called in an earlier review. */
export type Rename = readonly [now: string, before: string];

/** What was renamed since the review that a review is compared with. */
export interface Renames {
  /** Files that have comments. */
  readonly paths: readonly Rename[];
  /** Ids of the findings in them that comments tell together. */
  readonly ids: readonly Rename[];
}

/** Most that is kept of each with a review; what is beyond it counts as new. */
export const mostRenames = 10_000;

/** Reads what was stored with a review; undefined for anything else. */
export function readRenames(stored: unknown): Renames | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const { paths, ids } = stored as { readonly paths?: unknown; readonly ids?: unknown };
  return areRenames(paths) && areRenames(ids) ? { paths, ids } : undefined;
}

function areRenames(stored: unknown): stored is readonly Rename[] {
  if (!Array.isArray(stored) || stored.length > mostRenames) return false;
  return stored.every(each => Array.isArray(each) && each.length === 2 && each.every(name => typeof name === 'string'));
}
