/** Goes before the unit tests, so that no key is left in what they do. */
import { KeyWatch } from './keyWatch.ts';
import { temporaryFolderOfRun } from './temporaryFolder.ts';

const folder = temporaryFolderOfRun('unit');

export const mochaHooks = KeyWatch.start().hooks(folder);
