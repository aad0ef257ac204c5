import type { GitReader } from '../run/git.ts';

/** Longest output of one run, in bytes; batches must stay below it. */
const longestAnswer = 256 << 20;
/** Limits on the bytes and the number of objects of a batch. */
const batchBytes = 16 << 20;
const batchObjects = 5_000;

/** A git object that is here. */
export interface FoundObject {
  /** Full hash. */
  readonly id: string;
  /** In bytes. */
  readonly size: number;
}

/**
 * Finds git objects, in one run of git.
 * @param names full hashes, or `commit:path` without a line break
 * @returns one for each name, undefined for one that is missing
 */
export async function findObjects(
  git: GitReader,
  root: string,
  names: readonly string[],
  signal: AbortSignal,
): Promise<(FoundObject | undefined)[]> {
  if (names.length === 0) return [];
  const input = names.map(name => `${name}\n`).join('');
  const output = await git.run(root, ['cat-file', '--batch-check'], {
    signal,
    input,
    maxBytes: longestAnswer,
    timeoutMs: 120_000,
  });
  const lines = output.split('\n');
  return names.map((_, index) => {
    const [, id, size] = /^([\da-f]{40,64}) \w+ (\d+)$/.exec(lines[index] ?? '') ?? [];
    return id === undefined ? undefined : { id, size: Number(size) };
  });
}

/** The paths that a commit has, of some. One with a line break counts as missing, since git is asked line by line. */
export async function pathsAt(
  git: GitReader,
  root: string,
  commit: string,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const asked = paths.filter(path => !path.includes('\n'));
  const found = await findObjects(
    git,
    root,
    asked.map(path => `${commit}:${path}`),
    signal,
  );
  return new Set(asked.filter((_, index) => found[index] !== undefined));
}

/**
 * Reads the sizes of git objects.
 * @param ids full hashes
 * @returns bytes by id; missing objects are absent
 */
export async function objectSizes(
  git: GitReader,
  root: string,
  ids: Iterable<string>,
  signal: AbortSignal,
): Promise<Map<string, number>> {
  const found = await findObjects(git, root, [...new Set(ids)], signal);
  return new Map(found.flatMap(each => (each === undefined ? [] : [[each.id, each.size] as const])));
}

/**
 * Reads the raw contents of git objects.
 * @param ids full hashes
 * @returns contents by id; missing objects are absent
 */
export async function readObjects(
  git: GitReader,
  root: string,
  ids: Iterable<string>,
  signal: AbortSignal,
): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>();
  const input = [...new Set(ids)].map(id => `${id}\n`).join('');
  if (input === '') return found;
  const answer = await git.bytes(root, ['cat-file', '--batch'], { signal, input, maxBytes: longestAnswer });
  for (let offset = 0; offset < answer.length;) {
    const end = answer.indexOf(10, offset);
    if (end < 0) break;
    const [id = '', , size] = answer.toString('latin1', offset, end).split(' ');
    offset = end + 1;
    if (size === undefined) continue;
    found.set(id, answer.subarray(offset, offset + Number(size)));
    offset += Number(size) + 1;
  }
  return found;
}

/** Splits a list into batches. @param bytesOf size of an element in bytes */
export function* splitIntoBatches<T>(all: readonly T[], bytesOf: (each: T) => number): Generator<T[]> {
  let batch: T[] = [];
  let bytes = 0;
  for (const each of all) {
    batch.push(each);
    bytes += bytesOf(each);
    if (bytes < batchBytes && batch.length < batchObjects) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}
