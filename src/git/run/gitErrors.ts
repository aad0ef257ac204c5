import { existsSync } from 'node:fs';
import { CodeReviewError } from '../../core/base/errors.ts';
import { plainLine } from '../../core/base/text.ts';
import { t } from '../../core/base/l10n.ts';
import type { StartError } from './runProgram.ts';

/** git exited with an error. */
export class GitExitError extends CodeReviewError {
  constructor(message: string, advice: string, cause: Error) {
    super('git', message, advice, { cause });
  }
}

/** git ran in a bare repository or in a folder inside `.git`. */
export class BareRepositoryError extends GitExitError {
  readonly isBare = true;

  /** Whether an error is one. Compares a property: every bundle has its own class. */
  static isBare(error: unknown): boolean {
    return CodeReviewError.is(error, 'git') && 'isBare' in error;
  }

  constructor(cause: Error) {
    super(
      t('This is a bare repository or a folder of git itself, which has no files to review.'),
      t('Open a clone of it.'),
      cause,
    );
  }
}

/** git ran in a folder that is in no repository. */
export class NotARepositoryError extends GitExitError {
  readonly isNotARepository = true;

  /** Whether an error is one. Compares a property: every bundle has its own class. */
  static isNotARepository(error: unknown): boolean {
    return CodeReviewError.is(error, 'git') && 'isNotARepository' in error;
  }

  constructor(cause: Error) {
    super(t('This folder is not in a git repository.'), t('Open a cloned repository, or run git init.'), cause);
  }
}

/** git must not run: the workspace is not trusted. */
export function untrustedError(): CodeReviewError {
  return new CodeReviewError(
    'git',
    t('This folder is in Restricted Mode, where Code Review runs no git.'),
    t('Trust the folder to review its branch.'),
  );
}

/** The repository's own configuration sets `key`, which controls how its remote is contacted. */
export function configuredProgramError(key: string): GitExitError {
  const shown = plainLine(key, 100);
  const isManner = /^http\.|\.proxy(?:authmethod)?$|^fetch\./.test(key);
  return new GitExitError(
    isManner
      ? t("The remote is not asked, since the repository's own configuration decides how ({key}).", { key: shown })
      : t("The remote is not asked, since the repository's own configuration names a program for it ({key}).", {
          key: shown,
        }),
    t('Set it for yourself with git config --global, or remove it.'),
    new Error(`${shown} in the scope of the repository`),
  );
}

/** There is no git at a path, or with a name on the `PATH`. */
export function notFoundError(executable: string, cause?: unknown): CodeReviewError {
  const advice = t('Install git, or set “git.path” to where it is.');
  return new CodeReviewError(
    'git',
    t('git was not found ({executable}).', { executable: plainLine(executable) }),
    advice,
    { cause },
  );
}

/** The system could not start git in a folder. */
export function startError({ cause }: StartError, executable: string, cwd: string): CodeReviewError {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  // The same code is used if the folder does not exist.
  const isFolderThere = existsSync(cwd);
  if (code === 'ENOENT' && isFolderThere) return notFoundError(executable, cause);
  const advice = isFolderThere ? startAdvice(code, executable) : t('The folder does not exist.');
  return new CodeReviewError('git', t('git could not be started in {cwd}.', { cwd: plainLine(cwd) }), advice, {
    cause,
  });
}

function startAdvice(code: unknown, executable: string): string {
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return t(
        'The system does not allow to run {executable}: check its permissions, or set “git.path” to another one.',
        { executable: plainLine(executable) },
      );
    case 'E2BIG':
    case 'ENAMETOOLONG':
      return t('The command is longer than the system allows.');
    case 'EMFILE':
    case 'ENFILE':
    case 'EAGAIN':
    case 'ENOMEM':
      return t('The system is out of resources: close other programs, then try again.');
    default:
      return t('Check that {executable} can be run.', { executable: plainLine(executable) });
  }
}

/** The first line that says why, else the first of all: hints and warnings may stand above it. */
function reasonIn(errors: string): string | undefined {
  const lines = errors.split('\n').filter(line => line.trim() !== '');
  return lines.find(line => /^(?:fatal|error): /.test(line)) ?? lines[0];
}

/** git exited with a code other than 0; `errors` is its standard error. */
export function exitError(command: string, code: number | undefined, errors: string): CodeReviewError {
  const cause = new Error(plainLine(errors, 1_000) || `exit code ${code ?? 'none'}`);
  if (/dubious ownership|safe\.directory/.test(errors)) {
    const advice = t(
      'Trust it with “Git: Manage Unsafe Repositories”, or with git config --global --add safe.directory and its path.',
    );
    return new GitExitError(t('git does not trust this folder, since another user owns it.'), advice, cause);
  }
  if (errors.includes('cannot use bare repository')) return new BareRepositoryError(cause);
  if (/not a git repository/i.test(errors)) return new NotARepositoryError(cause);
  const said = plainLine(reasonIn(errors) ?? t('it ended with code {code}', { code: code ?? t('none') }), 200);
  return new GitExitError(t('git {command} failed: {said}.', { command, said }), '', cause);
}

/** git was stopped, since it wrote more than it may. */
export function tooLongError(command: string): CodeReviewError {
  return new CodeReviewError('git', t('git {command} answered more than can be taken.', { command }));
}

/** git was stopped, since it took longer than it may. */
export function lateError(command: string, timeoutMs: number, cause?: unknown): CodeReviewError {
  const seconds = timeoutMs / 1_000;
  const late = t('git {command} took longer than {seconds} s and was stopped.', { command, seconds });
  return new CodeReviewError('git', late, t('Try again.'), { cause });
}
