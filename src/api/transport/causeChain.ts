/** The chain of causes; several addresses of one name come as an AggregateError. */
export function chainOf(error: unknown, depth = 0): Error[] {
  if (!(error instanceof Error) || depth > 5) return [];
  const inner: unknown[] = error instanceof AggregateError ? error.errors : [];
  return [error, ...[...inner, error.cause].flatMap(each => chainOf(each, depth + 1))];
}

/** The codes along the chain, of the system and of undici. */
export function codesOf(cause: unknown): string[] {
  return chainOf(cause).flatMap(error => ('code' in error && typeof error.code === 'string' ? [error.code] : []));
}

/** Whether an error of that name is in the chain; bundles have a class each, so the name decides. */
export function isNamed(cause: unknown, name: string): boolean {
  return chainOf(cause).some(error => error.name === name);
}
