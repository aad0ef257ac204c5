import type { DiffFile } from '../engine/diffModel.ts';
import { isTestPath } from '../engine/reviewer.ts';

const dataFolder = /(?:^|\/)(?:fixtures?|__(?:test)?fixtures__|test-?data|test-?cases|snapshots)\//i;
const testName = /[._-](?:test|spec|stories)\.\w+$/i;
const connected =
  /^[ \t]*(?:import|export)\b|\brequire[ \t]*\(|\b(?:describe|suite|context|it|test|specify|before|beforeEach)(?:\.\w+)?[ \t]*\(/m;

/**
 * Whether a script is what tests read, not what they run: it may be wrong on purpose. A script among tests is, where it
 * neither takes anything from another one, nor gives it anything, nor tests anything.
 */
export function isTestData({ path, text }: DiffFile): boolean {
  if (testName.test(path)) return false;
  return dataFolder.test(path) || (isTestPath(path) && !connected.test(text));
}
