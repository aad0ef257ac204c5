import { posix } from 'node:path';
import { readBlobs } from '../../../../git/content/blobs.ts';
import { searchTree } from '../../../../git/content/searchTree.ts';
import { CodeReviewError } from '../../../../core/base/errors.ts';
import type { GitReader } from '../../../../git/run/git.ts';
import { decodeFile } from '../../../engine/diff/decodeFile.ts';
import { unreviewedPath } from '../../../engine/diff/excludedFiles.ts';
import { definedNames } from './definedNames.ts';
import type { CodePlace, Surroundings } from './surroundings.ts';

/** Languages whose files use each other's names, by the endings of their files. */
const families = [
  ['js', 'mjs', 'cjs', 'jsx', 'ts', 'mts', 'cts', 'tsx', 'vue', 'svelte'],
  ['py', 'pyi'],
  ['java', 'kt', 'kts', 'scala', 'groovy'],
  ['c', 'h', 'cc', 'cpp', 'cxx', 'hh', 'hpp', 'm', 'mm'],
  ...['go', 'rs', 'rb', 'php', 'cs', 'swift', 'dart', 'lua', 'ex', 'sh'].map(ending => [ending]),
];

const imports = /^\s*(?:import\b|from\s+\S+\s+import\b|export\b.{0,300}\bfrom\b|use\s|using\s|#include\b)|\brequire\(/;
const givenText = /[:=]\s{0,9}["'`]/;
/** Longest file that is read, in characters. */
const longestFile = 300_000;
/** Most places of one name and kind. */
const mostPlaces = 400;

/**
 * Searches git's objects: one run of `git grep` over the head for all names. Definitions are told from uses by the line
 * alone, so that it works in most languages.
 * @param head full hash of a commit or a tree
 */
export function gitSurroundings(git: GitReader, root: string, head: string): Surroundings {
  return {
    async find(names, like, signal) {
      const endings = new Set(like.map(endingOf).flatMap(ending => families.find(each => each.includes(ending)) ?? []));
      const found = new Map<string, { definitions: CodePlace[]; uses: CodePlace[] }>();
      const wanted = new Set(names);
      for (const { path, line, text } of await searchTree(git, root, head, [...wanted], [...endings], signal)) {
        if (unreviewedPath(path) !== undefined) continue;
        const defined = definedNames(text);
        for (const name of new Set(text.match(/[A-Za-z_$][\w$]*/g))) {
          if (!wanted.has(name)) continue;
          const places = found.get(name) ?? { definitions: [], uses: [] };
          found.set(name, places);
          const isDefined = defined.includes(name);
          // An import says nothing of how the name is used.
          if (!isDefined && imports.test(text)) continue;
          const kind = isDefined ? places.definitions : places.uses;
          if (kind.length < mostPlaces) kind.push({ path, line, hasText: givenText.test(text) });
        }
      }
      return found;
    },

    async read(paths, signal) {
      try {
        const blobs = await readBlobs(git, root, head, [...new Set(paths)], signal);
        return new Map(
          [...blobs].flatMap(([path, bytes]) => {
            const text = bytes.length > longestFile ? undefined : decodeFile(bytes, path);
            return text === undefined ? [] : [[path, text] as const];
          }),
        );
      } catch (error) {
        if (!CodeReviewError.is(error, 'git')) throw error;
        return new Map();
      }
    },
  };
}

function endingOf(path: string): string {
  return posix.extname(path).slice(1).toLowerCase();
}
