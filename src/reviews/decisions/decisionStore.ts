import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { systemClock } from '../../core/base/clock.ts';
import type { Disposable } from '../../core/base/disposable.ts';
import type { Event } from '../../core/base/events.ts';
import { withFileLock } from '../../files/fileLock.ts';
import { FolderWatcher } from '../../files/folderWatcher.ts';
import { retryWhileHeld } from '../../files/retryWhileHeld.ts';
import { gitDirectoryAt } from '../../git/repository/gitDirectory.ts';
import type { RepositoryHome } from '../../git/repository/identifyRepository.ts';
import { carriedDecisions, type RenamedFindings } from './carriedDecisions.ts';
import { Decisions, type Decision, type KnownFinding, type StoredDecision } from './decisions.ts';
import { isOfDirectory, isOfNamed, readLines, writeLine, type DecidedHome } from './decisionLines.ts';

const none = new Decisions([]);

/** A repository that decisions are about. */
export interface DecidedRepository {
  /** `owner/name`. */
  readonly fullName: string;
  /** What tells it from others of that name; undefined where it is not open. */
  readonly home: RepositoryHome | undefined;
}

/**
 * Stores decisions on disk, in append-only JSON Lines files: one for each name of a repository, which its clones share, and
 * one for each git directory, which keeps them when its remotes change or it is moved. The last line of an id counts, so
 * windows and agents do not overwrite each other's decisions.
 */
export class DecisionStore implements Disposable {
  readonly #folder: string;
  readonly #watcher: FolderWatcher;
  /** By the place. */
  readonly #known = new Map<string, { readonly lengths: string; readonly decisions: Decisions }>();

  /** @param folder created at the first decision if missing */
  constructor(folder: string, onError: (error: unknown) => void = () => undefined) {
    this.#folder = folder;
    this.#watcher = new FolderWatcher(folder, systemClock, onError);
  }

  /** Fires when something was decided, by this process or another. Watches the folder while it has listeners. */
  get onDidChange(): Event<string> {
    return this.#watcher.onDidChange;
  }

  /** Returns all decisions of a repository, from all windows. Returns the same object until another one is made. */
  async all(repository: DecidedRepository): Promise<Decisions> {
    const place = this.#placeOf(repository);
    const key = JSON.stringify(place);
    try {
      const known = this.#known.get(key);
      // At once: findings that are placed wait for it, and where nothing was decided there is no file.
      const found = filesOf(place).map(file => statSync(file, { throwIfNoEntry: false })?.size ?? 0);
      if (found.every(size => size === 0)) return none;
      // What is only ever appended to has not changed while it is as long as it was.
      if (known?.lengths === found.join()) return known.decisions;
      const { lengths, kept } = await read(place);
      const decisions = new Decisions(kept);
      this.#known.set(key, { lengths, decisions });
      return decisions;
    } catch {
      return none;
    }
  }

  /**
   * Keeps a decision about some findings of a review. Nobody else decides meanwhile, since how equal findings stand is
   * written down with it.
   * @param findings of the whole review
   * @param decided fingerprints
   * @param from state that they have to be in; any if absent
   */
  async decide(
    repository: DecidedRepository,
    findings: readonly KnownFinding[],
    decided: ReadonlySet<string>,
    decision: Decision,
    from?: Decision['state'],
  ): Promise<void> {
    await this.#change(repository, kept => {
      const decisions = new Decisions(kept);
      const now = from && decisions.of(findings);
      const left = now ? [...decided].filter(each => (now.get(each)?.state ?? 'open') === from) : decided;
      return decisions.deciding(findings, new Set(left), decision);
    });
  }

  /** Keeps what was decided about findings in files that were renamed for what these findings are known by now. */
  async carry(repository: DecidedRepository, renamed: RenamedFindings): Promise<void> {
    if ((await this.all(repository)).isEmpty) return;
    await this.#change(repository, kept => carriedDecisions(kept, renamed));
  }

  /** Adds decisions that were kept elsewhere, other than those that are known. @param text of their file */
  async take(name: string, text: string): Promise<void> {
    const file = path.join(this.#folder, name);
    await withFileLock(file, async () => {
      const own = await readFile(file, 'utf8').catch(() => '');
      const known = new Set(readLines(own).map(({ stored }) => stored.id));
      const others = text.split('\n').filter(line => readLines(line).some(({ stored }) => !known.has(stored.id)));
      if (others.length > 0) await this.#appendLines(file, others);
    });
  }

  dispose(): void {
    this.#watcher.dispose();
  }

  /** @param change what to add to what is kept */
  async #change(
    repository: DecidedRepository,
    change: (kept: readonly StoredDecision[]) => readonly StoredDecision[],
  ): Promise<void> {
    const place = this.#placeOf(repository);
    await withFileLock(place.file, async () => {
      const { kept, last } = await read(place);
      const lines = change(kept).map(stored => writeLine({ stored, home: place.home, order: last + 1 }));
      if (lines.length > 0) for (const file of filesOf(place)) await this.#appendLines(file, lines);
    });
  }

  /** Begins on a line of its own, also where another window ended in the middle of one. */
  async #appendLines(file: string, lines: readonly string[]): Promise<void> {
    await retryWhileHeld(() => appendFile(file, `\n${lines.join('\n')}\n`, { mode: 0o600 }));
  }

  #placeOf({ fullName, home }: DecidedRepository): DecidedPlace {
    const fileOf = (name: string): string => {
      const short = createHash('sha256').update(name).digest('hex').slice(0, 32);
      return path.join(this.#folder, `${short}.jsonl`);
    };
    const file = fileOf(fullName.toLowerCase());
    if (home === undefined) return { file, ofDirectory: undefined, home };
    const directory = gitDirectoryAt(home.folder);
    const ofDirectory = fileOf(`directory ${directory.born ?? directory.path}`);
    return { file, ofDirectory, home: { host: home.host, directory } };
  }
}

/** The files of a repository. */
type DecidedPlace = {
  /** That of its name. */
  readonly file: string;
} & (
  | { readonly ofDirectory: string; readonly home: DecidedHome }
  | { readonly ofDirectory: undefined; readonly home: undefined }
);

function filesOf({ file, ofDirectory }: DecidedPlace): string[] {
  return ofDirectory === undefined ? [file] : [file, ofDirectory];
}

interface KeptDecisions {
  /** In bytes, of the files. */
  readonly lengths: string;
  /** In the order in which they were made. */
  readonly kept: readonly StoredDecision[];
  /** The order of the last one. */
  readonly last: number;
}

async function read(place: DecidedPlace): Promise<KeptDecisions> {
  const texts = await Promise.all(filesOf(place).map(file => readFile(file).catch(() => Buffer.alloc(0))));
  const [named = [], ofDirectory = []] = texts.map(text => readLines(text.toString('utf8')));
  const { home } = place;
  const own = [
    ...named.filter(line => isOfNamed(line, home)),
    ...ofDirectory.filter(line => home !== undefined && isOfDirectory(line, home)),
  ].sort((a, b) => a.order - b.order);
  return {
    lengths: texts.map(({ length }) => length).join(),
    kept: own.map(({ stored }) => stored),
    last: Math.max(named.at(-1)?.order ?? 0, ofDirectory.at(-1)?.order ?? 0),
  };
}
