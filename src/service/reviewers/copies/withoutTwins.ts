import { posix } from 'node:path';
import { stripWhitespace } from '../../../core/diff/lineMap.ts';
import { readObjects } from '../../../git/content/objects.ts';
import { filesOfTree, listTree } from '../../../git/content/treeFiles.ts';
import { decodeFile } from '../../engine/diff/decodeFile.ts';
import type { DiffFile } from '../../engine/diff/diffFile.ts';
import type { Reviewer } from '../../engine/reviewer.ts';
import { askInTime } from '../refining/askInTime.ts';
import { refined, type Repository } from '../refining/refined.ts';

/** The share of lines that two files of one name have in common if one is a copy of the other. */
const sameShare = 0.9;
/** Shorter ones may be alike by chance. */
const fewestLines = 10;
/** Most files of one name that a file is compared with, and the longest of them, in bytes. */
const mostOfName = 10;
const longestFile = 300_000;

/**
 * A reviewer without what it finds in the copy of a file that stands a second time in the tree, as a build puts it beside
 * what it ships, where the original has the same line: there it is told if it is new. Security is told in both. Where git
 * cannot tell, the findings stay.
 */
export function withoutTwins(reviewer: Reviewer, repository: Repository): Reviewer {
  return refined(reviewer, async (outcome, _, signal) => {
    const mayGo = outcome.findings.filter(({ category }) => category !== 'security');
    const files = new Set(mayGo.map(({ file }) => file).filter(({ path }) => path.includes('/')));
    let originals: Originals = new Map();
    if (files.size > 0)
      await askInTime(signal, async bounded => {
        originals = await originalsOf([...files], repository, bounded);
      });
    const stands = ({ file, range, category }: (typeof outcome.findings)[number]): boolean =>
      category !== 'security' &&
      originals.get(file)?.has(stripWhitespace(file.lines[range.startLine - 1] ?? '')) === true;
    return {
      findings: outcome.findings.filter(each => !stands(each)),
      depending: [...originals.keys()].map(({ path }) => path),
    };
  });
}

/** By the copy: the lines of its original. */
type Originals = ReadonlyMap<DiffFile, ReadonlySet<string>>;

async function originalsOf(
  files: readonly DiffFile[],
  { git, job: { root, head } }: Repository,
  signal: AbortSignal,
): Promise<Originals> {
  const names = new Set(files.map(({ path }) => posix.basename(path)));
  const listed = await listTree(git, root, head, { signal });
  const named = [...filesOfTree(listed)].flatMap(([path, id]) =>
    names.has(posix.basename(path)) ? [{ id, path }] : [],
  );
  const byName = Map.groupBy(named, ({ path }) => posix.basename(path));
  const asked = files.map(file => {
    const ofName = byName.get(posix.basename(file.path)) ?? [];
    return { file, others: ofName.filter(({ path }) => isBefore(path, file.path)).slice(0, mostOfName) };
  });
  const ids = [...new Set(asked.flatMap(({ others }) => others.map(({ id }) => id)))];
  const objects = ids.length === 0 ? new Map<string, Buffer>() : await readObjects(git, root, ids, signal);
  const found = new Map<DiffFile, ReadonlySet<string>>();
  for (const { file, others } of asked) {
    const own = linesOf(file.lines);
    for (const { id, path } of others) {
      const bytes = objects.get(id);
      const text = bytes === undefined || bytes.length > longestFile ? undefined : decodeFile(bytes, path);
      const lines = linesOf(text?.split('\n') ?? []);
      if (areCopies(own, lines)) found.set(file, lines);
    }
  }
  return found;
}

/** Whether a path has fewer folders than another, and so is that of the original. */
function isBefore(path: string, other: string): boolean {
  const [depth, otherDepth] = [path.split('/').length, other.split('/').length];
  return depth < otherDepth || (depth === otherDepth && path < other);
}

function linesOf(lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.map(stripWhitespace).filter(line => line !== ''));
}

function areCopies(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  const shared = [...some].filter(line => others.has(line)).length;
  return Math.min(some.size, others.size) >= fewestLines && shared >= sameShare * Math.max(some.size, others.size);
}
