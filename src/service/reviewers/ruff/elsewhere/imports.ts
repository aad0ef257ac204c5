import { posix } from 'node:path';
import type { DiffFile } from '../../../engine/diff/diffModel.ts';
import type { FindingRange } from '../../../engine/reviewer.ts';

/** What an import binds, and where it comes from. */
interface BoundImport {
  readonly name: string;
  /** Whether it is `from` a module of the project itself. */
  readonly isOwn: boolean;
}

const statementStart = /^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+)?import\b/;
const mostLines = 100;

/** The line at which the import statement around a line begins, from 1; the line itself if there is none. */
export function importStart(lines: readonly string[], line: number): number {
  for (let at = line; at > Math.max(0, line - mostLines); at--) if (statementStart.test(lines[at - 1] ?? '')) return at;
  return line;
}

/** What the import at a range binds: `b` for `a as b`, `a` for `a.b`. Undefined if the range is of something else. */
export function boundImport({ path, lines }: DiffFile, range: FindingRange): BoundImport | undefined {
  const code = (lines[range.startLine - 1] ?? '').slice(range.startColumn - 1, range.endColumn - 1);
  const name = (/\bas\s+(\w+)$/.exec(code) ?? /^([A-Za-z_]\w*)(?:\.\w+)*$/.exec(code))?.[1];
  if (name === undefined || range.startLine !== range.endLine) return undefined;
  const [, source = ''] = statementStart.exec(lines[importStart(lines, range.startLine) - 1] ?? '') ?? [];
  const [top = ''] = source.split('.', 1);
  return { name, isOwn: source !== '' && (top === '' || path.split('/').includes(top)) };
}

/**
 * Whether a file takes a name from a module, by an import or as its attribute. Texts count too: tests patch by them.
 * @param text of the file, which has the name somewhere
 * @param path of the file
 * @param module path of the module
 */
export function takesName(text: string, path: string, module: string, name: string): boolean {
  const stem = posix.basename(module, '.py');
  // Another file is no module that can be named.
  if (!/^\w+$/.test(stem)) return false;
  const word = new RegExp(`\\b${name}\\b`);
  for (const [, source = '', names = ''] of text.matchAll(
    /^[ \t]*from[ \t]+([.\w]+)[ \t]+import[ \t]*(\([^)]{0,5000}\)|(?:[^\n\\]|\\\r?\n)*)/gm,
  )) {
    if (!isSameModule(source, path, module)) continue;
    const taken = names.replace(/#.*/g, '').replace(/\bas\s+\w+/g, '');
    if (word.test(taken) || /^\s*\*/.test(taken)) return true;
  }
  const aliases = [...text.matchAll(new RegExp(`\\b${stem}[ \\t]+as[ \\t]+(\\w+)`, 'g'))].map(
    ([, alias = '']) => alias,
  );
  return new RegExp(`\\b(?:${[stem, ...new Set(aliases)].join('|')})\\.${name}\\b`).test(text);
}

/** Whether the source of a `from` import is this module. Folders above the top package are not known: any may be. */
function isSameModule(source: string, path: string, module: string): boolean {
  const [dots = ''] = /^\.*/.exec(source) ?? [];
  const parts = source.slice(dots.length).replaceAll('.', '/');
  const target = module.replace(/\.py$/, '');
  if (dots === '') return `/${target}`.endsWith(`/${parts}`);
  return posix.join(posix.dirname(path), '../'.repeat(dots.length - 1), parts) === target;
}
