import { posix } from 'node:path';
import { matchesGlob } from '../../../../core/system/glob.ts';

const frontMatter = /^---[ \t]*\r?\n([^]*?)\r?\n---[ \t]*(?:\r?\n|$)/;
const mostPatterns = 50;
/** Longest beginning in which the front matter is looked for, in characters. */
const longestHead = 10_000;

/**
 * The text of a file of `.github/instructions` if it applies to a changed file, without its front matter.
 * @returns undefined if its `applyTo` names none of them, or it has none
 */
export function instructionsFor(text: string, paths: readonly string[]): string | undefined {
  const head = frontMatter.exec(text.slice(0, longestHead));
  if (head === null) return undefined;
  const patterns = patternsIn(head[1] ?? '');
  const applies = (path: string): boolean =>
    patterns.some(pattern => matchesGlob(pattern, pattern.includes('/') ? path : posix.basename(path)));
  return paths.some(applies) ? text.slice(head[0].length).trim() : undefined;
}

/** The globs of `applyTo`: one or several with commas, or a list. */
function patternsIn(yaml: string): string[] {
  const lines = yaml.split(/\r?\n/);
  const at = lines.findIndex(line => /^applyTo[ \t]*:/.test(line));
  if (at < 0) return [];
  const own = (lines[at] ?? '').replace(/^applyTo[ \t]*:/, '');
  const rest = lines.slice(at + 1);
  const end = rest.findIndex(line => !/^[ \t]*-[ \t]/.test(line));
  const items = rest.slice(0, end < 0 ? rest.length : end).map(line => line.replace(/^[ \t]*-[ \t]+/, ''));
  return [own, ...items]
    .flatMap(value => value.replace(/^[ \t]*\[|\][ \t]*$/g, '').split(/,(?![^{]*\})/))
    .map(value =>
      value
        .trim()
        .replace(/^(['"])(.*)\1$/, '$2')
        .replace(/^['"]|['"]$/g, '')
        .replace(/^\.?\//, ''),
    )
    .filter(value => value !== '')
    .slice(0, mostPatterns);
}
