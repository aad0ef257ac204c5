/** For containers, where nobody can type a key and nothing keeps one. */
export const environmentKeyName = 'CODE_REVIEW_API_KEY';

/** The key of the environment, taken out of it so that no process started later inherits it; undefined where there is none. */
export function takeEnvironmentKey(environment: NodeJS.ProcessEnv): string | undefined {
  const key = environment[environmentKeyName]?.trim();
  Reflect.deleteProperty(environment, environmentKeyName);
  return key === '' ? undefined : key;
}
