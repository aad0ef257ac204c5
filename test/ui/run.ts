/** Runs test/ui: the dashboard in a browser and the packed extension in a clean VS Code, driven as a person would. An argument limits it to matching names. */
import path from 'node:path';
import Mocha from 'mocha';
import { cacheFolder, root } from '../host/cache.ts';
import CountingReporter from '../host/countingReporter.ts';
import { KeyWatch } from '../host/keys/keyWatch.ts';
import { endOnSignal } from '../host/parts.ts';
import { temporaryFolderOfRun } from '../host/temporaryFolder.ts';

const grep = process.argv[2];
endOnSignal();
// What Node compiles is kept for the processes of the windows and the next run.
process.env['NODE_COMPILE_CACHE'] ??= path.join(cacheFolder, 'compiled');
const folder = temporaryFolderOfRun('ui-tests');
const mocha = new Mocha({
  timeout: 180_000,
  forbidOnly: true,
  // Each step goes on where the one before it ended.
  bail: true,
  reporter: CountingReporter,
  reporterOptions: { results: path.join(cacheFolder, 'results/ui.json') },
  ...(grep === undefined ? {} : { grep }),
});
for (const file of ['dashboard', 'firstMinutes', 'review', 'hostedService', 'severalRepositories', 'consent', 'team'])
  mocha.addFile(path.join(root, `test/ui/${file}.test.ts`));
mocha.rootHooks(KeyWatch.start().hooks(folder));
await mocha.loadFilesAsync();
mocha.run(failures => {
  process.exit(failures === 0 ? 0 : 1);
});
