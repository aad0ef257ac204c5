import { CodeReviewError } from '../../core/base/errors.ts';
import { childEnvironment } from '../../core/system/childEnvironment.ts';
import { isAbsolute, programsOnPath, thisSystem, type System } from './findProgram.ts';
import { notFound } from './gitErrors.ts';
import { runProgram } from './runProgram.ts';

/** Where git is looked for, and how it is told whether macOS has more than a stand-in for it. */
export interface GitSystem extends System {
  /** Whether Apple's command line tools are installed, which hold git. */
  readonly hasDeveloperTools: () => Promise<boolean>;
}

/** Apple puts it there on every Mac: without the command line tools, it opens a dialog that offers them. */
const standIn = '/usr/bin/git';

/**
 * The absolute path of git: of those that are wished for, in turn, and then of those on the path, the first that is
 * there. Never one in the folder that is looked at.
 * @param wished absolute paths, or names to be looked for on the path
 * @throws CodeReviewError of kind `git`, with what to do
 */
export async function findGit(wished: readonly string[], system: GitSystem = thisMachine()): Promise<string> {
  let isStandIn = false;
  for (const each of candidates(wished, system)) {
    if (each !== standIn || system.platform !== 'darwin' || (await system.hasDeveloperTools())) return each;
    isStandIn = true;
  }
  if (!isStandIn) throw notFound(wished[0] ?? 'git');
  throw new CodeReviewError(
    'git',
    'git is not installed: macOS only has a stand-in for it, which would ask to install it.',
    'Run xcode-select --install in a terminal, or set “git.path” to where git is.',
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
