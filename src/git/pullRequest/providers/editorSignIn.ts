import { t } from '../../../core/base/l10n.ts';
import type { Refusal } from '../source.ts';

/** An account of a VS Code authentication session. */
interface EditorAccount {
  readonly id: string;
  readonly label: string;
}

/** A VS Code authentication provider with the scopes for private repositories. */
export interface EditorSignIn {
  /** Id of the authentication provider. */
  readonly id: string;
  /** Name for the user. */
  readonly label: string;
  /** Scopes of existing sessions to try in order: a provider matches only the exact set. */
  readonly scopeSets: readonly (readonly string[])[];
  /** The scopes to request if there is no session yet. */
  readonly leastScopes: readonly string[];
  /** Whether an account belongs to the host, if the provider serves several. */
  readonly isOfHost?: (account: EditorAccount) => boolean;
}

// The scopes that VS Code and GitHub Pull Requests use; existing sessions have one of these sets.
const github = ['read:user', 'user:email', 'repo'];
const githubSets = [[...github, 'workflow'], github, [...github, 'workflow', 'project', 'read:org'], ['repo']];

const azureDevops = '499b84ac-1321-427f-aa17-267ca6975798/.default';

/**
 * The authentication provider for a host; undefined if the editor has none. The host comes from the repository's
 * configuration, so only providers that the editor itself binds to a host are returned.
 * @param enterpriseUris the addresses in `github-enterprise.uri`
 */
export function editorSignIn({ provider, host }: Refusal, enterpriseUris: readonly string[]): EditorSignIn | undefined {
  if (host === 'github.com') {
    return { id: 'github', label: 'GitHub', scopeSets: githubSets, leastScopes: ['repo'] };
  }
  // With several servers, a session does not name its own.
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
      return t('Set “github-enterprise.uri” to https://{host}, then allow the access again.', { host });
    case 'gitlab':
      return t(
        'Install the extension GitLab (gitlab.gitlab-workflow), sign in to https://{host} with it, then allow the access again.',
        { host },
      );
    default:
      return t('Type the number or the address of the pull request where you are asked for it.');
  }
}
