import type { DiffFile } from '../engine/diff/diffModel.ts';
import { testDataFolder } from '../engine/diff/fileKind.ts';
import { isTestPath } from '../engine/reviewer.ts';

const testName = /[._-](?:test|spec|stories)\.\w+$/i;
/** What calls a function that declares a test, and is no declaration of one: `function test(list) {`. */
const tests =
  /(?:^|[^.\w$])(?<!\bfunction[ \t])(?:(?:describe|suite|context|it|test|specify|before|beforeEach)(?:\.\w+)?|(?:QUnit|Deno|tap|t)\.(?:module|test))[ \t]*\(/m;
const gives = /^[ \t]*export\b|\bexports\b/m;
const takesFromOutside =
  /\b(?:from|import|require)[ \t]*(?:\([ \t]*)?['"](?:\.\.\/|node:|assert\b|vitest\b|chai\b|@jest\/|@playwright\/|@testing-library\/)/;

/** Directly in the folder of the tests: what runs them, and what they share. */
const besideTests = /^(.*\/)?(?:tests?|specs?|__tests__)\/[^/]+$/i;

/**
 * Whether a script is a test fixture, which may be wrong on purpose: it is in a folder of fixtures, or in a folder
 * among tests, has no tests, and is no module that tests share. The folder has to be known at the merge base, wherever in
 * the repository. Such modules have exports, and import from above their folder or a test library.
 */
export function isTestFixture({ path, text, isInNewFolder }: DiffFile): boolean {
  if (testName.test(path) || isInNewFolder === true) return false;
  if (testDataFolder.test(path)) return true;
  if (isBesideTests(path)) return false;
  return isTestPath(path) && !tests.test(text) && !(takesFromOutside.test(text) && gives.test(text));
}

function isBesideTests(path: string): boolean {
  const match = besideTests.exec(path);
  return match !== null && !isTestPath(match[1] ?? '');
}
