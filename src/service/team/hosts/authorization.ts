import type { Provider } from '../../../git/repository/remoteUrl.ts';
import type { Credential } from './cloneAddress.ts';

/** The user names with which hosts take a token as the password. A host that no rule knows gets a bearer token. */
const tokenUsers: Readonly<Partial<Record<Provider, string>>> = {
  github: 'x-access-token',
  gitlab: 'oauth2',
  bitbucket: 'x-token-auth',
  'bitbucket-server': 'x-token-auth',
  azure: 'token',
  'azure-server': 'token',
  gitea: 'oauth2',
};

/** Providers whose REST interface takes a token as a password only. */
const basicOnly: ReadonlySet<Provider> = new Set(['azure', 'azure-server']);
/** Providers whose REST interface takes user and password, if there is a user. */
const basicWithUser: ReadonlySet<Provider> = new Set(['bitbucket', 'bitbucket-server']);

/** The `authorization` header with which git signs in. */
export function gitAuthorization(provider: Provider, { username, secret }: Credential): string {
  // An API token of Bitbucket Cloud goes with the account's address in the REST interface only.
  const isApiToken = provider === 'bitbucket' && username.includes('@');
  const user = isApiToken ? 'x-bitbucket-api-token-auth' : username === '' ? tokenUsers[provider] : username;
  return user === undefined ? `Bearer ${secret}` : `Basic ${base64(`${user}:${secret}`)}`;
}

/** The scheme and token with which the provider's REST interface is asked; undefined scheme means the provider's own. */
export function restToken(
  provider: Provider,
  { username, secret }: Credential,
): { readonly scheme: 'Basic' | undefined; readonly token: string } {
  const isBasic = basicOnly.has(provider) || (username !== '' && basicWithUser.has(provider));
  return isBasic ? { scheme: 'Basic', token: base64(`${username}:${secret}`) } : { scheme: undefined, token: secret };
}

/** Replaces a credential, in any form in which it is sent, in a text that a server may have returned. */
export function redact(text: string, provider: Provider, credential: Credential | undefined): string {
  if (credential === undefined) return text;
  const { secret } = credential;
  const forms = [secret, encodeURIComponent(secret), gitAuthorization(provider, credential).replace(/^\w+ /, '')];
  forms.push(restToken(provider, credential).token, base64(secret));
  return forms.filter(form => form.length > 3).reduce((rest, form) => rest.replaceAll(form, '•••'), text);
}

function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}
