import { homedir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { KeyKind } from '../core/apiKey.ts';
import { CodeReviewError, sentenceFor } from '../core/errors.ts';
import type { ServedRepository } from '../core/serviceMessages.ts';
import { Git } from '../git/git.ts';
import { identifyRepository } from '../git/identity.ts';
import { openWorkingCopy } from '../git/workingCopy.ts';
import { createKey, maskedLine, revokeKey } from './keys.ts';
import { openStore } from './openStore.ts';
import { planOf } from './plans.ts';
import { startServer } from './server.ts';

const usage = `Usage: node service.js serve [options]
       node service.js keys create|list|revoke [options]

serve                         answer the code review API on this machine
  --repo PATH                 serve this repository; may be given several times (default: the current folder)
  --port N                    listen at this port of 127.0.0.1 (default: a free one)
  --plan free|pro|enterprise  request limit of each key: 100, 1,000 or --requests-per-hour (default: free)
  --requests-per-hour N       limit of the enterprise plan

keys create                   make a key and show it this once
  --kind production|development  (default: development)
  --name TEXT                 what it is for
keys list                     all keys, masked, with the day each was last used
keys revoke ID                end a key; its last four characters will do

  --data FOLDER               where keys and reviews are kept (default: ~/.code-review)
  --help                      print this`;

/** What the user got wrong; told with the usage. */
class UsageError extends Error {}

/**
 * Runs a command and sets the exit code: 0, 1 for a failure, 2 for arguments that cannot be used.
 * @param engine path of the engine's program
 */
export async function runCommandLine(args: readonly string[], engine: string): Promise<void> {
  try {
    await run(args, engine);
  } catch (error) {
    const isUsage = error instanceof UsageError || (error instanceof TypeError && 'code' in error);
    const sentence = CodeReviewError.is(error)
      ? sentenceFor(error)
      : error instanceof Error
        ? error.message
        : String(error);
    process.stderr.write(isUsage ? `${sentence}\n\n${usage}\n` : `${sentence}\n`);
    process.exitCode = isUsage ? 2 : 1;
  }
}

async function run(args: readonly string[], engine: string): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      repo: { type: 'string', multiple: true },
      port: { type: 'string', default: '0' },
      plan: { type: 'string', default: 'free' },
      'requests-per-hour': { type: 'string' },
      kind: { type: 'string', default: 'development' },
      name: { type: 'string', default: '' },
      data: { type: 'string', default: path.join(homedir(), '.code-review') },
      help: { type: 'boolean', default: false },
    },
  });
  const [command, action, ...rest] = positionals;
  if (values.help) print(usage);
  else if (command === 'serve' && action === undefined) {
    const perHour = values['requests-per-hour'];
    await serveForever({
      dataFolder: path.resolve(values.data),
      engine,
      port: wholeNumber('--port', values.port, 0, 65_535),
      plan: plan(values.plan, perHour === undefined ? undefined : wholeNumber('--requests-per-hour', perHour, 1, 1e9)),
      folders: values.repo ?? [process.cwd()],
    });
  } else if (command === 'keys') await manageKeys(path.resolve(values.data), values, action, rest);
  else
    throw new UsageError(
      command === undefined ? 'A command is missing.' : `There is no command ${positionals.join(' ')}.`,
    );
}

async function manageKeys(
  dataFolder: string,
  { kind, name }: { readonly kind: string; readonly name: string },
  action: string | undefined,
  [which, ...more]: readonly string[],
): Promise<void> {
  const store = await openStore(dataFolder);
  try {
    if (action === 'create' && which === undefined) {
      if (kind !== 'production' && kind !== 'development') throw new UsageError('--kind is production or development.');
      const { key } = createKey(store, { kind: kind satisfies KeyKind, name }, Date.now());
      print(key);
      process.stderr.write('This key is shown only now. Keep it where secrets are kept.\n');
    } else if (action === 'list' && which === undefined) {
      const keys = store.keys();
      print(keys.length === 0 ? 'There is no key yet.' : keys.map(maskedLine).join('\n'));
    } else if (action === 'revoke' && which !== undefined && more.length === 0) {
      const revoked = revokeKey(store, which, Date.now());
      if (revoked === undefined)
        throw new Error('No key, or more than one, has this id or these last four characters.');
      print(`Revoked: ${maskedLine(revoked)}`);
    } else throw new UsageError('Say keys create, keys list or keys revoke ID.');
  } finally {
    store.close();
  }
}

async function serveForever({
  dataFolder,
  engine,
  port,
  plan: limit,
  folders,
}: {
  readonly dataFolder: string;
  readonly engine: string;
  readonly port: number;
  readonly plan: ReturnType<typeof planOf>;
  readonly folders: readonly string[];
}): Promise<void> {
  const server = await startServer({
    dataFolder,
    engine,
    port,
    plan: limit,
    ownKey: undefined,
    repositories: await Promise.all(folders.map(identify)),
    gitExecutable: 'git',
    onSettled: () => undefined,
    onError: error => process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`),
  });
  print(`Listening on http://127.0.0.1:${server.port}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      server.close();
      process.exit();
    });
  }
}

async function identify(folder: string): Promise<ServedRepository> {
  const { signal } = new AbortController();
  const git = new Git({ executable: 'git', log: () => undefined });
  const copy = await openWorkingCopy(git, path.resolve(folder), signal);
  const { fullName, provider, webUrl } = await identifyRepository(git, copy, { hosts: {} }, signal);
  return { root: copy.root, fullName, provider, webUrl };
}

function plan(name: string, requestsPerHour: number | undefined): ReturnType<typeof planOf> {
  try {
    return planOf(name, requestsPerHour);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function wholeNumber(option: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < least || number > most) {
    throw new UsageError(`${option} takes a whole number from ${least} to ${most}.`);
  }
  return number;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
