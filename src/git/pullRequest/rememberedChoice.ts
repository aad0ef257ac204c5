/** A pull request that the user chose for a branch. */
export interface RememberedChoice {
  readonly number: number;
  /** `owner/name` of the base repository. */
  readonly repository: string;
  /** HEAD at the time of the choice, which is valid while this commit is an ancestor of the branch. */
  readonly headCommit: string;
}
