import { saysNothing, type IsUnchecked } from './verdict.ts';

/** A part of a path, with the mark of its beginning or end, in which a dot may be escaped. */
const plain = /^\^?(?:[\w/ -]|\\?\.)+(?:\.\*)?\$?$/;

/**
 * What `.pre-commit-config.yaml` keeps from all hooks: a regular expression, of which those parts count that are plain
 * texts, since anybody may have written it.
 */
export function preCommitSettings(text: string): IsUnchecked {
  const [, written = ''] = /^exclude:[ \t]*["']?([^"'\r\n#]+)["']?/m.exec(text) ?? [];
  const parts = written
    .trim()
    .replace(/^\(\?x\)/, '')
    .replace(/^(\^?)\(([^()]*)\)$/, (_, start: string, among: string) =>
      among
        .split('|')
        .map(each => start + each)
        .join('|'),
    )
    .split('|')
    .filter(each => plain.test(each));
  if (parts.length === 0) return saysNothing;
  return path => parts.some(each => hasPart(path, each)) || undefined;
}

function hasPart(path: string, part: string): boolean {
  const text = part.replace(/^\^|(?:\.\*)?\$?$/g, '').replaceAll('\\.', '.');
  const [isStart, isEnd] = [part.startsWith('^'), /(?<!\.\*)\$$/.test(part)];
  if (isStart) return isEnd ? path === text : path.startsWith(text);
  return isEnd ? path.endsWith(text) : path.includes(text);
}
