import * as v from 'valibot';
import { CodeReviewError } from '../../../../core/base/errors.ts';
import { isLoopbackHost } from '../../../../core/system/privateHost.ts';

/** What a provider says of itself, as far as it is needed before a sign-in. */
export interface Discovered {
  /** Address of its configuration. */
  readonly url: string;
  /** How the service proves at the token endpoint who it is. */
  readonly authentication: 'basic' | 'post';
}

const configuration = v.object({
  issuer: v.string(),
  authorization_endpoint: v.string(),
  token_endpoint: v.string(),
  jwks_uri: v.string(),
  token_endpoint_auth_methods_supported: v.optional(v.array(v.string())),
});

/**
 * Reads a provider's configuration (OpenID Connect Discovery 1.0).
 *
 * @throws {CodeReviewError} of kind `network` if it does not answer, `service` if the answer is not the issuer's, or would
 * send codes and tokens over plain http
 */
export async function discover(issuer: string, signal: AbortSignal): Promise<Discovered> {
  const url = `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`;
  const answer = await fetch(url, { signal, redirect: 'error' }).catch((error: unknown) => {
    throw new CodeReviewError('network', `The OIDC issuer ${issuer} does not answer.`, '', { cause: error });
  });
  const body: unknown = await answer.json().catch(() => undefined);
  const found = v.safeParse(configuration, body);
  if (!answer.ok || !found.success)
    throw new CodeReviewError(
      'service',
      `${url} is not the configuration of an OIDC provider (HTTP ${answer.status}).`,
    );
  const { issuer: said, token_endpoint_auth_methods_supported: methods, ...addresses } = found.output;
  if (said !== issuer)
    throw new CodeReviewError(
      'service',
      `The OIDC issuer calls itself ${said}, not ${issuer}.`,
      'Use its own spelling.',
    );
  const { authorization_endpoint: authorization, token_endpoint: token, jwks_uri: keys } = addresses;
  for (const address of [authorization, token, keys])
    if (!isConfidential(address))
      throw new CodeReviewError('service', `The OIDC issuer names ${address}, without TLS.`);
  // Without a list it is `client_secret_basic`, says the specification.
  const authentication = methods?.includes('client_secret_basic') === false ? 'post' : 'basic';
  return { url, authentication };
}

/** Whether an address is https, or on this machine. */
export function isConfidential(address: string): boolean {
  const { protocol, hostname } = URL.parse(address) ?? {};
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname ?? ''));
}
