import assert from 'node:assert/strict';
import { javascript } from '../../../../../src/service/reviewers/crossFile/checks/javascript/javascript.ts';
import { findingsOf, told } from './memoryTrees.ts';

const notes = 'export function excerpt() {}\nexport const all = 1;\n';
const uses = (module: string): string => `<script>\nimport { excerpt } from '${module}';\nexcerpt();\n</script>\n`;

describe('what SvelteKit calls $lib', () => {
  for (const [what, settings, module, isTold] of [
    ['src/lib of the project', 'svelte.config.js', '$lib/notes.js', true],
    ['nothing where there is no such project', 'other.config.js', '$lib/notes.js', false],
    ['no beginning of another name', 'svelte.config.js', '$library/notes.js', false],
  ] as const)
    it(`is ${what}`, () => {
      const before = { [`app/${settings}`]: '', 'app/src/lib/notes.js': notes, 'app/src/Note.svelte': uses(module) };
      const after = { ...before, 'app/src/lib/notes.js': 'export const all = 1;\n' };
      const found = ['app/src/lib/notes.js:1 cross-file/removed-export → app/src/Note.svelte:2'];
      assert.deepEqual(told(findingsOf(javascript, before, after)), isTold ? found : []);
    });
});
