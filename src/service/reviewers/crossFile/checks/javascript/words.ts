import type { Place } from '../../../../engine/reviewer.ts';
import type { Spot } from './facts.ts';

/** Longest name or path that is quoted. */
const longest = 80;

/** A name or path of the code, in Markdown's quotes for code. */
export function quoted(name: string): string {
  const safe = name.replace(/[`\s]+/g, ' ');
  return `\`${safe.length > longest ? `…${safe.slice(-longest)}` : safe}\``;
}

/** `src/a.ts`, or `3 files`. @param paths with repetitions */
export function filesThat(paths: readonly string[]): string {
  const [first = '', ...others] = new Set(paths);
  return others.length === 0 ? quoted(first) : `${others.length + 1} files`;
}

export function placeOf(path: string, [line, column, endColumn]: Spot): Place {
  return { path, line, column, endColumn };
}

/** Whether TypeScript may check one of some files. */
export function mayBeTyped(paths: readonly string[]): boolean {
  return paths.some(each => /\.(?:[cm]?tsx?|vue|svelte)$/.test(each));
}
