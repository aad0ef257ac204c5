import { build, type BuildResult } from 'esbuild';
import { bundleOptions, entries, packageEntries } from '../../../.config/bundles.ts';
import { once } from '../../../src/core/base/once.ts';

/** All bundles, those that only the package of the command line has too, built in memory from the sources as they are now. */
export const builtBundles = once((): Promise<BuildResult<{ write: false; metafile: true }>> => {
  const entryPoints = { ...entries, ...packageEntries };
  return build({ ...bundleOptions(true), entryPoints, sourcemap: false, write: false, metafile: true });
});

/** Has them built before the tests of a `describe`: that may take long on a busy machine. */
export function buildBundlesFirst(): void {
  before(async () => {
    await builtBundles();
  });
}
