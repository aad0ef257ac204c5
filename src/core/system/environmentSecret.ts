/** Reads a secret and deletes it from the environment, so that no child process inherits it; undefined if unset. */
export function takeEnvironmentSecret(
  environment: Record<string, string | undefined>,
  name: string,
): string | undefined {
  const secret = environment[name]?.trim();
  Reflect.deleteProperty(environment, name);
  return secret === '' ? undefined : secret;
}
