import { posix } from 'node:path';
import { foldersOf } from '../../../core/system/foldersOf.ts';
import { isAll, isListed } from './pathPatterns.ts';
import { asObject, asTexts } from './verdict.ts';
import { parseJsonc } from '../scripts/parseJsonc.ts';
import { textsAt, type Commit } from './textsAt.ts';

interface CompilerSettings {
  readonly path: string;
  readonly folder: string;
  /** Undefined where what it extends says it. */
  readonly refusesUnused: boolean | undefined;
  readonly files: readonly string[];
  readonly include: readonly string[] | undefined;
  readonly exclude: readonly string[];
  /** Paths of the settings that it extends, of which the last one decides. */
  readonly bases: readonly string[];
  /** Paths of the settings of parts of the project. */
  readonly parts: readonly string[];
}

const name = 'tsconfig.json';
/** How many settings refer to each other. */
const mostRounds = 5;

/**
 * Finds the settings by which the TypeScript compiler refuses names that nothing uses (`noUnusedLocals`).
 * @returns path of the settings for a file; undefined if none that is known refuses them
 * @throws CodeReviewError of kind `git`
 */
export async function refusalsOfUnused(
  paths: readonly string[],
  commit: Commit,
  signal: AbortSignal,
): Promise<(path: string) => string | undefined> {
  const known = new Map<string, CompilerSettings>();
  // Git is asked line by line.
  const folders = paths.flatMap(foldersOf).filter(folder => !folder.includes('\n'));
  let asked = [...new Set(folders.map(folder => posix.join(folder, name)))];
  for (let round = 0; round < mostRounds && asked.length > 0; round++) {
    const found = [...(await textsAt(asked, commit, signal))].map(([path, text]) => settingsOf(path, text));
    for (const settings of found) known.set(settings.path, settings);
    const named = found.flatMap(({ bases, parts }) => [...bases, ...parts]);
    asked = [...new Set(named)].filter(each => !known.has(each));
  }
  return path => {
    const nearest = foldersOf(path)
      .map(folder => posix.join(folder, name))
      .find(each => known.has(each));
    if (nearest === undefined) return undefined;
    const candidates = [nearest, ...(known.get(nearest)?.parts ?? [])];
    return candidates.find(each => refuses(each, known) && covers(each, path, known));
  };
}

function settingsOf(path: string, text: string): CompilerSettings {
  const folder = posix.dirname(path);
  const { config } = parseJsonc(text);
  const { compilerOptions, files, include, exclude, extends: bases, references } = asObject(config);
  const { noUnusedLocals } = asObject(compilerOptions);
  const parts = (Array.isArray(references) ? references : []).flatMap(each => asTexts(asObject(each)['path']));
  return {
    path,
    folder,
    refusesUnused: typeof noUnusedLocals === 'boolean' ? noUnusedLocals : undefined,
    files: asTexts(files),
    include: include === undefined && files === undefined ? undefined : asTexts(include),
    exclude: asTexts(exclude),
    bases: asTexts(bases).flatMap(each => (each.startsWith('.') ? within(folder, withEnding(each, '.json')) : [])),
    parts: parts.flatMap(each => within(folder, withEnding(each, `/${name}`))),
  };
}

/** What names a file of settings may leave out its end. */
function withEnding(path: string, ending: string): string {
  return path.endsWith('.json') ? path : path.replace(/\/$/, '') + ending;
}

/** A path from a folder of the repository; none if it leads out of it. */
function within(folder: string, path: string): string[] {
  const joined = posix.join(folder, path);
  return joined.startsWith('..') || joined.includes('\n') ? [] : [joined];
}

function refuses(path: string, known: ReadonlyMap<string, CompilerSettings>, depth = 0): boolean {
  const settings = known.get(path);
  if (settings === undefined || depth > mostRounds) return false;
  return settings.refusesUnused ?? settings.bases.some(each => refuses(each, known, depth + 1));
}

function covers(settings: string, path: string, known: ReadonlyMap<string, CompilerSettings>): boolean {
  const { folder, files, include, exclude } = known.get(settings) ?? {};
  const isBelow = folder === '.' || path.startsWith(`${folder ?? ''}/`);
  if (!isBelow || files === undefined || exclude === undefined) return false;
  const inFolder = folder === '.' ? path : path.slice((folder ?? '').length + 1);
  const isOf = (patterns: readonly string[]): boolean =>
    patterns.some(each => isAll(each) || isListed({ patterns: [each], isAnywhere: false }, inFolder));
  return (
    files.some(each => posix.normalize(each) === inFolder) ||
    ((include === undefined || isOf(include)) && !isOf(exclude))
  );
}
