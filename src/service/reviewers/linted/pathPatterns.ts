import { matchesGlob } from '../../../core/system/glob.ts';

/** Patterns of paths as a tool lists them, the last of which that matches decides. `!` begins an exception. */
export interface PathPatterns {
  readonly patterns: readonly string[];
  /** Whether a pattern without a slash means what has the name in any folder, as in `.gitignore`. */
  readonly isAnywhere: boolean;
}

/** Whether some patterns list a path, itself or by a folder above it. @param path relative to the folder of the patterns */
export function isListed({ patterns, isAnywhere }: PathPatterns, path: string): boolean {
  const last = patterns.flatMap(withoutBraces).findLast(each => matches(each.replace(/^!/, ''), path, isAnywhere));
  return last !== undefined && !last.startsWith('!');
}

/** Whether a pattern is of every file. */
export function isAll(pattern: string): boolean {
  return /^(?:\.\/)?\*\*?(?:\/\*)?$/.test(pattern);
}

function matches(pattern: string, path: string, isAnywhere: boolean): boolean {
  const name = pattern.replace(/^\.?\//, '').replace(/\/(?:\*\*?)?$/, '');
  if (name === '' || name === '*' || name === '**') return false;
  const isBare = isAnywhere && !name.includes('/') && !pattern.startsWith('/');
  const glob = isBare ? `**/${name}` : name;
  return matchesGlob(glob, path) || matchesGlob(`${glob}/**`, path);
}

const braces = /^([^{}]*)\{([^{}]{1,200})\}([^]*)$/;
const mostAlternatives = 64;

/** `*.{ts,tsx}` as `*.ts` and `*.tsx`. */
function withoutBraces(pattern: string): string[] {
  let open = [pattern];
  for (
    let each = braces.exec(open[0] ?? '');
    each !== null && open.length < mostAlternatives;
    each = braces.exec(open[0] ?? '')
  )
    open = open.flatMap(one => {
      const [, before = '', among = '', after = ''] = braces.exec(one) ?? [];
      return among === '' ? [one] : among.split(',').map(part => before + part + after);
    });
  return open;
}
