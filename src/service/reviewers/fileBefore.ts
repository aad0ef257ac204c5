import { newLinesIn, type DiffFile } from '../engine/diff/diffFile.ts';

/** The file before the change, apart from leading and trailing white space of its lines; all lines count as new. */
export function fileBefore(file: DiffFile): DiffFile {
  const isNew = new Set(newLinesIn(file));
  const lines = file.lines.flatMap((text, index) => [
    ...(file.removed?.get(index + 1) ?? []),
    ...(isNew.has(index + 1) ? [] : [text]),
  ]);
  lines.push(...(file.removed?.get(file.lines.length + 1) ?? []));
  const added = new Set(lines.map((_, index) => index + 1));
  return { ...file, text: lines.join('\n'), lines, added, removed: new Map() };
}

/**
 * Whether the change broke a file that cannot be parsed now. Of any other file, such as a new one, nobody knows whether it
 * is in the language that the parser knows: that it cannot be parsed says more about the parser.
 */
export function isBrokenByChange(file: DiffFile, parses: (before: DiffFile) => boolean): boolean {
  return file.baseBlob !== undefined && parses(fileBefore(file));
}
