/** Goes before the unit tests: what the files before one have left in memory is given back before its first test. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** To start a program takes ten times as long from a process of 700 MB, whose page tables are copied. In bytes. */
const small = 200 * 1024 * 1024;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
let file: string | undefined;

export const mochaHooks: Mocha.RootHookObject = {
  beforeEach(this: Mocha.Context) {
    if (this.currentTest?.file === file) return;
    file = this.currentTest?.file;
    if (process.memoryUsage.rss() > small) collectGarbage();
  },
};
