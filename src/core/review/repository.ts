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

/** Tells repositories apart: the same `owner/name` at two providers, or two hosts of one, is two. */
export function repositoryKey({ provider, webUrl, fullName }: Repository): string {
  return JSON.stringify([provider, webUrl === undefined ? '' : new URL(webUrl).host, fullName]);
}

const knownProvider = /^(?:github|gitlab|bitbucket|azure|gitea|forgejo)/;

/** Whether a checked-out repository is a listed one: names are compared without case; providers only where both are known. */
export function isSameRepository(
  one: Pick<Repository, 'fullName' | 'provider'>,
  other: Pick<Repository, 'fullName' | 'provider'>,
): boolean {
  const [first, second] = [one, other].map(({ provider }) => knownProvider.exec(provider.toLowerCase())?.[0]);
  const isOther = first !== undefined && second !== undefined && first !== second;
  return !isOther && one.fullName.toLowerCase() === other.fullName.toLowerCase();
}
