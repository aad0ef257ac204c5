/** Whether a `tsconfig.json` has no files of its own, and refers to other projects. */
export function hasOnlyReferences(tsconfig: string): boolean {
  // By its ends, since a comment that never ends would be looked for from each of its beginnings.
  const code = tsconfig.split('*/').map(each => each.split('/*', 1)[0]);
  const settings = code.join('').replace(/(?<=^|[\s,{}[\]])\/\/.*/g, '');
  return /"files"\s*:\s*\[\s*\]/.test(settings) && /"references"\s*:\s*\[\s*\{/.test(settings);
}

/** The files in which mypy looks for its settings, in order, and the section that has them. */
const ofMypy: readonly (readonly [path: string, section: string])[] = [
  ['mypy.ini', '[mypy]'],
  ['.mypy.ini', '[mypy]'],
  ['pyproject.toml', '[tool.mypy]'],
  ['setup.cfg', '[mypy]'],
];

/** Whether mypy's settings say what it checks: a path in the command would take their place. */
export function namesFilesForMypy(read: (path: string) => string | undefined): boolean {
  for (const [path, section] of ofMypy) {
    const lines = (read(path) ?? '').split(/\r?\n/).map(line => line.trim());
    const start = lines.indexOf(section);
    if (start < 0) continue;
    const end = lines.findIndex((line, index) => index > start && /^\[\[?[\w"'.*-]+\]/.test(line));
    const own = lines.slice(start, end < 0 ? undefined : end);
    return own.some(line => /^(?:files|packages|modules)\s*[=:]/.test(line));
  }
  return false;
}
