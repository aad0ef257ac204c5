/** A repository connected to the account of the API key, as the service lists it. */
export interface Repository {
  /** The service's identifier; opaque. */
  readonly id: string;
  /** Short name, without the owner. */
  readonly name: string;
  /** `owner/name`; what a review is triggered with. Owners may hold slashes (GitLab groups). */
  readonly fullName: string;
  /** Hosting provider as the service spells it, lower-cased (`github`, `gitlab`, …); empty where it was not said. */
  readonly provider: string;
  /** Whether only members can see it; undefined where the service did not say. */
  readonly isPrivate: boolean | undefined;
  /** Address of its page, https only, where the service gives one. */
  readonly webUrl: string | undefined;
}
