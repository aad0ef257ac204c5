import { quote, type Words } from './rule.ts';

/** How long git makes markers, unless the attribute `conflict-marker-size` says otherwise. */
export const usualMarkerSize = 7;

/** Matches a line that begins or ends a side of a conflict; not the one that divides them, which may be anything. */
export function conflictMarker(size: number = usualMarkerSize): RegExp {
  return new RegExp(`^(?:<{${size}}|>{${size}}|\\|{${size}})(?: |$)`);
}

/** What is said of such a line, by whichever reviewer. */
export function conflictWords(line: string): Words {
  return {
    title: line.startsWith('<')
      ? `The merge conflict at ${quote(line)} is not resolved: both sides are in the file.`
      : `A merge left ${quote(line)} in the file, which is no part of it.`,
    body: 'Choose what to keep, and remove the marker lines.',
  };
}
