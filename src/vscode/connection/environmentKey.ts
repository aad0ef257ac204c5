import { takeSecret } from '../../core/system/environmentSecret.ts';

/** Name of the environment variable with an API key, for containers. */
export const environmentKeyName = 'CODE_REVIEW_API_KEY';

/** The key of the environment, see `takeSecret`. */
export function takeEnvironmentKey(environment: NodeJS.ProcessEnv): string | undefined {
  return takeSecret(environment, environmentKeyName);
}
