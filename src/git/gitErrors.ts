import { existsSync } from 'node:fs';
import { CodeReviewError } from '../core/errors.ts';
import { plainLine } from '../core/plainText.ts';

/** git ran and said no. */
export class GitFailure extends CodeReviewError {
  constructor(message: string, advice: string, cause: Error) {
    super('git', message, advice, { cause });
  }
}

/** git was started in a bare repository or in a folder inside `.git`. */
export class BareFailure extends GitFailure {
  constructor(cause: Error) {
    super(
      'This is a bare repository or a folder of git itself, which has no files to review.',
      'Open a clone of it.',
      cause,
    );
  }
}

/** No git may run now. */
export function restricted(): CodeReviewError {
  return new CodeReviewError(
    'git',
    'This folder is in Restricted Mode, where Code Review runs no git.',
    'Trust the folder to review its branch.',
  );
}

/** The repository's own configuration names a program under `key`. */
export function ownProgram(key: string): GitFailure {
  return new GitFailure(
    `The remote is not asked, since the repository's own configuration names a program for it (${plainLine(key, 100)}).`,
    'Set it for yourself with git config --global, or remove it.',
    new Error(`${plainLine(key, 100)} in the scope of the repository`),
  );
}

/** git did not start. */
export function spawnError(error: Error, executable: string, cwd: string): CodeReviewError {
  const missing = 'code' in error && error.code === 'ENOENT';
  // The same code stands for a folder that is gone.
  return missing && existsSync(cwd)
    ? new CodeReviewError(
        'git',
        `git was not found (${plainLine(executable)}).`,
        'Install git, or set “git.path” to where it is.',
        {
          cause: error,
        },
      )
    : new CodeReviewError(
        'git',
        `git could not be started in ${plainLine(cwd)}.`,
        missing ? 'The folder does not exist.' : '',
        { cause: error },
      );
}

/** git ended with another code than 0; `errors` is what it printed. */
export function exitError(args: readonly string[], code: number | null, errors: string): CodeReviewError {
  const cause = new Error(plainLine(errors, 1_000) || `exit code ${code ?? 'none'}`);
  if (/dubious ownership|safe\.directory/.test(errors)) {
    const advice =
      'Say that you trust it with “Git: Manage Unsafe Repositories”, or with git config --global --add safe.directory and its path.';
    return new GitFailure('git does not trust this folder, since another user owns it.', advice, cause);
  }
  if (errors.includes('cannot use bare repository')) return new BareFailure(cause);
  if (/not a git repository/i.test(errors)) {
    return new GitFailure(
      'This folder is not in a git repository.',
      'Open a cloned repository, or run git init.',
      cause,
    );
  }
  const said = plainLine(
    errors.split('\n').find(line => line.trim() !== '') ?? `it ended with code ${code ?? 'none'}`,
    200,
  );
  return new GitFailure(`git ${args[0] ?? ''} failed: ${said}.`, '', cause);
}
