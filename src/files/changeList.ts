import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { tryParseJson } from '../core/base/jsonText.ts';
import { withFileLock } from './fileLock.ts';
import { writeFileAtomic } from './writeFileAtomic.ts';

/** A list that several processes change, each of which hears of the others' changes only a moment later. */
export interface SharedList {
  /** The file that keeps the latest changes, of any number of lists. */
  readonly journal: string;
  /** What tells it from the journal's other lists. */
  readonly name: string;
  /** Returns the entries that this process knows. */
  readonly read: () => readonly unknown[];
  /** Writes the list as a whole. */
  readonly write: (entries: readonly unknown[]) => PromiseLike<void>;
}

interface Change {
  readonly list: string;
  /** In milliseconds since the epoch. */
  readonly at: number;
  readonly added: readonly unknown[];
  readonly removed: readonly unknown[];
}

/** Longest time until every process has heard of a change, in milliseconds. */
const heardAfter = 5_000;

/**
 * Changes a list while no other process does, and keeps what the others have only just changed. Where it throws, the list
 * is as it was.
 * @throws what reading or writing throws, and the system's error where the journal cannot be kept
 */
export async function changeList(
  { journal, name, read, write }: SharedList,
  change: (entries: readonly unknown[]) => readonly unknown[],
): Promise<void> {
  await withFileLock(journal, async () => {
    const latest = changesIn(await readFile(journal, 'utf8').catch(() => ''));
    const before = latest.filter(({ list }) => list === name).reduce(changed, read());
    const after = change(before);
    const own = { list: name, at: Date.now(), added: without(after, before), removed: without(before, after) };
    const keep = (changes: readonly Change[]): Promise<void> => writeFileAtomic(journal, JSON.stringify(changes));
    // First, so that what is said to have failed has not been written.
    await keep([...latest, own]);
    try {
      await write(after);
    } catch (error) {
      await keep(latest);
      throw error;
    }
  });
}

function changed(entries: readonly unknown[], { added, removed }: Change): readonly unknown[] {
  const left = without(entries, removed);
  return [...left, ...without(added, left)];
}

/** The entries that are not among others. */
export function without(entries: readonly unknown[], others: readonly unknown[]): readonly unknown[] {
  return entries.filter(entry => !others.some(other => isDeepStrictEqual(entry, other)));
}

/** The changes that some process may not have heard of. */
function changesIn(text: string): readonly Change[] {
  const all = tryParseJson(text);
  return Array.isArray(all) ? all.filter(isLate) : [];
}

function isLate(value: unknown): value is Change {
  if (typeof value !== 'object' || value === null) return false;
  const { list, at, added, removed } = value as Record<keyof Change, unknown>;
  const isChange = typeof list === 'string' && Array.isArray(added) && Array.isArray(removed);
  return isChange && typeof at === 'number' && Math.abs(Date.now() - at) < heardAfter;
}
