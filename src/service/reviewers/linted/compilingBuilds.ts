import { posix } from 'node:path';
import { foldersOf } from '../../../core/system/foldersOf.ts';
import { parseJsonc } from '../scripts/parseJsonc.ts';
import { textsAt, type Commit } from './textsAt.ts';
import { asObject } from './verdict.ts';

/** What checks types, or may run what does, unlike bundlers that only take them out. */
const compiling =
  /(?:^|[\s/&|;])(?:(?:vue-)?tsc|ng|next|nest|react-scripts|lerna|nx|turbo|make|(?:npm|yarn|pnpm)[ \t]+(?:-r|--\w+|workspaces?))(?:[\s&|;]|$)/;
/** The settings of Deno, which reads no others. */
const deno = 'deno.json';
/** The names of commands that somebody runs for the types alone, or does not. */
const optional = /type/i;

/**
 * Finds the files whose build is known to run no compiler: no command of the nearest manifest with commands does, but one
 * that is there for that alone.
 * @throws CodeReviewError of kind `git`
 */
export async function filesBuiltWithout(
  paths: readonly string[],
  commit: Commit,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const folders = new Set(paths.flatMap(foldersOf).filter(folder => !folder.includes('\n')));
  const manifests = [...folders].flatMap(folder => [deno, 'package.json'].map(name => posix.join(folder, name)));
  const texts = await textsAt(manifests, commit, signal);
  const isCompiling = new Map<string, boolean>();
  for (const [path, text] of texts) {
    if (posix.basename(path) === deno) isCompiling.set(posix.dirname(path), false);
    const commands = Object.entries(asObject(asObject(parseJsonc(text).config)['scripts']));
    if (commands.length === 0) continue;
    const compiles = commands.some(([name, command]) => !optional.test(name) && compiling.test(String(command)));
    isCompiling.set(posix.dirname(path), compiles);
  }
  return new Set(
    paths.filter(path => {
      const nearest = foldersOf(path).find(folder => isCompiling.has(folder));
      return nearest !== undefined && isCompiling.get(nearest) === false;
    }),
  );
}
