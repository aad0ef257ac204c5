import type { Tree } from '../../../check.ts';
import type { PythonFacts } from '../facts.ts';

/**
 * Whether a line is in a function that nothing in the repository names, so that nothing calls it. Where another file names
 * one of those that a file does not use, it may call the others by way of that.
 */
export function isIdle(tree: Tree<PythonFacts>, file: string, line: number): boolean {
  const idle = tree.facts(file)?.idle ?? [];
  if (!idle.some(([, from, to]) => from <= line && line <= to)) return false;
  const names = new Set(idle.map(([name]) => name));
  return !tree.paths.some(path => takesOne(tree.facts(path), names));
}

/** Whether a file imports one of some names, or takes it as an attribute of what it imports. */
function takesOne(facts: PythonFacts | undefined, names: ReadonlySet<string>): boolean {
  if (facts === undefined) return false;
  return (
    facts.imports.some(({ name = '' }) => names.has(name)) ||
    facts.references.some(each => each.import !== undefined && each.path.split(/[.()]+/).some(part => names.has(part)))
  );
}
