import { takeSecret } from './secretFile.ts';
import { readSecretKeys, type SecretKeys } from './credentials/secretKeys.ts';

/** What must not be seen, read from the environment or from files that it names. */
export interface ServeSecrets {
  /** With user and password. */
  readonly databaseUrl: string;
  readonly keys: SecretKeys;
  readonly metricsToken: string | undefined;
  readonly oidcSecret: string | undefined;
  /** All of it, for the log to leave out. */
  readonly all: readonly string[];
}

/**
 * Reads the secrets, and removes them from the environment.
 * @param given the address of the database, if it was given as an option
 * @throws CodeReviewError of kind `input` that says what is missing
 */
export async function readServeSecrets(environment: NodeJS.ProcessEnv, given?: string): Promise<ServeSecrets> {
  const ofEnvironment = await takeSecret(environment, 'CODE_REVIEW_DATABASE_URL');
  const databaseUrl = given ?? ofEnvironment ?? '';
  const keyText = await takeSecret(environment, 'CODE_REVIEW_SECRET_KEY');
  const metricsToken = await takeSecret(environment, 'CODE_REVIEW_METRICS_TOKEN');
  const oidcSecret = await takeSecret(environment, 'CODE_REVIEW_OIDC_CLIENT_SECRET');
  const keys = readSecretKeys(keyText);
  const password = decoded(URL.parse(databaseUrl)?.password ?? '');
  const all = [password, ...(keyText ?? '').split(/[\s,]+/), metricsToken ?? '', oidcSecret ?? ''];
  return { databaseUrl, keys, metricsToken, oidcSecret, all };
}

/** As it is, where it is not encoded as it should be. */
function decoded(password: string): string {
  try {
    return decodeURIComponent(password);
  } catch {
    return password;
  }
}
