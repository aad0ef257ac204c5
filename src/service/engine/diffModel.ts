import { CodeReviewError } from '../../core/errors.ts';
import { readBlobs } from '../../git/blobs.ts';
import type { Git } from '../../git/git.ts';
import { parseChanges, type LineChanges } from './addedLines.ts';
import { commitDiff, commitPatch } from './commitDiff.ts';
import type { LeftOutFile } from './leftOut.ts';
import type { EngineJob, UnreadFile } from './messages.ts';
import { largestFile, unreviewedContent, unreviewedPath } from './unreviewed.ts';

/** A file that the pull request adds or changes, as it is in the head. */
export interface DiffFile {
  /** Relative to the repository's top folder, with `/`. */
  readonly path: string;
  /** Without a byte order mark; line breaks as they are. */
  readonly text: string;
  /** Without their line breaks. */
  readonly lines: readonly string[];
  /** Numbers of the lines that are new, from 1; lines that only moved or changed their spacing are not among them. */
  readonly added: ReadonlySet<number>;
  /** Id of git's object that it was compared with; absent for a new file. */
  readonly baseBlob?: string;
}

/** What a pull request changes, as far as it is reviewed. */
export interface DiffModel {
  /** Full hash of the commit that the head was compared with. */
  readonly mergeBase: string;
  /** Files with new lines. */
  readonly files: readonly DiffFile[];
  /** Files with changes that are not reviewed, and why. */
  readonly unreviewed: readonly UnreadFile[];
  readonly addedLines: number;
  /** Those of the unreviewed files that may be text. */
  readonly leftOut?: readonly LeftOutFile[];
}

const filter = 'ACMR';
const diff = commitDiff(filter);
// Without -w a file whose line endings were flipped would be new from top to bottom. Where indentation has a meaning,
// only the line ending is passed over.
const patch = commitPatch(filter);
const indented = /\.(?:py|pyi|ya?ml|mk|mak|haml|pug|sass|coffee|nim|fs|fsx)$|(?:^|\/)Makefile$/i;

/** Reads what lies between the merge base and the head, from git's objects: nothing is checked out. @throws CodeReviewError of kind `git` */
export async function readDiff(git: Git, { root, base, head }: EngineJob, signal: AbortSignal): Promise<DiffModel> {
  const mergeBase = await findMergeBase(git, root, base, head, signal);
  const range = [mergeBase, head, '--'];
  const [{ entries: changed, submodules }, spaced, exact] = await Promise.all([
    git
      .run(root, [...diff, '--ignore-submodules=none', '--raw', '--no-abbrev', '-z', ...range], { signal })
      .then(parseRaw),
    git.run(root, [...patch, '-w', ...range], { signal }).then(parseChanges),
    git.run(root, [...patch, '--ignore-cr-at-eol', ...range], { signal }).then(parseChanges),
  ]);
  const changesOf = (path: string): LineChanges | undefined => (indented.test(path) ? exact : spaced).get(path);
  const unreviewed: UnreadFile[] = submodules.map(path => ({ path, why: 'submodule' }));
  const wanted: RawEntry[] = [];
  const leftOut: LeftOutFile[] = [];
  const leaveOut = ({ path, blob, baseBlob }: RawEntry, why: string): void => {
    unreviewed.push({ path, why });
    // Where git was told to take a changed file for binary, which of its lines are new is not known.
    const added = baseBlob === blob ? new Set<number>() : changesOf(path)?.added;
    leftOut.push({ path, blob, added: added && new Set(added.keys()) });
  };
  const sizes = await sizesOf(git, root, changed, signal);
  for (const [index, entry] of changed.entries()) {
    const why = unreviewedPath(entry.path) ?? ((sizes[index] ?? 0) > largestFile ? 'larger than 1 MB' : undefined);
    if (why === undefined) wanted.push(entry);
    else leaveOut(entry, why);
  }
  const blobs = await readBlobs(
    git,
    root,
    head,
    wanted.map(({ path }) => path),
    signal,
  );
  const hidden = await changesAsText(
    git,
    root,
    range,
    wanted.filter(
      ({ path, baseBlob, blob }) => changesOf(path) === undefined && baseBlob !== blob && isText(path, blobs.get(path)),
    ),
    signal,
  );
  const removed = removedLines([...spaced.values(), ...hidden.values()]);
  const files: DiffFile[] = [];
  for (const entry of wanted) {
    const { path, baseBlob } = entry;
    const content = blobs.get(path);
    const why = content === undefined ? 'not readable' : unreviewedContent(path, content);
    if (content === undefined || why === 'binary') unreviewed.push({ path, why: why ?? '' });
    else if (why !== undefined) leaveOut(entry, why);
    else {
      const file = fileOf({ path, baseBlob }, content, changesOf(path) ?? hidden.get(path), removed);
      if (file.added.size > 0) files.push(file);
    }
  }
  return { mergeBase, files, unreviewed, leftOut, addedLines: files.reduce((sum, { added }) => sum + added.size, 0) };
}

