import { readFile } from 'node:fs/promises';
import { CodeReviewError } from '../../core/base/errors.ts';
import { takeEnvironmentSecret } from '../../core/system/environmentSecret.ts';

/**
 * A secret from the environment variable `name`, or from the file that `name` with `_FILE` names. Both are deleted from
 * the environment, so that no child process inherits them; undefined if neither is set.
 * @throws CodeReviewError of kind `input` if the file cannot be read or is empty, or if both are set
 */
export async function takeSecret(
  environment: Record<string, string | undefined>,
  name: string,
): Promise<string | undefined> {
  const secret = takeEnvironmentSecret(environment, name);
  const file = takeEnvironmentSecret(environment, `${name}_FILE`);
  if (file === undefined) return secret;
  if (secret !== undefined) throw new CodeReviewError('input', `${name} and ${name}_FILE are both set. Unset one.`);
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new CodeReviewError('input', `The file that ${name}_FILE names cannot be read.`, '', { cause });
  });
  if (text.trim() === '') throw new CodeReviewError('input', `The file that ${name}_FILE names is empty.`);
  return text.trim();
}
