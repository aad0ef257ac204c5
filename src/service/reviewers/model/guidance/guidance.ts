import { posix } from 'node:path';
import type { GitReader } from '../../../../git/run/git.ts';
import { redactSecrets } from '../code/redactSecrets.ts';
import { instructionsFor } from './pathInstructions.ts';
import { readFollowing } from './readFollowing.ts';

/** What a file of the repository asks of those who review it. */
export interface Guidance {
  readonly path: string;
  /** The folder that it is about; absent if it is about the whole repository. */
  readonly folder?: string;
  /** Secrets are redacted. */
  readonly text: string;
  /** Whether only the beginning is included. */
  readonly isCut: boolean;
}

/** How many more characters to search for secrets than are shown: a truncated secret would not be found. */
const longestSecret = 4_000;
/** The first of these is followed before all else, the others as far as there is room. */
const ofRepository = [
  'AGENTS.md',
  '.github/copilot-instructions.md',
  'REVIEW.md',
  'CLAUDE.md',
  'GEMINI.md',
  '.cursorrules',
];
const ofFolder = ['AGENTS.md', 'CLAUDE.md'];
const instructionsFolder = '.github/instructions/';
/** Most folders that are looked into, and most files of each kind that are followed. */
const mostFolders = 200;
const mostFiles = 4;
/** A file with less says little but where to read on. */
const shortFile = 600;
const reference = /(?:^|[\s`"'(<])(@?)((?:[\w.-]+\/)*[\w.-]+\.(?:md|mdc|mdx|txt))(?=$|[\s`"'),.;:>])/gm;

type Read = (paths: readonly string[]) => Promise<Map<string, string>>;

/**
 * Reads the guidance for reviewers at the merge base, so that a pull request cannot change its own: the repository's, the
 * files that it says to read, that of the folders of changed files, instructions for their paths, and what the repository
 * says elsewhere.
 * @param paths of the changed files
 * @param longest of all texts together, in characters
 */
export async function readGuidance(
  git: GitReader,
  root: string,
  mergeBase: string,
  paths: readonly string[],
  longest: number,
  signal: AbortSignal,
): Promise<Guidance[]> {
  const read: Read = asked => readFollowing(git, root, mergeBase, asked, signal);
  const list = ['ls-tree', '-r', '-z', '--name-only', '--full-tree', mergeBase, instructionsFolder];
  const listed = ((await git.tryRun(root, list, { signal })) ?? '').split('\0').filter(path => path.endsWith('.md'));
  const folders = foldersOf(paths);
  const nested = folders.flatMap(folder => ofFolder.map(name => `${folder}/${name}`));
  const texts = await read([...ofRepository, ...nested, ...listed.slice(0, 50)]);

  const found: Omit<Guidance, 'isCut'>[] = [];
  const main = ofRepository.find(path => texts.has(path));
  if (main !== undefined) found.push(...(await withReferences({ path: main, text: texts.get(main) ?? '' }, read)));
  const ofFolders = folders.flatMap(folder => {
    const path = ofFolder.map(name => `${folder}/${name}`).find(each => texts.has(each));
    return path === undefined ? [] : [{ path, folder, text: texts.get(path) ?? '' }];
  });
  found.push(...ofFolders.slice(0, mostFiles));
  const ofPaths = listed.flatMap(path => {
    const text = instructionsFor(texts.get(path) ?? '', paths);
    return text === undefined || text === '' ? [] : [{ path, text }];
  });
  found.push(...ofPaths.slice(0, mostFiles));
  const others: typeof found = [];
  for (const path of ofRepository) {
    const text = texts.get(path);
    const isSaid = [...found, ...others].some(each => each.path === path || each.text === text);
    if (text !== undefined && !isSaid) others.push({ path, text });
  }
  const first = withinLimit(found, longest);
  return [...first, ...withinLimit(others, longest - first.reduce((sum, { text }) => sum + text.length, 0))];
}

/** The folders of files, the deepest first; the top folder is none. */
function foldersOf(paths: readonly string[]): string[] {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let folder = posix.dirname(path); folder !== '.' && folder !== '/'; folder = posix.dirname(folder)) {
      if (folders.size < mostFolders) folders.add(folder);
    }
  }
  return [...folders].sort((a, b) => b.split('/').length - a.split('/').length || (a < b ? -1 : 1));
}

/** A file and those that it says to read, which may say the same once more. */
async function withReferences(
  main: { readonly path: string; readonly text: string },
  read: Read,
): Promise<{ readonly path: string; readonly text: string }[]> {
  const found = [main];
  let last = [main];
  for (let depth = 0; depth < 2 && last.length > 0; depth++) {
    const named = [...new Set(last.flatMap(referencesIn))].filter(path => !found.some(each => each.path === path));
    const texts = await read(named.slice(0, mostFiles));
    last = [...texts].map(([path, text]) => ({ path, text }));
    found.push(...last);
  }
  return found;
}

/** The files that guidance imports with `@` before their names, or, where it says little else, that it names. */
function referencesIn({ path, text }: { readonly path: string; readonly text: string }): string[] {
  return [...text.slice(0, 20_000).matchAll(reference)].flatMap(([, mark, name = '']) => {
    if (mark === '' && text.length > shortFile) return [];
    const target = posix.normalize(posix.join(posix.dirname(path), name));
    return target.startsWith('../') ? [] : [target];
  });
}

/** Cuts texts so that all of them have room; none takes more than half where there are several. */
function withinLimit(found: readonly Omit<Guidance, 'isCut'>[], longest: number): Guidance[] {
  let left = longest;
  const most = found.length > 1 ? Math.floor(longest / 2) : longest;
  return found.flatMap(({ text, ...guidance }) => {
    const room = Math.min(left, most);
    const clean = redactSecrets(guidance.path, text.slice(0, room + longestSecret));
    left -= Math.min(clean.length, room);
    return room === 0 ? [] : [{ ...guidance, text: clean.slice(0, room), isCut: clean.length > room }];
  });
}
