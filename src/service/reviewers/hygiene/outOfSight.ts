import { newLinesIn, type DiffFile } from '../../engine/diff/diffFile.ts';
import { lineStarts } from '../../engine/diff/textPosition.ts';
import type { ReviewerFinding } from '../../engine/reviewer.ts';
import { quote } from '../rule.ts';
import { partAt, partsOf } from './parts.ts';

const code =
  /\.(?:[cm]?[jt]sx?|vue|svelte|astro|py[iw]?|php|rb|pl|lua|go|rs|java|kts?|scala|groovy|gradle|cs|fs|swift|c|cc|cpp|cxx|h|hpp|zig|dart|sh|bash|zsh|ps1)$/i;

/** Least number of blanks within a line, or before it, and of blank lines, behind which nobody looks for code. */
const leastBlanks = { within: 150, before: 300, lines: 150 } as const;
const gap = new RegExp(`\\S[ \\t]{${leastBlanks.within},}(?=\\S)`, 'g');
/** What ends something, and comments, which people align. */
const harmless = /^(?:[)\]};,\\]+\s*$|\/\/|\/\*|\*|#|--|<!--)/;

interface Hidden {
  readonly line: number;
  /** Where the code begins, from 0. */
  readonly column: number;
  /** What is before it, in words. */
  readonly behind: string;
}

/** Finds new code that stands so far to the right of other code, or so far below it, that nobody sees it in a diff. */
export function outOfSightIn(file: DiffFile): ReviewerFinding[] {
  const { path, lines } = file;
  if (!code.test(path) || file.isExcluded === true) return [];
  const isNew = new Set(newLinesIn(file));
  const hidden = hiddenIn(lines);
  // Where a table is drawn with blanks, it is not hidden.
  if (hidden.some(({ line }) => !isNew.has(line))) return [];
  const starts = hidden.length === 0 ? [] : lineStarts(file.text);
  const parts = hidden.length === 0 ? [] : partsOf(file);
  return hidden.flatMap(({ line, column, behind }): ReviewerFinding[] => {
    const at = (starts[line - 1] ?? 0) + column;
    // What began before the blanks goes on behind them.
    if (partAt(parts, at - 1) !== undefined) return [];
    const rest = (lines[line - 1] ?? '').slice(column);
    return [
      {
        file,
        range: {
          startLine: line,
          startColumn: column + 1,
          endLine: line,
          endColumn: column + 1 + rest.trimEnd().length,
        },
        rule: 'hygiene/out-of-sight',
        severity: 'medium',
        category: 'security',
        title: `${quote(rest)} stands behind ${behind}, where nobody sees it.`,
        body: 'Code that is meant to be read is not written there. Move it to where it is seen, or take it out.',
        isFoldedInFile: true,
      },
    ];
  });
}

function hiddenIn(lines: readonly string[]): Hidden[] {
  const hidden: Hidden[] = [];
  let blank = 0;
  let isBegun = false;
  for (const [index, content] of lines.entries()) {
    const line = index + 1;
    const indent = content.search(/\S/);
    if (indent < 0) {
      blank++;
      continue;
    }
    const isFar = isBegun && blank >= leastBlanks.lines;
    if ((isFar || indent >= leastBlanks.before) && !harmless.test(content.slice(indent)))
      hidden.push({ line, column: indent, behind: isFar ? `${blank} blank lines` : `${indent} blanks` });
    for (const { 0: match, index: from } of content.length > leastBlanks.within ? content.matchAll(gap) : []) {
      const column = from + match.length;
      if (harmless.test(content.slice(column))) continue;
      hidden.push({ line, column, behind: `${match.length - 1} blanks` });
      break;
    }
    blank = 0;
    isBegun = true;
  }
  return hidden;
}
