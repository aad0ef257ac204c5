/** The remaining budget for polling, over all windows that share a key. */
export interface WatchBudget {
  /** Requests per hour; `Infinity` without a limit. */
  readonly limit: number;
  /** Requests left for polling, without the reserve for user actions. */
  readonly remaining: number;
  /** Milliseconds until polling may send a request again; relevant only if `remaining` is 0. */
  readonly renewsIn: number;
}
