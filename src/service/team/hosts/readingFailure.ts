import { CodeReviewError } from '../../../core/base/errors.ts';
import { plainLine } from '../../../core/base/text.ts';
import type { CloneAddress } from './cloneAddress.ts';
import type { Probe } from './probe.ts';

/** Why a repository cannot be read. */
interface ReadingFailure {
  readonly step: 'credential' | 'repository';
  readonly error: CodeReviewError;
}

const signInPage = /(?:log|sign)[-_]?in|oauth|saml|\bsso\b/i;

/** Why the response of a server says that a repository cannot be read; undefined if it can. */
export function readingFailure(
  { status, isGit, movedTo }: Probe,
  { fullName, origin }: Pick<CloneAddress, 'fullName' | 'origin'>,
  hasCredential: boolean,
): ReadingFailure | undefined {
  const { host } = new URL(origin);
  const failure = (
    step: ReadingFailure['step'],
    ...words: ConstructorParameters<typeof CodeReviewError>
  ): ReadingFailure => ({
    step,
    error: new CodeReviewError(...words),
  });
  if (isGit) return undefined;
  if (status === 401 || status === 203 || (movedTo !== undefined && signInPage.test(movedTo)))
    return hasCredential
      ? failure(
          'credential',
          'auth',
          `${host} does not accept the credential.`,
          'It may be mistyped, expired or revoked: set a new one.',
        )
      : failure('credential', 'auth', `${host} asks for a credential.`, `Add a token that may read ${fullName}.`);
  if (status === 403)
    return failure(
      'credential',
      'auth',
      `${host} does not allow the credential to read ${fullName}.`,
      'Give it the right to read code and pull requests; some hosts also want it authorized for single sign-on.',
    );
  if (movedTo !== undefined) {
    const to = plainLine(movedTo, 200);
    return failure(
      'repository',
      'git',
      `${host} redirects ${fullName} to ${to}, which does not get the credential.`,
      'Connect the repository by that address.',
    );
  }
  if (status === 404 || status === 410)
    return failure(
      'repository',
      'notFound',
      `${host} has no repository ${fullName}${hasCredential ? ', or does not show it with this credential' : ', or shows it with a credential only'}.`,
      'Check the address, or add a credential that may read it.',
    );
  if (status === 429)
    return failure('repository', 'rateLimit', `${host} accepts no more requests for now.`, 'Check it again later.');
  if (status === 200)
    return failure(
      'repository',
      'git',
      `${host} does not answer as a git server at this address.`,
      'Use the address that its page offers for git clone.',
    );
  return failure(
    'repository',
    'service',
    `${host} answers with status ${status}.`,
    'Check it again later, or ask whoever runs it.',
  );
}
