import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import {
  firstLocalNumber,
  keptHours,
  keptReviews,
  type LocalPull,
  type Permit,
  type Store,
  type StoredKey,
  type StoredReview,
} from './store.ts';

/** The store as a file for each thing, for a Node without SQLite. A file appears whole, by renaming, or not at all. */
export function openFileStore(folder: string): Store {
  return new FileStore(folder);
}

class FileStore implements Store {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  keys(): StoredKey[] {
    return this.#all<StoredKey>('keys').sort((a, b) => a.createdAt - b.createdAt);
  }

  putKey(key: StoredKey): void {
    this.#put('keys', key.id, key);
  }

  review(id: string): StoredReview | undefined {
    return read(this.#file('reviews', id)) as StoredReview | undefined;
  }

  reviews(): StoredReview[] {
    return this.#all<StoredReview>('reviews').sort((a, b) => b.createdAt - a.createdAt);
  }

  pendingReviews(): StoredReview[] {
    return this.reviews()
      .filter(({ status }) => status === 'pending')
      .reverse();
  }

  putReview(review: StoredReview): void {
    this.#put('reviews', review.id, review);
    for (const { id } of this.reviews().slice(keptReviews)) rmSync(this.#file('reviews', id), { force: true });
  }

  localPull(repository: string, number: number): LocalPull | undefined {
    return this.#all<LocalPull>('pulls').find(pull => pull.repository === repository && pull.number === number);
  }

  registerLocalPull(pull: Omit<LocalPull, 'number'>): LocalPull {
    const ofRepository = this.#all<LocalPull>('pulls').filter(({ repository }) => repository === pull.repository);
    const known = ofRepository.find(({ head }) => head === pull.head);
    if (known !== undefined) return this.#putPull({ ...pull, number: known.number });
    for (let number = Math.max(firstLocalNumber, ...ofRepository.map(each => each.number + 1)); ; number++) {
      // Whoever makes the marker has the number.
      if (this.#claim(path.join('pullNumbers', nameOf(pull.repository)), `${number}`)) {
        return this.#putPull({ ...pull, number });
      }
    }
  }

  takePermit(keyId: string, hour: number, limit: number): Permit {
    const folder = path.join('permits', nameOf(keyId), `${hour}`);
    for (let used = this.#count(folder); used < limit; used++) {
      if (this.#claim(folder, `${used}`)) {
        if (used === 0) this.#forgetHours(keyId, hour - keptHours);
        return { granted: true, used: used + 1 };
      }
    }
    return { granted: false, used: limit };
  }

  close(): void {
    // Nothing is held open.
  }

  #putPull(pull: LocalPull): LocalPull {
    this.#put('pulls', `${nameOf(pull.repository)}-${pull.number}`, pull);
    return pull;
  }

  #file(kind: string, id: string): string {
    return path.join(this.#folder, kind, `${id}.json`);
  }

  #put(kind: string, id: string, value: unknown): void {
    mkdirSync(path.join(this.#folder, kind), { recursive: true, mode: 0o700 });
    const file = this.#file(kind, id);
    const partial = `${file}.${randomUUID()}.partial`;
    const handle = openSync(partial, 'wx', 0o600);
    try {
      writeSync(handle, JSON.stringify(value));
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(partial, file);
  }

  #all<T>(kind: string): T[] {
    return names(path.join(this.#folder, kind))
      .filter(name => name.endsWith('.json'))
      .map(name => read(path.join(this.#folder, kind, name)) as T | undefined)
      .filter(value => value !== undefined);
  }

  #count(folder: string): number {
    return names(path.join(this.#folder, folder)).length;
  }

  /** Whether this call, and none before it, made the marker. */
  #claim(folder: string, name: string): boolean {
    mkdirSync(path.join(this.#folder, folder), { recursive: true, mode: 0o700 });
    try {
      closeSync(openSync(path.join(this.#folder, folder, name), 'wx', 0o600));
      return true;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
      throw error;
    }
  }

  #forgetHours(keyId: string, before: number): void {
    const folder = path.join(this.#folder, 'permits', nameOf(keyId));
    for (const hour of names(folder)) {
      if (Number(hour) < before) rmSync(path.join(folder, hour), { recursive: true, force: true });
    }
  }
}

function nameOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** @returns undefined for a file that is not there or not whole */
function read(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
