import type { Refusal } from '../source.ts';

/** An account as the editor names it. */
export interface EditorAccount {
  readonly id: string;
  readonly label: string;
}

/** One of VS Code's sign-ins, and what of it opens a host's private repositories. */
export interface EditorSignIn {
  /** Id of the authentication provider. */
  readonly id: string;
  /** As people call it. */
  readonly label: string;
  /** Scopes that a session may have been made with, to be looked for in turn: a provider compares all of a set. */
  readonly scopeSets: readonly (readonly string[])[];
  /** The set to ask for where nobody has signed in yet. */
  readonly leastScopes: readonly string[];
  /** Whether an account is one of the host, where the sign-in serves several. */
  readonly isOfHost?: (account: EditorAccount) => boolean;
}

// What VS Code itself and GitHub Pull Requests sign in with; accounts that are there already have one of these.
const github = ['read:user', 'user:email', 'repo'];
const githubSets = [[...github, 'workflow'], github, [...github, 'workflow', 'project', 'read:org'], ['repo']];

const azureDevops = '499b84ac-1321-427f-aa17-267ca6975798/.default';

/**
 * The sign-in for a host; undefined where this editor has none. The host comes from the repository's configuration, so
 * only those are named that the editor itself binds to a host.
 * @param enterpriseUris the addresses in `github-enterprise.uri`
 */
export function editorSignIn({ provider, host }: Refusal, enterpriseUris: readonly string[]): EditorSignIn | undefined {
  if (host === 'github.com') {
    return { id: 'github', label: 'GitHub', scopeSets: githubSets, leastScopes: ['repo'] };
  }
  // Of several servers, a session does not say which one it is of.
  const [enterprise, ...others] = enterpriseUris.filter(uri => URL.canParse(uri)).map(uri => new URL(uri));
  if (others.length === 0 && enterprise?.protocol === 'https:' && enterprise.hostname.toLowerCase() === host) {
    return { id: 'github-enterprise', label: 'GitHub Enterprise', scopeSets: githubSets, leastScopes: ['repo'] };
  }
  if (host === 'dev.azure.com') {
    const scopes = [azureDevops, 'offline_access'];
    return { id: 'microsoft', label: 'Microsoft', scopeSets: [scopes, [azureDevops]], leastScopes: scopes };
  }
  if (provider === 'gitlab') {
    const isOfHost = ({ id, label }: EditorAccount): boolean => [id, label].some(text => hostsIn(text).includes(host));
    return { id: 'gitlab', label: 'GitLab', scopeSets: [['api']], leastScopes: ['api'], isOfHost };
  }
  return undefined;
}

/** The hosts of the https addresses in an account's id or label, such as `https://gitlab.com|42`. */
function hostsIn(text: string): string[] {
  return (text.match(/https:\/\/[^\s|,;()]+/g) ?? []).flatMap(address =>
    URL.canParse(address) ? new URL(address).hostname : [],
  );
}

/** What to do for a host that this editor has no sign-in for, as a sentence. */
export function adviceWithoutSignIn({ provider, host }: Refusal): string {
  switch (provider) {
    case 'github':
      return `Set “github-enterprise.uri” to https://${host}, then allow the access again.`;
    case 'gitlab':
      return `Install the extension GitLab (gitlab.gitlab-workflow), sign in to https://${host} with it, then allow the access again.`;
    default:
      return 'Type the number or the address of the pull request where you are asked for it.';
  }
}
