/** Goes before the unit tests: what Node compiles, and strips of its types, is kept for the processes below and the next run. */
import { enableCompileCache, flushCompileCache } from 'node:module';
import path from 'node:path';
import { cacheFolder } from './cache.ts';

const folder = path.join(cacheFolder, 'compiled');
enableCompileCache(folder);
process.env['NODE_COMPILE_CACHE'] = folder;

export const mochaHooks: Mocha.RootHookObject = {
  // The processes that a test starts find what it has loaded itself.
  beforeAll: () => flushCompileCache(),
};
