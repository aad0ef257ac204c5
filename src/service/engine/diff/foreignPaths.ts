import { posix } from 'node:path';
import { readObjects, type FoundObject } from '../../../git/content/objects.ts';
import type { GitReader } from '../../../git/run/git.ts';
import { matchesGlob } from '../../../core/system/glob.ts';

/** Why a repository says that nobody there writes a file. */
type ForeignReason = 'vendored' | 'generated' | 'kept out of diffs by .gitattributes';

const reasons: Readonly<Record<string, ForeignReason>> = {
  'linguist-vendored': 'vendored',
  'linguist-generated': 'generated',
  '-diff': 'kept out of diffs by .gitattributes',
};

/** A line of a `.gitattributes` file that sets or unsets one of the attributes. */
interface AttributeRule {
  /** Glob of the paths, see `matchesGlob`. */
  readonly pattern: string;
  readonly attribute: string;
  readonly isSet: boolean;
}

/** Bounds on the folders, the bytes of one file and the lines that count. What is beyond one of them is reviewed. */
const mostFolders = 2_000;
const longestFile = 64 << 10;
const mostRules = 200;

/** A `.gitattributes` file that may be in a commit. */
interface AttributesFile {
  readonly folder: string;
  /** Names the file for git. */
  readonly name: string;
}

/**
 * The `.gitattributes` files that may speak of some paths.
 * @param commit the merge base: what the change says of itself does not count
 */
export function attributesFiles(commit: string, paths: readonly string[]): AttributesFile[] {
  const folders = [...foldersOf(paths)].slice(0, mostFolders);
  return folders.map(folder => ({ folder, name: `${commit}:${posix.join(folder, '.gitattributes')}` }));
}

/**
 * Reads which paths `.gitattributes` files call vendored or generated, or keep out of diffs.
 * @param objects of the files, undefined for one that there is not
 * @throws CodeReviewError of kind `git`
 */
export async function readForeignPaths(
  git: GitReader,
  root: string,
  files: readonly AttributesFile[],
  objects: readonly (FoundObject | undefined)[],
  signal: AbortSignal,
): Promise<(path: string) => ForeignReason | undefined> {
  const folders = files.map(({ folder }) => folder);
  const found = folders.flatMap((folder, index) => {
    const { [index]: object } = objects;
    return object === undefined ? [] : [{ folder, id: object.id, isRead: object.size <= longestFile }];
  });
  const ids = found.flatMap(({ id, isRead }) => (isRead ? [id] : []));
  const texts = await readObjects(git, root, ids, signal);
  const all = found.flatMap(({ folder, id }) => {
    const text = texts.get(id)?.toString('utf8');
    return text === undefined ? unmarked(folder) : rulesIn(folder, text);
  });
  const rules = bounded(all);
  const asked = new Set(folders);
  return path => (asked.has(posix.dirname(path)) ? reasonFor(path, rules) : undefined);
}

/** As many marks as count, with all exceptions from them; nothing where those are too many. */
function bounded(rules: readonly AttributeRule[]): readonly AttributeRule[] {
  if (rules.filter(({ isSet }) => !isSet).length > mostRules) return [];
  let marks = 0;
  return rules.filter(({ isSet }) => !isSet || ++marks <= mostRules);
}

/** Rules that take all marks off a folder, for a file of it that is not understood. */
function unmarked(folder: string): AttributeRule[] {
  return Object.keys(reasons).map(attribute => ({ attribute, isSet: false, pattern: globOf(folder, '**') }));
}

/** All folders above some paths, outermost first, as git reads their attributes. */
function foldersOf(paths: readonly string[]): Set<string> {
  const folders = new Set<string>();
  for (const path of paths)
    for (let each = posix.dirname(path); !folders.has(each); each = posix.dirname(each))
      if (!each.includes('\n')) folders.add(each);
      else break;
  return new Set([...folders].sort((a, b) => depthOf(a) - depthOf(b)));
}

function depthOf(folder: string): number {
  return folder === '.' ? 0 : folder.split('/').length;
}

function rulesIn(folder: string, text: string): AttributeRule[] {
  return text.split(/\r?\n/).flatMap(line => {
    const [pattern = '', ...words] = line.trim().split(/[ \t]+/);
    // A comment, a macro, or what matches no file for git either.
    if (/^(?:[#!]|\[attr\])|\/$|^$/.test(pattern)) return [];
    // Patterns in quotes and with classes of characters are not understood: they mark nothing, and may except anything.
    const isUnclear = /^"|[[\\]/.test(pattern);
    return words.flatMap((word): AttributeRule[] => {
      const rule = attributeOf(word);
      if (isUnclear) return rule?.isSet === false ? [{ ...rule, pattern: globOf(folder, '**') }] : [];
      // A kind of file in the whole repository is marked for the statistics of its languages.
      const isKind = folder === '.' && /^\/?(?:\*\*\/)?\*+(?:\.\w+)?$/.test(pattern);
      return rule === undefined || (isKind && rule.isSet) ? [] : [{ ...rule, pattern: globOf(folder, pattern) }];
    });
  });
}

function attributeOf(word: string): Omit<AttributeRule, 'pattern'> | undefined {
  if (word === '-diff' || word === 'binary') return { attribute: '-diff', isSet: true };
  if (/^(?:!?diff|-binary|!binary)$|^diff=/.test(word)) return { attribute: '-diff', isSet: false };
  const [, sign = '', attribute, value = ''] = /^([-!]?)(linguist-(?:vendored|generated))(?:=(.*))?$/.exec(word) ?? [];
  return attribute === undefined ? undefined : { attribute, isSet: sign === '' && value !== 'false' };
}

/**
 * A pattern without a slash matches names in any folder below, any other one paths from the folder. Two stars match folders
 * only where they stand alone.
 */
function globOf(folder: string, pattern: string): string {
  const below = folder === '.' ? '' : `${folder}/`;
  const glob = pattern.replace(/(?<=[^/*])\*{2,}|\*{2,}(?=[^/*])/g, '*');
  return below + (glob.includes('/') ? glob.replace(/^\//, '') : `**/${glob}`);
}

/** The last line that fits decides, for each attribute. */
function reasonFor(path: string, rules: readonly AttributeRule[]): ForeignReason | undefined {
  const fitting = rules.filter(({ pattern }) => mayMatch(pattern, path) && matchesGlob(pattern, path));
  return Object.entries(reasons).find(
    ([attribute]) => fitting.findLast(each => each.attribute === attribute)?.isSet === true,
  )?.[1];
}

/** Whether a path begins with what stands before a pattern's first wildcard; much quicker than to match it. */
function mayMatch(pattern: string, path: string): boolean {
  const wildcard = pattern.search(/[*?]/);
  const literal = wildcard < 0 ? pattern : pattern.slice(0, wildcard);
  return path.startsWith(literal);
}
