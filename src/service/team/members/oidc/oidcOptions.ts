import { CodeReviewError } from '../../../../core/base/errors.ts';
import { plainLine } from '../../../../core/base/text.ts';
import { isConfidential } from './discovery.ts';
import type { OidcOptions } from './oidcLibrary.ts';

/** The options of sign-in by OpenID Connect, as they were given. */
export interface GivenOidc {
  readonly issuer: string | undefined;
  readonly clientId: string | undefined;
  readonly name: string | undefined;
  readonly domains: readonly string[];
}

const domainName = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;

/**
 * Checks how members sign in beside passwords; undefined if by nothing.
 *
 * @throws {CodeReviewError} of kind `input` if a part is missing or cannot be used
 */
export function oidcOptions(given: GivenOidc, clientSecret: string | undefined): OidcOptions | undefined {
  const { issuer, clientId, name = '' } = given;
  if (issuer === undefined && clientId === undefined && name === '' && given.domains.length === 0) return undefined;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined)
    throw new CodeReviewError(
      'input',
      'Sign-in by OpenID Connect needs --oidc-issuer, --oidc-client-id and CODE_REVIEW_OIDC_CLIENT_SECRET.',
    );
  if (!isConfidential(issuer))
    throw new CodeReviewError('input', `--oidc-issuer has to be an address with https://, not ${plainLine(issuer)}.`);
  const domains = given.domains.map(domain => domain.toLowerCase().replace(/^@/, ''));
  const odd = domains.find(domain => !domainName.test(domain));
  if (odd !== undefined)
    throw new CodeReviewError('input', `--oidc-domain has to be a domain such as example.com, not ${plainLine(odd)}.`);
  return { issuer, clientId, clientSecret, name: plainLine(name, 50) || new URL(issuer).host, domains };
}
