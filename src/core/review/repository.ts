/** A repository connected to the account of the API key, as the service lists it. */
export interface Repository {
  /** The service's identifier; opaque. */
  readonly id: string;
  /** Name without the owner. */
  readonly name: string;
  /** `owner/name`, as used to trigger a review. The owner may contain slashes (GitLab groups). */
  readonly fullName: string;
  /** Hosting provider in lower case (`github`, `gitlab`, …); empty if the service gives none. */
  readonly provider: string;
  /** Whether only members can see it; undefined if the service does not say. */
  readonly isPrivate: boolean | undefined;
  /** https URL of its page, if the service gives one. */
  readonly webUrl: string | undefined;
}

/** A unique key for a repository: the same `owner/name` at two providers or hosts gives two keys. */
export function repositoryKey({ provider, webUrl, fullName }: Repository): string {
  return JSON.stringify([provider, webUrl === undefined ? '' : new URL(webUrl).host, fullName]);
}

const knownProvider = /^(?:github|gitlab|bitbucket|azure|gitea|forgejo)/;

/** Whether two repositories are the same. Names are case-insensitive; providers count only if both are known. */
export function isSameRepository(
  one: Pick<Repository, 'fullName' | 'provider'>,
  other: Pick<Repository, 'fullName' | 'provider'>,
): boolean {
  const [first, second] = [one, other].map(({ provider }) => knownProvider.exec(provider.toLowerCase())?.[0]);
  const isOther = first !== undefined && second !== undefined && first !== second;
  return !isOther && one.fullName.toLowerCase() === other.fullName.toLowerCase();
}
