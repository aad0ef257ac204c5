import type { CrossFileFinding } from '../../../../../../src/service/reviewers/crossFile/check.ts';
import { python } from '../../../../../../src/service/reviewers/crossFile/checks/python/python.ts';
import * as memory from '../memoryTrees.ts';

export type Files = memory.Texts;

/** The files that a change touches; `undefined` deletes one. */
export type Touched = Readonly<Record<string, string | undefined>>;

export function findingsOf(before: Files, touched: Touched): CrossFileFinding[] {
  const after = Object.entries({ ...before, ...touched }).filter(each => each[1] !== undefined);
  return memory.findingsOf(python, before, Object.fromEntries(after) as Files);
}

/** Rule, place and related places of each finding. */
export function told(before: Files, touched: Touched): string[] {
  return findingsOf(before, touched)
    .filter(({ doubt }) => doubt === undefined)
    .map(asText);
}

/** The same of those that the change makes unsure, with what it does. */
export function doubted(before: Files, touched: Touched): string[] {
  return findingsOf(before, touched).flatMap(each =>
    each.doubt === undefined ? [] : [`${asText(each)}: ${each.doubt}`],
  );
}

function asText({ rule, at, related }: CrossFileFinding): string {
  const places = related.map(({ path, line }) => `${path}:${line}`).sort();
  const side = at.side === 'base' ? ' of the base' : '';
  return `${rule.replace('cross-file/', '')} ${at.path}:${at.line}${side} <- ${places.join(', ')}`;
}
