import type { DiffFile } from '../../engine/diff/diffFile.ts';
import { languageOf } from '../../engine/diff/fileKind.ts';
import { lineStarts, positionOf } from '../../engine/diff/textPosition.ts';
import { partAt, partsOf } from './parts.ts';

/** What quotes lines. */
export interface Quotation {
  /** The line that it begins on, from 1. */
  readonly line: number;
  /** What begins it, such as three quotes. */
  readonly mark: string;
}

/** Returns what quotes a line, from 1; undefined if nothing does. */
type Quotations = (line: number) => Quotation | undefined;

/** Code blocks of documents by the ending of their names: what begins or ends one, and what stands behind it. */
const fences = [
  { ending: /\.(?:md|mdx|markdown)$/i, fence: /^ {0,3}(`{3,}|~{3,})(.*)$/ },
  { ending: /\.(?:adoc|asciidoc)$/i, fence: /^(-{4,}|\.{4,})(\s*)$/ },
];

/**
 * Finds what quotes lines of a file: code blocks of a document that end below, texts of several lines, and comments of
 * scripts. Files that analysers leave out are not read for it, unless they are documents.
 */
export function quotationsIn(file: DiffFile): Quotations {
  const { path, lines, isExcluded } = file;
  const { fence } = fences.find(({ ending }) => ending.test(path)) ?? {};
  if (fence !== undefined) return inBlocks(lines, fence);
  return isExcluded === true || languageOf(path) === undefined ? () => undefined : inParts(file);
}

function inBlocks(lines: readonly string[], fence: RegExp): Quotations {
  const quotations = new Map<number, Quotation>();
  let open: Quotation | undefined;
  for (const [index, text] of lines.entries()) {
    const [, marks = '', rest = ''] = fence.exec(text) ?? [];
    if (open === undefined) {
      if (marks !== '' && !(marks.startsWith('`') && rest.includes('`'))) open = { line: index + 1, mark: marks };
    } else if (marks.startsWith(open.mark) && rest.trim() === '') {
      for (let line = open.line; line <= index; line++) quotations.set(line, open);
      open = undefined;
    }
  }
  return line => quotations.get(line);
}

function inParts(file: DiffFile): Quotations {
  const { text } = file;
  const parts = partsOf(file);
  return line => {
    const offset = lineStarts(text)[line - 1] ?? 0;
    const part = partAt(parts, offset);
    // The compiler reads what stands between elements.
    return part !== undefined && part.mark !== '' && part.start < offset
      ? { line: positionOf({ text }, part.start).line, mark: part.mark }
      : undefined;
  };
}
