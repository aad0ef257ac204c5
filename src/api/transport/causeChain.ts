/** An error with its chain of causes, including the members of an AggregateError (several addresses of one name). */
export function causeChain(error: unknown, depth = 0): Error[] {
  if (!(error instanceof Error) || depth > 5) return [];
  const inner: unknown[] = error instanceof AggregateError ? error.errors : [];
  return [error, ...[...inner, error.cause].flatMap(each => causeChain(each, depth + 1))];
}

/** The error codes in the chain of causes, of the system and of undici. */
export function errorCodes(cause: unknown): string[] {
  return causeChain(cause).flatMap(error => ('code' in error && typeof error.code === 'string' ? [error.code] : []));
}

/** Whether an error with a name is in the chain. Compares names: every bundle has its own class. */
export function hasErrorName(cause: unknown, name: string): boolean {
  return causeChain(cause).some(error => error.name === name);
}
