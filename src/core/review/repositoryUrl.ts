import type { Repository } from './repository.ts';

const publicHosts: ReadonlyMap<string, string> = new Map([
  ['github', 'https://github.com'],
  ['gitlab', 'https://gitlab.com'],
  ['bitbucket', 'https://bitbucket.org'],
]);

/** The https URL of a repository's page: from the service, else on the provider's public host; undefined if unknown. */
export function repositoryUrl({ webUrl, provider, fullName }: Repository): string | undefined {
  if (webUrl !== undefined) return webUrl;
  const host = publicHosts.get(provider.toLowerCase());
  if (host === undefined || !/^[\w.-]+(?:\/[\w.-]+)+$/.test(fullName)) return undefined;
  return `${host}/${fullName}`;
}
