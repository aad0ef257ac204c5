import type { AttributedFinding } from '../locatedFinding.ts';

/**
 * Drops what findings say of code that does not run, since something keeps its file from being loaded: those in such a file
 * but for what stops it, for secrets and for hidden characters, and those on calls into it or out of it.
 */
export function withoutStopped(findings: readonly AttributedFinding[]): AttributedFinding[] {
  const stopping = findings.filter(({ stopsFile }) => stopsFile === true);
  const stopped = new Set(stopping.map(({ file }) => file.path));
  if (stopped.size === 0) return [...findings];
  return findings.filter(
    ({ stopsFile, reviewer, rule, file, related = [] }) =>
      stopsFile === true ||
      !judgesRun.has(reviewer) ||
      (!stopped.has(file.path) && !(rule === signature && related.some(({ path }) => stopped.has(path)))),
  );
}

/** The reviewers whose findings are about what code does when it runs, by id. */
const judgesRun: ReadonlySet<string> = new Set(['eslint', 'ruff', 'typescript', 'cross-file']);
const signature = 'cross-file/call-signature';
