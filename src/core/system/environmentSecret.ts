/** A secret of the environment, taken out of it so that no process started later inherits it; undefined where there is none. */
export function takeSecret(environment: Record<string, string | undefined>, name: string): string | undefined {
  const secret = environment[name]?.trim();
  Reflect.deleteProperty(environment, name);
  return secret === '' ? undefined : secret;
}
