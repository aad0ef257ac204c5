import { CodeReviewError } from '../../core/base/errors.ts';
import { t } from '../../core/base/l10n.ts';
import { childEnvironment } from '../../core/system/childEnvironment.ts';
import { isAbsolute, programsOnPath, thisSystem, type System } from './findProgram.ts';
import { notFoundError } from './gitErrors.ts';
import { runProgram } from './runProgram.ts';

/** The system on which to find git. */
export interface GitSystem extends System {
  /** Whether Apple's command line tools, which include git, are installed. */
  readonly hasDeveloperTools: () => Promise<boolean>;
}

/** Apple's placeholder on every Mac: without the command line tools, it opens a dialog that offers to install them. */
const standIn = '/usr/bin/git';

/**
 * Finds the absolute path of git: the first that exists of the preferred ones, then of those on the `PATH`. Never one
 * in the repository.
 * @param wished absolute paths, or names to find on the `PATH`
 * @throws CodeReviewError of kind `git`, with advice
 */
export async function findGit(wished: readonly string[], system: GitSystem = thisMachine()): Promise<string> {
  let isStandIn = false;
  for (const each of candidates(wished, system)) {
    if (each !== standIn || system.platform !== 'darwin' || (await system.hasDeveloperTools())) return each;
    isStandIn = true;
  }
  if (!isStandIn) throw notFoundError(wished[0] ?? 'git');
  throw new CodeReviewError(
    'git',
    t('git is not installed: macOS only has a stand-in for it, which would ask to install it.'),
    t('Run xcode-select --install in a terminal, or set “git.path” to where git is.'),
  );
}

function* candidates(wished: readonly string[], system: System): Generator<string> {
  for (const each of [...wished, 'git']) {
    if (isAbsolute(each, system.platform)) yield* [each].filter(system.isExecutable);
    else if (!/[\\/]/.test(each)) yield* programsOnPath(each, system);
  }
}

function thisMachine(): GitSystem {
  return { ...thisSystem(process.env), hasDeveloperTools };
}

async function hasDeveloperTools(): Promise<boolean> {
  const env = childEnvironment(process.env);
  const signal = AbortSignal.timeout(5_000);
  const run = {
    file: '/usr/bin/xcode-select',
    args: ['-p'],
    cwd: '/',
    env,
    signal,
    maxBytes: 1 << 16,
    onData: () => undefined,
  };
  return runProgram(run).then(
    ({ code }) => code === 0,
    () => false,
  );
}
