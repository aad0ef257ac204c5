import { existsSync, readdirSync } from 'node:fs';
import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { systemClock } from '../../core/base/clock.ts';
import type { Disposable } from '../../core/base/disposable.ts';
import { stringifyInSlices } from '../../core/base/jsonText.ts';
import { Slices } from '../../core/base/slices.ts';
import { stampOf } from '../../files/fileStamps.ts';
import { FolderWatcher } from '../../files/folderWatcher.ts';
import { moveFile } from '../../files/moveFile.ts';
import { writeFileAtomic } from '../../files/writeFileAtomic.ts';
import type { GitDirectory } from '../../git/repository/gitDirectory.ts';
import { unhosted } from '../../git/repository/identifyRepository.ts';
import { directoryPlace, movedCopy, noteCopy } from './movedCopies.ts';
import { folderOfPlace, hash, isReviewFile, placesOf, uncommittedPlace } from './places.ts';
import { readRenames } from './renames.ts';
import { isUncommitted, readSubject, type ReviewRecord, type ReviewSubject } from './reviewRecord.ts';

// Bump when the stored shape changes: older files are then passed over, not misread.
const version = 1;
const keptPerPlace = 20;
const largestFile = 32 << 20;

/** How long the review of a pull request that is not checked out is kept, in milliseconds. */
export const keptElsewhere = 30 * 24 * 60 * 60_000;

/** Who hears what other processes do in a place. */
interface Listener {
  readonly onRecord: (record: ReviewRecord) => void;
  /** @param isIt tells the review that was removed */
  readonly onRemoved: (isIt: (record: ReviewRecord) => boolean) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Stores reviews on disk, so that findings are back after a reload without a request. Each working copy has a folder, as
 * has each repository with reviews that belong to none, and each review a file, which is written atomically.
 */
export class ReviewStore {
  readonly #folder: string;
  /** The stamps that files have had once this process has saved them; empty where it could not. */
  readonly #saved = new Map<string, Promise<string>>();
  #unreadable = 0;

  /** @param folder created at the first save if missing */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** How many reviews of the places that were loaded cannot be read. */
  get unreadable(): number {
    return this.#unreadable;
  }

