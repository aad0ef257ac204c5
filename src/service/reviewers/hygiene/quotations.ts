import ts from 'typescript';
import type { DiffFile } from '../../engine/diff/diffFile.ts';
import { codeOnly } from '../../engine/diff/codeOnly.ts';
import { lineStarts, positionOf } from '../../engine/diff/textPosition.ts';
import { parse } from '../scripts/compile.ts';

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
export function quotationsIn({ path, text, lines, isExcluded }: DiffFile): Quotations {
  const { fence } = fences.find(({ ending }) => ending.test(path)) ?? {};
  if (fence !== undefined) return inBlocks(lines, fence);
  if (isExcluded === true) return () => undefined;
  if (/\.pyw?$/i.test(path)) return inPython(text);
  return /\.[cm]?[jt]sx?$/i.test(path) ? inScript(text, path) : () => undefined;
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

function inPython(text: string): Quotations {
  const quotations = new Map<number, Quotation>();
  // Quotes stand at the ends of texts alone there.
  for (const { 0: content, index } of codeOnly(text).matchAll(/"[^"]*"/g)) {
    if (!content.includes('\n')) continue;
    const quotation = quotationAt(text, index, text.slice(index, index + 3));
    const last = positionOf({ text }, index + content.length).line;
    for (let line = quotation.line + 1; line <= last; line++) quotations.set(line, quotation);
  }
  return line => quotations.get(line);
}

function inScript(text: string, path: string): Quotations {
  const source = parse(text, path);
  return line => {
    const offset = lineStarts(text)[line - 1] ?? 0;
    let node: ts.Node = source;
    for (let next: ts.Node | undefined = source; next !== undefined;) {
      if (ts.isJSDoc(next)) return quotationAt(text, next.pos, '/*');
      node = next;
      next = node.getChildren(source).find(child => child.pos <= offset && offset < child.end);
    }
    const start = node.getStart(source);
    if (start < offset) return ts.isTemplateLiteralToken(node) ? quotationAt(text, start, '`') : undefined;
    const comments = [
      ...(ts.getLeadingCommentRanges(text, node.pos) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.pos) ?? []),
    ];
    const comment = comments.find(({ pos, end }) => pos < offset && offset < end);
    return comment && quotationAt(text, comment.pos, '/*');
  };
}

function quotationAt(text: string, offset: number, mark: string): Quotation {
  return { line: positionOf({ text }, offset).line, mark };
}
