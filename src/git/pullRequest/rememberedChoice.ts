/** A pull request that the user chose for a branch. */
export interface RememberedChoice {
  readonly number: number;
  /** `owner/name` of the base repository. */
  readonly repository: string;
  /** HEAD when it was chosen: while that is an ancestor, the branch is still the one it was chosen for. */
  readonly headCommit: string;
}
