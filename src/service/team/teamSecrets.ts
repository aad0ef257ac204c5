import { takeEnvironmentSecret } from '../../core/system/environmentSecret.ts';
import { takeSecret } from './secretFile.ts';
import { readSecretKeys, type SecretKeys } from './credentials/secretKeys.ts';

/** What must not be seen, read from the environment or from files that it names. */
interface TeamSecrets {
  /** With user and password. */
  readonly databaseUrl: string;
  readonly keys: SecretKeys;
  /** All of it, for the log to leave out. */
  readonly all: readonly string[];
}

/** The secrets of a process that answers requests. */
interface ServeSecrets extends TeamSecrets {
  readonly metricsToken: string | undefined;
  readonly oidcSecret: string | undefined;
}

const metricsToken = 'CODE_REVIEW_METRICS_TOKEN';
const oidcSecret = 'CODE_REVIEW_OIDC_CLIENT_SECRET';

/**
 * Reads the secrets of `serve`, and removes them from the environment.
 * @param given the address of the database, if it was given as an option
 * @throws CodeReviewError of kind `input` that says what is missing
 */
export async function readServeSecrets(environment: NodeJS.ProcessEnv, given?: string): Promise<ServeSecrets> {
  const own = {
    metricsToken: await takeSecret(environment, metricsToken),
    oidcSecret: await takeSecret(environment, oidcSecret),
  };
  const { all, ...shared } = await readTeamSecrets(environment, given);
  return { ...shared, ...own, all: [...all, own.metricsToken ?? '', own.oidcSecret ?? ''] };
}

/**
 * Reads the secrets of a worker, and removes them from the environment, with those of `serve`: a file of these may be for
 * other eyes than the worker's, and what a worker starts must not learn of it.
 * @param given the address of the database, if it was given as an option
 * @throws CodeReviewError of kind `input` that says what is missing
 */
export async function readWorkSecrets(environment: NodeJS.ProcessEnv, given?: string): Promise<TeamSecrets> {
  for (const name of [metricsToken, oidcSecret])
    for (const variable of [name, `${name}_FILE`]) takeEnvironmentSecret(environment, variable);
  return readTeamSecrets(environment, given);
}

async function readTeamSecrets(environment: NodeJS.ProcessEnv, given: string | undefined): Promise<TeamSecrets> {
  const ofEnvironment = await takeSecret(environment, 'CODE_REVIEW_DATABASE_URL');
  const databaseUrl = given ?? ofEnvironment ?? '';
  const keyText = await takeSecret(environment, 'CODE_REVIEW_SECRET_KEY');
  const keys = readSecretKeys(keyText);
  const password = decoded(URL.parse(databaseUrl)?.password ?? '');
  return { databaseUrl, keys, all: [password, ...(keyText ?? '').split(/[\s,]+/)] };
}

/** As it is, where it is not encoded as it should be. */
function decoded(password: string): string {
  try {
    return decodeURIComponent(password);
  } catch {
    return password;
  }
}
