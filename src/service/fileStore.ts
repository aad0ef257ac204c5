import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import {
  firstLocalNumber,
  keptHours,
  keptOutcomes,
  keptPending,
  keptReviews,
  withConfiguration,
  type CommentKey,
  type LocalPull,
  type NotedOutcome,
  type Outcome,
  type OutcomeCounts,
  type Permit,
  type ReviewInput,
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
    const all = [...this.#all<StoredKey>('keys'), ...this.#all<StoredKey>('revokedKeys')];
    return [...new Map(all.map(key => [key.id, key])).values()].sort((a, b) => a.createdAt - b.createdAt);
  }

  putKey(key: StoredKey): void {
    // A revocation is a file of its own, so that no process that notes a use at the same time can undo it.
    if (key.revokedAt === undefined) this.#put('keys', key.id, key);
    else this.#putFirst('revokedKeys', key.id, key);
  }

  review(id: string): StoredReview | undefined {
    const stored = read(this.#file('reviews', id)) as StoredReview | undefined;
    return stored === undefined ? undefined : withConfiguration(stored);
  }

  completedReview({ base, head, engine, configuration }: ReviewInput): StoredReview | undefined {
    return this.#reviews().find(
      each =>
        each.status === 'completed' &&
        each.base === base &&
        each.head === head &&
        each.engine === engine &&
        each.configuration === configuration,
    );
  }

  lastReview(repository: string, pr: number): StoredReview | undefined {
    return this.#reviews().find(
      each => each.status === 'completed' && each.repository === repository && each.pr === pr,
    );
  }

  pendingReviews(): StoredReview[] {
    return this.#reviews()
      .filter(({ status }) => status === 'pending')
      .reverse();
  }

  putReview(review: StoredReview): void {
    this.#put('reviews', review.id, review);
    const all = this.#reviews();
    const abandoned = all.filter(
      ({ status, createdAt }) => status === 'pending' && createdAt < review.createdAt - keptPending,
    );
    const ended = all.filter(({ status }) => status !== 'pending');
    for (const { id } of [...abandoned, ...ended.slice(keptReviews)])
      rmSync(this.#file('reviews', id), { force: true });
  }

  putOutcomes(outcomes: readonly NotedOutcome[], at: number): void {
    for (const [key, outcome] of outcomes) {
      if (outcome === undefined) rmSync(this.#file('outcomes', idOf(key)), { force: true });
      else this.#putNote('outcomes', { key, outcome, at });
    }
  }

  putDismissal(key: CommentKey, dismissed: boolean, at: number): void {
    // In a file of its own, so that no review that ends at the same time can undo it.
    this.#putNote('dismissals', { key, dismissed, at });
  }

  outcomes(): OutcomeCounts[] {
    const dismissals = this.#all<Note>('dismissals').filter(({ dismissed }) => dismissed === true);
    const dismissed = new Set(dismissals.map(({ key }) => idOf(key)));
    const others = this.#all<Note>('outcomes').filter(({ key }) => !dismissed.has(idOf(key)));
    const counts = new Map<string, OutcomeCounts>();
    for (const { key, outcome = 'dismissed' } of [...dismissals, ...others]) {
      const { reviewer, rule } = key;
      const name = JSON.stringify([reviewer, rule]);
      const before = counts.get(name) ?? { reviewer, rule, dismissed: 0, changed: 0, applied: 0, untouched: 0 };
      counts.set(name, { ...before, [outcome]: before[outcome] + 1 });
    }
    return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, ofRule]) => ofRule);
  }

  localPull(repository: string, number: number): LocalPull | undefined {
    return this.#all<LocalPull>('pulls').find(pull => pull.repository === repository && pull.number === number);
  }

  registerLocalPull(pull: Omit<LocalPull, 'number'>): LocalPull {
    const id = `${nameOf(pull.repository)}-${nameOf(pull.head)}`;
    const file = this.#file('pulls', id);
    if (read(file) === undefined) {
      const registered = { ...pull, number: this.#newNumber(pull.repository) };
      if (this.#putFirst('pulls', id, registered)) return registered;
    }
    const first = read(file) as LocalPull | undefined;
    const registered = { ...pull, number: first?.number ?? this.#newNumber(pull.repository) };
    this.#put('pulls', id, registered);
    return registered;
  }

  takePermit(keyId: string, hour: number, limit: number): Permit {
    const folder = path.join('permits', nameOf(keyId), `${hour}`);
    for (let used = this.#count(folder); used < limit; used++) {
      if (this.#claim(folder, `${used}`)) {
        if (used === 0) this.#forgetHours(hour - keptHours);
        return { granted: true, used: used + 1 };
      }
    }
    return { granted: false, used: limit };
  }

  close(): void {
    // Nothing is held open.
  }

  /** The newest first. */
  #reviews(): StoredReview[] {
    return this.#all<StoredReview>('reviews')
      .map(withConfiguration)
      .sort((a, b) => b.createdAt - a.createdAt);
  }

  #putNote(kind: 'outcomes' | 'dismissals', note: Note): void {
    this.#put(kind, idOf(note.key), note);
    if (this.#count(kind) <= keptOutcomes) return;
    const oldest = this.#all<Note>(kind).sort((a, b) => b.at - a.at);
    for (const { key } of oldest.slice(keptOutcomes)) rmSync(this.#file(kind, idOf(key)), { force: true });
  }

  /** A number that no other call is given. */
  #newNumber(repository: string): number {
    const folder = path.join('pullNumbers', nameOf(repository));
    const taken = names(path.join(this.#folder, folder)).map(Number);
    for (let number = Math.max(firstLocalNumber, ...taken.map(each => each + 1)); ; number++) {
      if (this.#claim(folder, `${number}`)) return number;
    }
  }

  #file(kind: string, id: string): string {
    return path.join(this.#folder, kind, `${id}.json`);
  }

  #put(kind: string, id: string, value: unknown): void {
    this.#write(kind, id, value, renameSync);
  }

  /** Whether this call, and none before it, made the file. */
  #putFirst(kind: string, id: string, value: unknown): boolean {
    return isFirst(() => this.#write(kind, id, value, linkSync));
  }

  /** @param publish gives the whole file its name */
  #write(kind: string, id: string, value: unknown, publish: (partial: string, file: string) => void): void {
    mkdirSync(path.join(this.#folder, kind), { recursive: true, mode: 0o700 });
    const file = this.#file(kind, id);
    const partial = `${file}.${randomUUID()}.partial`;
    try {
      const handle = openSync(partial, 'wx', 0o600);
      try {
        writeFileSync(handle, JSON.stringify(value));
        fsyncSync(handle);
      } finally {
        closeSync(handle);
      }
      publish(partial, file);
    } finally {
      rmSync(partial, { force: true });
    }
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
    return isFirst(() => closeSync(openSync(path.join(this.#folder, folder, name), 'wx', 0o600)));
  }

  /** Of every key: one that is no longer used would keep its own for ever. */
  #forgetHours(before: number): void {
    const permits = path.join(this.#folder, 'permits');
    for (const key of names(permits)) {
      for (const hour of names(path.join(permits, key))) {
        if (Number(hour) < before) rmSync(path.join(permits, key, hour), { recursive: true, force: true });
      }
    }
  }
}

/** What is noted of a comment. */
interface Note {
  readonly key: CommentKey;
  readonly outcome?: Outcome;
  readonly dismissed?: boolean;
  readonly at: number;
}

function idOf({ repository, pr, fingerprint }: CommentKey): string {
  return nameOf(JSON.stringify([repository, pr, fingerprint]));
}

/** Whether `make` made what it makes; false where it is there already. */
function isFirst(make: () => void): boolean {
  try {
    make();
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

function nameOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}

/** @returns undefined for a file that is not there or not whole */
function read(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (hasCode(error, 'ENOENT') || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
