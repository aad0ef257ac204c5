import { homedir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createKey, formatKey, revokeKey } from '../accounts/keys.ts';
import { openStore } from '../store/openStore.ts';
import { dataUsage, UsageError, type Command, type CommandContext } from './command.ts';

/** The command `keys create|list|revoke`. */
export const keysCommand: Command = {
  usage: `keys create                   make a key and show it this once
  --kind production|development  (default: development)
  --name TEXT                 what it is for
keys list                     all keys, masked, with the day each was last used
keys revoke ID                end a key; its last four characters will do
${dataUsage}`,
  failureCode: 1,
  run: async (args, context) => {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        kind: { type: 'string', default: 'development' },
        name: { type: 'string', default: '' },
        data: { type: 'string', default: path.join(homedir(), '.code-review') },
      },
    });
    await manageKeys(values, positionals, context);
    return 0;
  },
};

async function manageKeys(
  { kind, name, data }: { readonly kind: string; readonly name: string; readonly data: string },
  [action, which, ...more]: readonly string[],
  { cwd, stdout, stderr }: CommandContext,
): Promise<void> {
  const store = await openStore(path.resolve(cwd, data));
  try {
    if (action === 'create' && which === undefined) {
      if (kind !== 'production' && kind !== 'development') throw new UsageError('--kind is production or development.');
      const { key } = createKey(store, { kind, name }, Date.now());
      stdout.write(`${key}\n`);
      stderr.write('This key is shown only once. Store it where you store secrets.\n');
    } else if (action === 'list' && which === undefined) {
      const keys = store.keys();
      stdout.write(`${keys.length === 0 ? 'There is no key yet.' : keys.map(formatKey).join('\n')}\n`);
    } else if (action === 'revoke' && which !== undefined && more.length === 0) {
      const revoked = revokeKey(store, which, Date.now());
      if (revoked === undefined)
        throw new Error('No key, or more than one, has this id or these last four characters.');
      stdout.write(`Revoked: ${formatKey(revoked)}\n`);
    } else throw new UsageError('Use keys create, keys list or keys revoke ID.');
  } finally {
    store.close();
  }
}
