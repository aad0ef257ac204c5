/** What is left of the hour's requests, over all windows that share a key. */
export interface WatchBudget {
  /** Requests per hour; infinite where nothing limits them. */
  readonly limit: number;
  /** How many requests watching may still make: what is kept for the user's own doing is not among them. */
  readonly remaining: number;
  /** Milliseconds until watching may make a request again; counts only while nothing remains. */
  readonly renewsIn: number;
}
