import type { SyntaxNode } from '@lezer/common';
import { isTestPath } from '../../../../../engine/reviewer.ts';
import type { IdleFunction } from '../facts.ts';
import { functionParts } from '../source/functionFacts.ts';
import type { Source } from '../source/parse.ts';

/** Names by which a runner of tests finds what it calls. */
const called = /^(?:test|pytest_|set_?up|tear_?down|load_tests)|test$/i;

/**
 * Functions at the top level, without decorators, that nothing else in their file names: those that the file keeps to
 * itself, and in tests any but what the runner calls. A text or a comment that has the name counts as a use, and a function
 * that only such functions name is one too.
 */
export function idleFunctions(path: string, source: Source): IdleFunction[] {
  const isTest = isTestPath(path);
  const own = source.root.getChildren('FunctionDefinition').flatMap((node): Candidate[] => {
    const name = functionParts(node)?.name;
    const word = name === undefined ? '' : source.text(name);
    const isOwn = /^_(?!_)/.test(word) || (isTest && word !== '' && !called.test(word));
    return isOwn ? [{ node, name: word, uses: [] }] : [];
  });
  if (own.length === 0 || own.length > mostFunctions) return [];
  const byName = new Map(own.map(each => [each.name, each]));
  for (const { 0: word, index } of source.text(source.root).matchAll(/[\p{L}\p{N}_]+/gu))
    byName.get(word)?.uses.push(index);
  const idle = new Set<Candidate>();
  for (let size = -1; size < idle.size;) {
    size = idle.size;
    for (const each of byName.values()) {
      const passive = [each, ...idle].map(({ node }) => node);
      if (each.uses.every(offset => passive.some(({ from, to }) => from <= offset && offset < to))) idle.add(each);
    }
  }
  return [...idle].map(({ node, name }) => [name, source.lineAt(node.from), source.lineAt(node.to - 1)]);
}

/** A file with more of them is data. */
const mostFunctions = 200;

interface Candidate {
  readonly node: SyntaxNode;
  readonly name: string;
  /** Where the file has the name. */
  readonly uses: number[];
}
