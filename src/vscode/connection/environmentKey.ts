import { takeSecret } from '../../core/system/environmentSecret.ts';

/** For containers, where nobody can type a key and nothing keeps one. */
export const environmentKeyName = 'CODE_REVIEW_API_KEY';

/** The key of the environment, see `takeSecret`. */
export function takeEnvironmentKey(environment: NodeJS.ProcessEnv): string | undefined {
  return takeSecret(environment, environmentKeyName);
}
