import type { CrossFileFinding, Language, Tree } from '../../../../../src/service/reviewers/crossFile/check.ts';
import { compareLines } from '../../../../../src/service/engine/diff/lineChanges.ts';

export type Texts = Readonly<Record<string, string>>;

/** What the checks of a language say of a change of these files; a file that is not in `after` is deleted. */
export function findingsOf<Facts>(language: Language<Facts>, before: Texts, after: Texts): CrossFileFinding[] {
  return checked(language, before, after).filter(each => each.unexplained === undefined);
}

/** `name at path:line` of what nothing explains in a change of these files. */
export function unexplainedIn<Facts>(language: Language<Facts>, before: Texts, after: Texts): string[] {
  return checked(language, before, after).flatMap(({ at, unexplained = [] }) =>
    unexplained.map(name => `${name} at ${at.path}:${at.line}`),
  );
}

function checked<Facts>(language: Language<Facts>, before: Texts, after: Texts): CrossFileFinding[] {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = paths
    .filter(path => before[path] !== after[path])
    .map(path => [path, new Set(compareLines(before[path] ?? '', after[path] ?? '', false).added)] as const);
  const change = { base: treeOf(language, before), head: treeOf(language, after), changed: new Map(changed) };
  return language.checks.flatMap(check => check(change));
}

/** `path:line rule → path:line …` for each finding that is sure. */
export function told(findings: readonly CrossFileFinding[]): string[] {
  return findings.filter(({ doubt }) => doubt === undefined).map(asText);
}

/** The same of those that the change makes unsure, with what it does. */
export function doubted(findings: readonly CrossFileFinding[]): string[] {
  return findings.flatMap(each => (each.doubt === undefined ? [] : [`${asText(each)}: ${each.doubt}`]));
}

function asText({ at, rule, related }: CrossFileFinding): string {
  return [`${at.path}:${at.line} ${rule}`, ...related.map(({ path, line }) => `${path}:${line}`)].join(' → ');
}

/** Facts as they come back from where they are kept. */
function treeOf<Facts>(language: Language<Facts>, texts: Texts): Tree<Facts> {
  const facts = new Map<string, Facts>();
  for (const [path, text] of Object.entries(texts)) {
    const found = language.reads(path) ? language.extract(path, text) : undefined;
    if (found !== undefined) facts.set(path, JSON.parse(JSON.stringify(found)) as Facts);
  }
  return {
    has: path => Object.hasOwn(texts, path),
    isBehindLink: () => false,
    facts: path => facts.get(path),
    paths: [...facts.keys()].sort(),
  };
}
