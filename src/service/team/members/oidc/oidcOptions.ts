import { readFile } from 'node:fs/promises';
import { CodeReviewError } from '../../../../core/base/errors.ts';
import { plainLine } from '../../../../core/base/text.ts';
import { isConfidential } from './discovery.ts';
import type { OidcOptions } from './oidcLibrary.ts';

const prefix = 'CODE_REVIEW_OIDC_';
const domain = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;

/**
 * Reads the configuration of OIDC from the environment; undefined if there is none.
 *
 * @throws {CodeReviewError} of kind `input` if a part is missing or cannot be used; it never quotes the secret
 */
export async function readOidcOptions(env: NodeJS.ProcessEnv): Promise<OidcOptions | undefined> {
  const value = (name: string): string => (env[prefix + name] ?? '').trim();
  const issuer = value('ISSUER');
  if (issuer === '') return undefined;
  if (!isConfidential(issuer)) throw unusable('ISSUER', 'has to be an address with https://.');
  const clientId = value('CLIENT_ID');
  if (clientId === '') throw unusable('CLIENT_ID', 'is missing: the id that the provider has given to this service.');
  const clientSecret = await readSecret(value('CLIENT_SECRET'), value('CLIENT_SECRET_FILE'));
  const domains = value('DOMAINS')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(each => each !== '');
  const odd = domains.find(each => !domain.test(each));
  if (odd !== undefined)
    throw unusable('DOMAINS', `names ${plainLine(odd, 100)}, which is no domain such as example.com.`);
  return { issuer, clientId, clientSecret, name: plainLine(value('NAME'), 50) || new URL(issuer).host, domains };
}

async function readSecret(given: string, file: string): Promise<string> {
  let secret = given;
  if (file !== '') {
    try {
      secret = (await readFile(file, 'utf8')).trim();
    } catch (cause) {
      const message = `${prefix}CLIENT_SECRET_FILE cannot be read: ${file}.`;
      throw new CodeReviewError('input', message, 'Check its path, and that this user may read it.', { cause });
    }
  }
  if (secret === '') throw unusable('CLIENT_SECRET', `is missing. Set it, or ${prefix}CLIENT_SECRET_FILE.`);
  return secret;
}

function unusable(name: string, what: string): CodeReviewError {
  return new CodeReviewError('input', `${prefix}${name} ${what}`);
}