  /** Returns the reviews that are stored in a place, most recently triggered first. Skips unreadable files. */
  async load(place: string): Promise<ReviewRecord[]> {
    const stored = await Promise.all((await this.#filesIn([place])).map(read));
    const records = stored.filter(record => record !== undefined);
    this.#unreadable += stored.length - records.length;
    return records.sort((a, b) => b.triggeredAt - a.triggeredAt);
  }

  /**
   * Takes the reviews of a working copy along that was renamed or moved, and leaves those without a host to the one that
   * was in its place before.
   * @param root its top folder
   */
  async follow(root: string): Promise<void> {
    const moved = await movedCopy(this.#folder, root);
    if (moved === undefined) return;
    const [there, left] = await Promise.all([this.#filesIn(placesOf(root)), this.#filesIn(moved.left)]);
    if (there.length + left.length === 0) return;
    if (moved.before !== undefined) await this.#leave(there, moved.before);
    for (const file of left) {
      const record = await read(file);
      if (record === undefined) continue;
      await this.#write({ ...record, subject: { ...record.subject, root } });
      await rm(file, { force: true });
    }
    // Last, so that one who is interrupted begins again.
    await noteCopy(this.#folder, root, moved);
  }

  /** Stores a record, replacing the earlier one of the same review. */
  async save(record: ReviewRecord): Promise<void> {
    const { root } = record.subject;
    if (root !== undefined) await this.follow(root);
    await this.#write(record);
    if (root !== undefined) await this.follow(root);
  }

  /** Stores a record of a review that is about something else by now, whose place may be another. */
  async replace(before: ReviewRecord, record: ReviewRecord): Promise<void> {
    // What is written over is not removed: who watches the place would take the review for one that is gone.
    if (this.#fileOf(before) !== this.#fileOf(record)) await this.remove(before);
    await this.save(record);
  }

  async #write(record: ReviewRecord): Promise<void> {
    const folder = this.#folderOf(placeOf(record.subject));
    const file = this.#fileOf(record);
    const written = stringifyInSlices({ version, record }, new Slices())
      .then(text => writeFileAtomic(file, text))
      .then(() => dateLast(file));
    const stamp = written.then(() => stampOf([file]));
    this.#saved.set(
      file,
      stamp.catch(() => ''),
    );
    await written;
    await forgetOld(folder, record.subject.root === undefined ? Date.now() - keptElsewhere : 0);
  }

  /** Returns a text that changes whenever a review of a place does. */
  async stamp(place: string): Promise<string> {
    const folder = this.#folderOf(place);
    const names = (await readdir(folder).catch(() => [])).filter(isReviewFile).sort();
    return [...names, stampOf(names.map(name => path.join(folder, name)))].join('\n');
  }

  /** Calls back with each record that another process stores in a place, or removes from it, from now on. */
  watch(place: string, { onRecord, onRemoved, onError }: Listener): Disposable {
    const folder = this.#folderOf(place);
    const watcher = new FolderWatcher(folder, systemClock, onError);
    watcher.onDidChange(name => {
      if (!isReviewFile(name)) return;
      const file = path.join(folder, name);
      const look = async (): Promise<void> => {
        // What this process has saved it knows, and a large review takes long to read.
        if ((await this.#saved.get(file)) === stampOf([file])) return;
        const record = await read(file);
        // It may be removed while it is read.
        if (record !== undefined && existsSync(file)) onRecord(record);
      };
      look().catch(onError);
    });
    watcher.onDidRemove(name => {
      if (!isReviewFile(name)) return;
      const file = path.join(folder, name);
      this.#saved.delete(file);
      // A full place has forgotten its oldest, which nobody asked to be taken away.
      if (readdirSync(folder).filter(isReviewFile).length < keptPerPlace)
        onRemoved(record => this.#fileOf(record) === file);
    });
    return watcher;
  }

  async remove(record: ReviewRecord): Promise<void> {
    const file = this.#fileOf(record);
    this.#saved.delete(file);
    await rm(file, { force: true });
  }

  /** Sets those aside whose repository is not told by a host. */
  async #leave(files: readonly string[], directory: GitDirectory): Promise<void> {
    const aside = this.#folderOf(directoryPlace(directory));
    for (const file of files)
      if ((await read(file))?.subject.pullRequest.repository.startsWith(unhosted) === true)
        await moveFile(file, path.join(aside, path.basename(file)));
  }

  async #filesIn(places: readonly string[]): Promise<string[]> {
    const inPlaces = places.map(async place => {
      const folder = this.#folderOf(place);
      const names = await readdir(folder).catch(() => []);
      return names.filter(isReviewFile).map(name => path.join(folder, name));
    });
    return (await Promise.all(inPlaces)).flat();
  }

  #fileOf(record: ReviewRecord): string {
    return path.join(this.#folderOf(placeOf(record.subject)), fileName(record));
  }

  #folderOf(place: string): string {
    return folderOfPlace(this.#folder, place);
  }
}

/** The place that a review is stored in: its working copy, or the repository where it has none. */
export function placeOf(subject: Pick<ReviewSubject, 'root' | 'pullRequest' | 'kind'>): string {
  const { root, pullRequest } = subject;
  if (root === undefined) return `repository ${pullRequest.repository.toLowerCase()}`;
  return isUncommitted(subject) ? uncommittedPlace(root) : root;
}

/** Has a file that was just written the latest time of its folder, also where the clock was set back since others were. */
async function dateLast(file: string): Promise<void> {
  const folder = path.dirname(file);
  const names = (await readdir(folder)).filter(name => isReviewFile(name) && name !== path.basename(file));
  const own = await timeOf(file);
  const latest = Math.max(...(await Promise.all(names.map(name => timeOf(path.join(folder, name))))));
  if (latest <= own) return;
  const time = new Date(latest + 1);
  // Where another process has removed it meanwhile, there is none to date.
  await utimes(file, time, time).catch(() => undefined);
}

function timeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}

/**
 * Deletes the reviews that were saved longest ago. Goes by file time: reading large reviews would take too long.
 * @param before deletes all that were saved before, in milliseconds since the epoch
 */
async function forgetOld(folder: string, before: number): Promise<void> {
  const names = (await readdir(folder)).filter(isReviewFile);
  if (names.length <= keptPerPlace && before === 0) return;
  const files = names.map(name => path.join(folder, name));
  // Another window may have forgotten one meanwhile.
  const savedAt = await Promise.all(files.map(timeOf));
  const latestFirst = [...files.entries()].sort(([a], [b]) => (savedAt[b] ?? 0) - (savedAt[a] ?? 0));
  const old = latestFirst.filter(([at], turn) => turn >= keptPerPlace || (savedAt[at] ?? 0) < before);
  // What another program holds is forgotten at the next save.
  await Promise.all(old.map(([, file]) => rm(file, { force: true }).catch(() => undefined)));
}

function fileName({ subject, triggeredAt }: ReviewRecord): string {
  const { service, pullRequest } = subject;
  return `${hash(JSON.stringify([service, pullRequest.repository, pullRequest.number, triggeredAt]))}.json`;
}

async function read(file: string): Promise<ReviewRecord | undefined> {
  try {
    if ((await stat(file)).size > largestFile) return undefined;
    const stored = JSON.parse(await readFile(file, 'utf8')) as { version?: unknown; record?: ReviewRecord };
    if (stored.version !== version || stored.record === undefined) return undefined;
    const { renamed, ...record } = { renamed: undefined, ...stored.record };
    const renames = readRenames(renamed);
    return { ...record, subject: readSubject(record.subject), ...(renames !== undefined && { renamed: renames }) };
  } catch {
    return undefined;
  }
}
