import type { DiffFile } from '../engine/diffModel.ts';
import { isTestPath } from '../engine/reviewer.ts';

const dataFolder = /(?:^|\/)(?:fixtures?|__(?:test)?fixtures__|test-?data|test-?cases|snapshots)\//i;
const testName = /[._-](?:test|spec|stories)\.\w+$/i;
const tests = /\b(?:describe|suite|context|it|test|specify|before|beforeEach)(?:\.\w+)?[ \t]*\(/;
const takesFromNeighbour = /\b(?:from|import|require)[ \t]*\(?[ \t]*['"]\.{1,2}\//;

/**
 * Whether a script is what tests read, not what they run: it may be wrong on purpose. A script among tests is taken for
 * it where it neither tests anything nor takes anything from a neighbour.
 */
export function isTestData({ path, text }: DiffFile): boolean {
  if (testName.test(path)) return false;
  return dataFolder.test(path) || (isTestPath(path) && !tests.test(text) && !takesFromNeighbour.test(text));
}
