/** Lines of a file, counted from 0, with the last one. */
interface Lines {
  readonly start: number;
  readonly end: number;
}

// Lines that the thread below a finding takes up.
const threadLines = 12;
const mostAbove = 6;

/** Whether a finding and the thread below it are in sight. */
export function isInSight(finding: Lines, visible: Lines): boolean {
  return visible.start <= finding.start && finding.end + threadLines <= visible.end;
}

/**
 * The line to have at the top, so that a finding is in sight with some lines above it, and in a low editor rather with
 * its thread.
 * @param visible what is in sight before, as many lines as fit unless the file ends there
 * @param last line of the file
 */
export function topLineFor(finding: Lines, visible: Lines | undefined, last: number): number {
  const left =
    visible === undefined || visible.end >= last
      ? mostAbove
      : visible.end - visible.start - (finding.end - finding.start) - threadLines;
  return Math.max(0, finding.start - Math.min(mostAbove, Math.max(0, left)));
}
