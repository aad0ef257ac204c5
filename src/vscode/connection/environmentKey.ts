import { takeEnvironmentSecret } from '../../core/system/environmentSecret.ts';

/** Name of the environment variable with an API key, for containers. */
export const environmentKeyName = 'CODE_REVIEW_API_KEY';

/** Takes the API key from the environment, see `takeEnvironmentSecret`. */
export function takeEnvironmentKey(environment: NodeJS.ProcessEnv): string | undefined {
  return takeEnvironmentSecret(environment, environmentKeyName);
}
