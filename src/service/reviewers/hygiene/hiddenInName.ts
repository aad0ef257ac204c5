import { newLinesIn, type DiffFile } from '../../engine/diff/diffFile.ts';
import type { ReviewerFinding } from '../../engine/reviewer.ts';
import { hiddenInPath, isAttack } from './hiddenCharacters.ts';

/** Finds invisible characters in the name of a file that a change adds; told at the file's first line. */
export function hiddenInName(file: DiffFile): ReviewerFinding[] {
  const { path, lines, baseBlob, isExcluded } = file;
  // The pieces of a file that analysers leave out do not tell whether it is new.
  if (baseBlob !== undefined || isExcluded === true) return [];
  const points = [...new Set(hiddenInPath(path).map(({ point }) => point))];
  const [line] = newLinesIn(file);
  if (points.length === 0 || line === undefined) return [];
  const code = (point: number): string => point.toString(16).toUpperCase().padStart(4, '0');
  const written = Array.from(path, each => {
    const point = each.codePointAt(0) ?? 0;
    return points.includes(point) ? `<U+${code(point)}>` : each;
  }).join('');
  return [
    {
      file,
      range: { startLine: line, startColumn: 1, endLine: line, endColumn: (lines[line - 1] ?? '').length + 1 },
      rule: 'hygiene/hidden-in-name',
      severity: points.some(isAttack) ? 'high' : 'low',
      category: 'security',
      title: `The name of this file contains invisible characters (${points.map(point => `U+${code(point)}`).join(', ')}), so it looks like another.`,
      body: `It is \`${written}\`, and looks like another name. Rename the file.`,
    },
  ];
}
