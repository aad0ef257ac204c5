import ts from 'typescript';
import type { DiffFile } from '../../engine/diff/diffFile.ts';
import { languageOf } from '../../engine/diff/fileKind.ts';
import { parse } from '../scripts/compile.ts';

/** A text, a comment or a regular expression in a file. Offsets are in UTF-16 code units, the end is excluded. */
export interface Part {
  readonly kind: 'text' | 'comment' | 'pattern';
  readonly start: number;
  readonly end: number;
  /** What begins it, such as a quote; empty for what stands between elements of JSX. */
  readonly mark: string;
}

/** Files in which `#` begins no comment, or `//` none, or `--` one. */
const slashed =
  /\.(?:[cm]?[jt]sx?|vue|svelte|astro|php|go|rs|java|kts?|scala|groovy|cs|fs|swift|mm?|c|cc|cpp|cxx|h|hh|hpp|zig|dart|gradle|tf|sol|s?css|less)$/i;
const dashed = /\.(?:sql|lua|hs|elm|ada?)$/i;
const marked = /\.(?:x?html?|vue|svelte|astro|php)$/i;

const quoted = [
  '"""[^]*?"""',
  '"(?:\\\\.|[^"\\\\\\n])*"',
  // No apostrophe.
  "(?<![\\w$])'(?:\\\\.|[^'\\\\\\n])*'",
].join('|');
const comments = {
  slash: '\\/\\/[^\\r\\n]*|\\/\\*[^]*?(?:\\*\\/|$)',
  hash: '(?<![^\\s])#[^\\r\\n]*',
  dash: '--[^\\r\\n]*|\\/\\*[^]*?(?:\\*\\/|$)',
  markup: '<!--[^]*?(?:-->|$)',
};

/** Python as `codeOnly` reads it. */
const python = /#[^\r\n]*|("""|''')(?:\\[^]|(?!\1)[^\\])*(?:\1|$)|"(?:\\[^]|[^"\\\r\n])*"?|'(?:\\[^]|[^'\\\r\n])*'?/g;

/** The texts and comments of a file, in order: exact in scripts and Python, by the usual marks of other languages elsewhere. */
export function partsOf({ path, text, isExcluded }: Pick<DiffFile, 'path' | 'text' | 'isExcluded'>): readonly Part[] {
  if (isExcluded !== true && /\.[cm]?[jt]sx?$/i.test(path)) return scriptParts(text, path);
  return matched(text, languageOf(path) === 'python' ? python : patternOf(path));
}

/** The part that a character stands in; undefined if it is code. */
export function partAt(parts: readonly Part[], offset: number): Part | undefined {
  let [low, high] = [0, parts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((parts[middle]?.end ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  const part = parts[low];
  return part !== undefined && part.start <= offset ? part : undefined;
}

function patternOf(path: string): RegExp {
  const comment = slashed.test(path) ? comments.slash : dashed.test(path) ? comments.dash : comments.hash;
  const raw = path.endsWith('.go') ? '`[^`]*`' : '`[^`\\n]*`';
  const others = [
    ...(marked.test(path) ? [comments.markup] : []),
    // An attribute is no comment.
    ...(path.endsWith('.php') ? [comments.hash.replace('#', '#(?!\\[)')] : []),
  ];
  const all = [...others, comment, quoted, raw];
  return new RegExp(all.join('|'), 'g');
}

function matched(text: string, pattern: RegExp): readonly Part[] {
  return Array.from(text.matchAll(pattern), ({ 0: part, index }) => {
    const mark = /^[A-Za-z]{0,2}("""|'''|["'`])/.exec(part)?.[0] ?? '';
    return {
      kind: mark === '' ? 'comment' : 'text',
      start: index,
      end: index + part.length,
      mark: mark || part.slice(0, 2),
    };
  });
}

function scriptParts(text: string, path: string): readonly Part[] {
  const source = parse(text, path);
  const literals: Part[] = [];
  const visit = (node: ts.Node): void => {
    const isText = ts.isStringLiteral(node) || ts.isTemplateLiteralToken(node);
    if (isText || ts.isJsxText(node) || ts.isRegularExpressionLiteral(node)) {
      const start = ts.isJsxText(node) ? node.pos : node.getStart(source);
      const mark = ts.isJsxText(node) ? '' : text.charAt(start);
      literals.push({ kind: ts.isRegularExpressionLiteral(node) ? 'pattern' : 'text', start, end: node.end, mark });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  // Comments are looked for in what is left.
  let [code, at] = ['', 0];
  for (const { start, end } of literals.toSorted((a, b) => a.start - b.start)) {
    code += text.slice(at, start) + ' '.repeat(Math.max(0, end - Math.max(at, start)));
    at = Math.max(at, end);
  }
  code += text.slice(at);
  const commented = matched(code, new RegExp(comments.slash.replace('\\r\\n', '\\r\\n\\u2028\\u2029'), 'g'));
  return [...literals, ...commented].toSorted((a, b) => a.start - b.start);
}
