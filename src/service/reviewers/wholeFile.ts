import type { DiffFile } from '../engine/diff/diffFile.ts';

/** A file as if the change added all of it. */
export function wholeFile(path: string, text: string): DiffFile {
  const lines = text.split(/\r?\n/);
  return { path, text, lines, added: new Set(lines.map((_, index) => index + 1)) };
}
