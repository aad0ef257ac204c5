import { createKey, formatKey, revokeKey } from '../accounts/keys.ts';
import { openStore } from '../store/openStore.ts';
import type { RunCommand } from './command.ts';
import { UsageError } from './commandLine/parse.ts';
import { dataFolder } from './options/data.ts';
import type { keysOptions } from './options/keys.ts';

/** Creates, lists or revokes keys. */
export const manageKeys: RunCommand<typeof keysOptions> = async (
  { values: { kind, name, data }, operands: [action, which, ...more] },
  context,
) => {
  const { stdout, stderr } = context;
  const store = await openStore(dataFolder(context, data));
  try {
    if (action === 'create' && which === undefined) {
      const { key } = await createKey(store, { kind, name }, Date.now());
      stdout.write(`${key}\n`);
      stderr.write('This key is shown only once. Store it where you store secrets.\n');
    } else if (action === 'list' && which === undefined) {
      const keys = await store.keys();
      stdout.write(`${keys.length === 0 ? 'There is no key yet.' : keys.map(formatKey).join('\n')}\n`);
    } else if (action === 'revoke' && which !== undefined && more.length === 0) {
      const revoked = await revokeKey(store, which, Date.now());
      if (revoked === undefined)
        throw new Error('No key, or more than one, has this id or these last four characters.');
      stdout.write(`Revoked: ${formatKey(revoked)}\n`);
    } else throw new UsageError('Use keys create, keys list or keys revoke ID.');
  } finally {
    await store.close();
  }
  return 0;
};
