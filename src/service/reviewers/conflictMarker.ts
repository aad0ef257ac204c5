import type { Words } from './rule.ts';

/** A line that begins or ends a side of a conflict; not the one that divides them, which may be anything. */
export const conflictMarker = /^(?:<{7}|>{7}|\|{7})(?: |$)/;

/** What is said of such a line, by whichever reviewer. */
export const conflictWords: Words = {
  title: 'A conflict marker of a merge is left.',
  body: 'Choose what to keep, and remove the marker lines.',
};
