import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { isObject } from '../../api/decode/aliases.ts';
import { systemClock } from '../../core/base/clock.ts';
import type { Disposable } from '../../core/base/disposable.ts';
import type { Event } from '../../core/base/events.ts';
import { withFileLock } from '../../files/fileLock.ts';
import { FolderWatcher } from '../../files/folderWatcher.ts';
import { retryWhileHeld } from '../../files/retryWhileHeld.ts';
import { areTwoHomes } from '../../git/repository/identifyRepository.ts';
import { carriedDecisions, type RenamedFindings } from './carriedDecisions.ts';
import { Decisions, type Decision, type KnownFinding, type StoredDecision } from './decisions.ts';
import type { FindingIdentity } from './matchFindings.ts';

const none = new Decisions([]);

/** A repository that decisions are about. */
export interface DecidedRepository {
  /** `owner/name`. */
  readonly fullName: string;
  /** What tells it from others of that name, see `homeOf`; undefined where it is not open. */
  readonly home: string | undefined;
}

/**
 * Stores decisions on disk, one append-only JSON Lines file for each name of a repository. The last line of an id counts, so
 * windows and agents do not overwrite each other's decisions.
 */
export class DecisionStore implements Disposable {
  readonly #folder: string;
  readonly #watcher: FolderWatcher;
  readonly #known = new Map<string, { readonly length: number; readonly decisions: Decisions }>();

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
  async all({ fullName, home }: DecidedRepository): Promise<Decisions> {
    const file = this.#fileOf(fullName);
    const key = JSON.stringify([file, home ?? '']);
    try {
      const known = this.#known.get(key);
      // At once: findings that are placed wait for it, and where nothing was decided there is no file.
      const found = statSync(file, { throwIfNoEntry: false });
      if (found === undefined) return none;
      // What is only ever appended to has not changed while it is as long as it was.
      if (known?.length === found.size) return known.decisions;
      const bytes = await readFile(file);
      const decisions = new Decisions(decisionsOf(home, bytes.toString('utf8')));
      this.#known.set(key, { length: bytes.length, decisions });
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
    await withFileLock(this.#fileOf(repository.fullName), async () => {
      const decisions = await this.all(repository);
      const now = from && decisions.of(findings);
      const left = now ? [...decided].filter(each => (now.get(each)?.state ?? 'open') === from) : decided;
      await this.#append(repository, decisions.deciding(findings, new Set(left), decision));
    });
  }

  /** Keeps what was decided about findings in files that were renamed for what these findings are known by now. */
  async carry(repository: DecidedRepository, renamed: RenamedFindings): Promise<void> {
    if ((await this.all(repository)).isEmpty) return;
    const file = this.#fileOf(repository.fullName);
    await withFileLock(file, async () => {
      const kept = decisionsOf(repository.home, await readFile(file, 'utf8'));
      await this.#append(repository, carriedDecisions(kept, renamed));
    });
  }

  /** Adds decisions that were kept elsewhere, other than those that are known. @param text of their file */
  async take(name: string, text: string): Promise<void> {
    const file = path.join(this.#folder, name);
    await withFileLock(file, async () => {
      const own = await readFile(file, 'utf8').catch(() => '');
      const known = new Set(parseDecisions(own).map(({ id }) => id));
      const others = text.split('\n').filter(line => parseDecisions(line).some(({ id }) => !known.has(id)));
      if (others.length > 0) await this.#appendLines(file, others);
    });
  }

  dispose(): void {
    this.#watcher.dispose();
  }

  async #append({ fullName, home }: DecidedRepository, kept: readonly StoredDecision[]): Promise<void> {
    const lines = kept.map(({ id, finding, decision }) =>
      JSON.stringify({ fingerprint: id, ...decision, finding, home }),
    );
    if (lines.length > 0) await this.#appendLines(this.#fileOf(fullName), lines);
  }

  /** Begins on a line of its own, also where another window ended in the middle of one. */
  async #appendLines(file: string, lines: readonly string[]): Promise<void> {
    await retryWhileHeld(() => appendFile(file, `\n${lines.join('\n')}\n`, { mode: 0o600 }));
  }

  #fileOf(fullName: string): string {
    const name = createHash('sha256').update(fullName.toLowerCase()).digest('hex').slice(0, 32);
    return path.join(this.#folder, `${name}.jsonl`);
  }
}

/** What was decided in a repository, or before it was noted in which one of its name. */
function decisionsOf(own: string | undefined, text: string): StoredDecision[] {
  const isOwn = (home: string): boolean => own !== undefined && !areTwoHomes(home, own);
  return parseDecisions(text).filter(({ home }) => home === undefined || isOwn(home));
}

function parseDecisions(text: string): StoredDecision[] {
  return text.split('\n').flatMap(parseLine);
}

/** Empty for a line that is truncated or malformed. */
function parseLine(line: string): StoredDecision[] {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    return [];
  }
  if (!isObject(json) || typeof json['fingerprint'] !== 'string') return [];
  const decision = parseDecision(json);
  const { fingerprint: id, finding, home } = json;
  if (decision === undefined || (finding !== undefined && !isIdentity(finding))) return [];
  if (home !== undefined && typeof home !== 'string') return [];
  return [{ id, decision, finding, home }];
}

function parseDecision({ state, at, reason }: Record<string, unknown>): StoredDecision['decision'] | undefined {
  if (state === 'open' || state === 'forgotten') return { state };
  if (typeof at !== 'number') return undefined;
  if (state === 'done') return { state, at, ...(typeof reason === 'string' && { reason }) };
  return state === 'dismissed' ? { state, at, reason: typeof reason === 'string' ? reason : '' } : undefined;
}

function isIdentity(value: unknown): value is FindingIdentity {
  if (!isObject(value)) return false;
  const { key, turn, surroundings, members } = value;
  const isKnown = typeof key === 'string' && typeof turn === 'number' && (members === undefined || areTexts(members));
  if (surroundings === undefined) return isKnown;
  return isKnown && isObject(surroundings) && areTexts(surroundings['above']) && areTexts(surroundings['below']);
}

function areTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(each => typeof each === 'string');
}
