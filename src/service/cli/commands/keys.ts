import { defineCommand } from '../command.ts';
import { keysOptions } from '../options/keys.ts';

/** The command `keys create|list|revoke`. */
export const keysCommand = defineCommand({
  about: 'Create, list and revoke the keys of the service that “serve” runs',
  operands: { synopsis: 'create | list | revoke ID', words: ['create', 'list', 'revoke'] },
  options: keysOptions,
  notes: [
    'create prints a new key this once. list shows all keys, masked, with the day each was last used. revoke ends a key; its last four characters will do.',
  ],
  failureCode: 1,
  load: async () => (await import('../keys.ts')).manageKeys,
});
