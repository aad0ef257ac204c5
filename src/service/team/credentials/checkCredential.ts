import { CodeReviewError } from '../../../core/base/errors.ts';
import type { Credential } from '../hosts/cloneAddress.ts';

const longest = 4_096;

/** A credential as it can be sent in a header. @throws CodeReviewError of kind `input`, which never quotes it */
export function checkCredential({ username, secret }: Credential): Credential {
  // Copying from a page brings white space along.
  const [user, token] = [username.trim(), secret.trim()];
  if (token === '') throw inputError('There is no token.', 'Paste a token that may read code and pull requests.');
  if (token.length > longest || user.length > longest)
    throw inputError('The token is too long.', 'Paste the token alone.');
  if (!/^[\x21-\x7e]+$/.test(token))
    throw inputError('The token has characters that no token has.', 'Paste it again, without line breaks and quotes.');
  if (/[:\p{Cc}]/u.test(user))
    throw inputError('The user name must not have a colon or a line break.', 'Type the name as it is at the host.');
  return { username: user, secret: token };
}

function inputError(message: string, advice: string): CodeReviewError {
  return new CodeReviewError('input', message, advice);
}
