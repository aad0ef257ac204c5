import type { Words } from './rule.ts';

/** How long git makes markers, unless the attribute `conflict-marker-size` says otherwise. */
export const usualMarkerSize = 7;

/** Matches a line that begins or ends a side of a conflict; not the one that divides them, which may be anything. */
export function conflictMarker(size: number = usualMarkerSize): RegExp {
  return new RegExp(`^(?:<{${size}}|>{${size}}|\\|{${size}})(?: |$)`);
}

/** What is said of such a line, by whichever reviewer. */
export const conflictWords: Words = {
  title: 'A conflict marker of a merge is left.',
  body: 'Choose what to keep, and remove the marker lines.',
};
