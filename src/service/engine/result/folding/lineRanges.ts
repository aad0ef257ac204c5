/** `line 4`, `lines 4, 6 and 9-12`. @param lines sorted */
export function lineRanges(lines: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const line of lines) {
    const last = ranges.at(-1);
    if (last !== undefined && line <= last[1] + 1) last[1] = line;
    else ranges.push([line, line]);
  }
  const shown = ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`));
  const [only] = shown;
  if (shown.length === 1 && only !== undefined) return only.includes('-') ? `lines ${only}` : `line ${only}`;
  return `lines ${shown.slice(0, -1).join(', ')} and ${shown.at(-1) ?? ''}`;
}
