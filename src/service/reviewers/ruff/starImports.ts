import { newLinesIn, type DiffFile } from '../../engine/diff/diffFile.ts';
import type { RuffDiagnostic } from './diagnostic.ts';

/** Ruff's codes for a star import, and for a name that only one may define. */
export const starImport = 'F403';
export const nameOfStar = 'F405';

/** Whether a star import keeps Ruff from telling undefined names in what a change adds to a file, or below what it adds. */
export function mayHideNames(file: DiffFile, diagnostics: readonly RuffDiagnostic[]): boolean {
  const added = new Set(newLinesIn(file));
  const isNew = ({ start_location: { row } }: RuffDiagnostic): boolean => added.has(row);
  const names = diagnostics.filter(({ code }) => code === nameOfStar);
  const stars = diagnostics.filter(({ code }) => code === starImport);
  return names.some(isNew) || (names.length > 0 && stars.some(isNew));
}
