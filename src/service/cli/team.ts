import { CodeReviewError } from '../../core/base/errors.ts';

/**
 * Loads the service for a team, which only the package of the command line has.
 * @throws CodeReviewError of kind `service` if this is another package
 */
export async function loadTeam() {
  try {
    return await import('../team/main.ts');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    if (code !== 'MODULE_NOT_FOUND') throw cause;
    throw new CodeReviewError(
      'service',
      'The service for a team is not in this program.',
      'It is in the package of the command line, which “npm run package:cli” writes.',
      { cause },
    );
  }
}