const mostHidden = 500;

/** The changes of text that git was told to take for binary: its attributes may come with the pull request. */
async function changesAsText(
  git: Git,
  root: string,
  range: readonly string[],
  entries: readonly RawEntry[],
  signal: AbortSignal,
): Promise<Map<string, LineChanges>> {
  if (entries.length === 0) return new Map();
  // Without its earlier name a renamed file would be new from top to bottom.
  const named = entries.slice(0, mostHidden).flatMap(({ from, path }) => [`:(literal)${from}`, `:(literal)${path}`]);
  return parseChanges(await git.run(root, [...patch, '--text', '-w', ...range, ...named], { signal }));
}

function isText(path: string, content: Buffer | undefined): boolean {
  return content !== undefined && unreviewedContent(path, content) === undefined;
}

async function findMergeBase(git: Git, root: string, base: string, head: string, signal: AbortSignal): Promise<string> {
  const found = await git.tryRun(root, ['merge-base', base, head], { signal });
  if (found !== undefined && found !== '') return found.split('\n', 1)[0] ?? base;
  if ((await git.tryRun(root, ['rev-parse', '--is-shallow-repository'], { signal })) === 'true') {
    throw new CodeReviewError(
      'git',
      'The clone is shallow, so it is not known where the branch began.',
      'Run git fetch --unshallow, then review it again.',
    );
  }
  // Histories that share nothing are compared as they are.
  return base;
}

interface RawEntry {
  readonly path: string;
  /** Its path in the merge base, the same where it was not renamed. */
  readonly from: string;
  readonly baseBlob: string;
  readonly blob: string;
}

/** Regular files, and the paths of submodules, whose code is elsewhere; symbolic links hold none. */
function parseRaw(output: string): { readonly entries: RawEntry[]; readonly submodules: string[] } {
  const fields = output.split('\0');
  const entries: RawEntry[] = [];
  const submodules: string[] = [];
  for (let at = 0; at < fields.length - 1;) {
    const [, mode = '', baseBlob = '', blob = '', status = ''] = (fields[at] ?? '').replace(/^:/, '').split(' ');
    const names = /^[RC]/.test(status) ? 2 : 1;
    const from = fields[at + 1] ?? '';
    const path = fields[at + names] ?? '';
    at += 1 + names;
    if (mode.startsWith('100')) entries.push({ path, from, baseBlob, blob });
    else if (mode === '160000') submodules.push(path);
  }
  return { entries, submodules };
}

async function sizesOf(git: Git, root: string, entries: readonly RawEntry[], signal: AbortSignal): Promise<number[]> {
  if (entries.length === 0) return [];
  const input = entries.map(({ blob }) => `${blob}\n`).join('');
  const output = await git.run(root, ['cat-file', '--batch-check=%(objectsize)'], { signal, input });
  return output.split('\n').map(Number);
}

function fileOf(
  { path, baseBlob }: Pick<RawEntry, 'path' | 'baseBlob'>,
  content: Buffer,
  changes: LineChanges | undefined,
  removed: ReadonlySet<string>,
): DiffFile {
  const text = content.toString('utf8').replace(/^\ufeff/, '');
  const added = [...(changes?.added ?? [])].filter(([, line]) => !removed.has(line.trim())).map(([number]) => number);
  const compared = /^0*$/.test(baseBlob) ? {} : { baseBlob };
  return { path, text, lines: text.split(/\r?\n/), added: new Set(added), ...compared };
}

/** Lines that were taken away anywhere and say enough to be known again: where they are added, they only moved. */
function removedLines(changes: readonly LineChanges[]): Set<string> {
  const lines = changes.flatMap(({ removed }) => [...removed.values()].flat().map(line => line.trim()));
  return new Set(lines.filter(line => line.length >= 12 && /\w{3}/.test(line)));
}
