import { newLinesIn, type DiffFile } from '../../engine/diff/diffFile.ts';
import { languageOf } from '../../engine/diff/fileKind.ts';
import { lineStarts } from '../../engine/diff/textPosition.ts';
import { isTestPath, type ReviewerFinding } from '../../engine/reviewer.ts';
import { quote } from '../rule.ts';
import { scriptsIn } from '../scripts/scripts.ts';
import { isOfCode } from './hiddenCharacters.ts';
import { partAt, partsOf, type Part } from './parts.ts';
import { isCompared } from './readByPrograms.ts';

/**
 * Letters of Cyrillic, Greek and Armenian that look like Latin ones, and those. Small Greek letters are the names of
 * quantities, and stand beside Latin ones on purpose.
 */
const lookalikes: ReadonlyMap<string, string> = new Map(
  [
    ['\u0430\u0441\u0501\u0435\u04bb\u0456\u0458\u04cf\u043e\u0440\u051b\u0455\u051d\u0445\u0443', 'acdehijlopqswxy'],
    [
      '\u0410\u0412\u0421\u0415\u041d\u0406\u0408\u041a\u041c\u041e\u0420\u051a\u0405\u0422\u051c\u0425\u0423',
      'ABCEHIJKMOPQSTWXY',
    ],
    ['\u03bf\u03f2\u03f3', 'ocj'],
    [
      '\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03f9\u037f',
      'ABEZHIKMNOPTYXCJ',
    ],
    ['\u0585\u0578\u057d\u0570\u0575', 'onuhj'],
  ].flatMap(([others = '', latin = '']) => Array.from(others, (each, index) => [each, latin.charAt(index)] as const)),
);
const letters = [...lookalikes.keys()].join('');
const any = new RegExp(`[${letters}]`);
const name = /[\p{L}\p{M}\p{N}_$]+/gu;
/** A run of letters that are Latin in part, and lookalikes otherwise. */
const mixed = new RegExp(
  `(?<![\\p{L}\\p{M}])(?=[${letters}]*\\p{Script=Latin})(?=\\p{Script=Latin}*[${letters}])[${letters}\\p{Script=Latin}]+(?![\\p{L}\\p{M}])`,
  'u',
);
/** Files that name packages. */
const manifest =
  /(?:^|\/)(?:(?:package|composer)\.json|(?:pyproject|Cargo)\.toml|go\.mod|Gemfile|requirements[^/]*\.txt)$/;
const importing = /(?:\bfrom|\b(?:import|require)[ \t]*\(?)\s*$/;
const longestImport = 40;

/** Finds names, packages, hosts and compared words that look Latin, and have letters of another script among the Latin ones. */
export function lookalikesIn(file: DiffFile): ReviewerFinding[] {
  const { path, isExcluded } = file;
  const isManifest = manifest.test(path);
  if (!(isManifest || isOfCode(path)) || isExcluded === true || !any.test(file.text)) return [];
  // What stands in the markup of components is mostly text.
  const read = /\.(?:vue|svelte)$/i.test(path) ? scriptsIn(file)?.file : file;
  if (read === undefined) return [];
  const { text, lines } = read;
  const starts = lineStarts(text);
  const isNew = new Set(newLinesIn(file));
  const old = [...lines.filter((_, index) => !isNew.has(index + 1)), ...[...(file.removed?.values() ?? [])].flat()];
  const told = new Set(old.flatMap(line => mixedIn(line).map(each => each.name)));
  let parts: readonly Part[] | undefined;
  return [...isNew].flatMap(line =>
    mixedIn(lines[line - 1] ?? '').flatMap(({ name: found, index }): ReviewerFinding[] => {
      const offset = (starts[line - 1] ?? 0) + index;
      const part = partAt((parts ??= partsOf(read)), offset);
      if (
        told.has(found) ||
        !(part === undefined ? isInCode(read, offset, found) : isWord(read, part, isManifest, offset))
      )
        return [];
      told.add(found);
      const latin = Array.from(found, each => lookalikes.get(each) ?? each).join('');
      const points = [...new Set(Array.from(found).filter(each => lookalikes.has(each)))].map(
        each => `U+${each.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
      );
      return [
        {
          file,
          range: { startLine: line, startColumn: index + 1, endLine: line, endColumn: index + 1 + found.length },
          rule: 'hygiene/lookalike',
          severity: 'medium',
          category: 'security',
          title: `${quote(found)} is not ${quote(latin)}: it has letters of another script (${points.join(', ')}).`,
          body: 'They look like Latin letters, so readers take one for the other, and programs do not. Write it in Latin letters.',
        },
      ];
    }),
  );
}

/** The names in a line that have such a run, and where they begin. */
function mixedIn(line: string): { readonly name: string; readonly index: number }[] {
  if (!any.test(line)) return [];
  return Array.from(line.matchAll(name), ({ 0: found, index }) => ({ name: found, index })).filter(each =>
    mixed.test(each.name),
  );
}

/** The beginning of an address up to a name in its host. */
const upToHost = /:\/\/(?:[\w.-]{1,40}@)?[\p{L}\p{N}.-]{0,100}$/u;
const longestHost = 160;

/** Whether a text is one word that code compares or imports, or names a package, or a word of it is in the host of an address. */
function isWord({ path, text }: DiffFile, part: Part, isManifest: boolean, offset: number): boolean {
  const isText = part.kind === 'text' && !isTestPath(path);
  if (isText && upToHost.test(text.slice(Math.max(part.start, offset - longestHost), offset))) return true;
  const content = text.slice(part.start + part.mark.length, part.end - 1);
  if (part.kind !== 'text' || part.mark === '' || /[\s[\]\\]/.test(content)) return false;
  const before = text.slice(Math.max(0, part.start - longestImport), part.start);
  return isManifest || importing.test(before) || (!isTestPath(path) && isCompared(text, part));
}

/** Whether code stands there, and not the text around that of PHP, or the words of a text that no parser told from code. */
function isInCode({ path, text }: DiffFile, offset: number, found: string): boolean {
  if (languageOf(path) !== undefined) return true;
  const isBetweenWords =
    /\p{L} $/u.test(text.slice(Math.max(0, offset - 3), offset)) &&
    /^ \p{L}/u.test(text.slice(offset + found.length, offset + found.length + 3));
  const isAround = /\.php$/i.test(path) && text.lastIndexOf('<?', offset) <= text.lastIndexOf('?>', offset);
  return !isBetweenWords && !isAround;
}
