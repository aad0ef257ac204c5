import { createHash } from 'node:crypto';
import { appendFile, mkdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { isObject } from '../../api/decode/aliases.ts';
import { retryWhileHeld } from '../../files/retryWhileHeld.ts';
import { Decisions, type StoredDecision } from './decisions.ts';
import type { FindingIdentity } from './matchFindings.ts';

const none = new Decisions([]);

/**
 * Stores decisions on disk, one append-only JSON Lines file for each repository. The last line of an id counts, so
 * windows do not overwrite each other's decisions.
 */
export class DecisionStore {
  readonly #folder: string;
  readonly #known = new Map<string, { readonly length: number; readonly decisions: Decisions }>();

  /** @param folder created at the first decision if missing */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Returns all decisions of a repository, from all windows. Returns the same object until a window adds one. */
  async all(repository: string): Promise<Decisions> {
    const file = this.#fileOf(repository);
    try {
      const known = this.#known.get(file);
      // What is only ever appended to has not changed while it is as long as it was.
      if (known?.length === (await stat(file)).size) return known.decisions;
      const bytes = await readFile(file);
      const decisions = new Decisions(bytes.toString('utf8').split('\n').flatMap(parseLine));
      this.#known.set(file, { length: bytes.length, decisions });
      return decisions;
    } catch {
      return none;
    }
  }

  async add(repository: string, kept: readonly StoredDecision[]): Promise<void> {
    const lines = kept.map(
      ({ id, finding, decision }) => `${JSON.stringify({ fingerprint: id, ...decision, finding })}\n`,
    );
    await mkdir(this.#folder, { recursive: true });
    // Begins on a line of its own, also where another window ended in the middle of one.
    await retryWhileHeld(() => appendFile(this.#fileOf(repository), ['\n', ...lines].join('')));
  }

  #fileOf(repository: string): string {
    const name = createHash('sha256').update(repository.toLowerCase()).digest('hex').slice(0, 32);
    return path.join(this.#folder, `${name}.jsonl`);
  }
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
  const { fingerprint: id, finding } = json;
  if (decision === undefined || (finding !== undefined && !isIdentity(finding))) return [];
  return [{ id, decision, finding }];
}

function parseDecision({ state, at, reason }: Record<string, unknown>): StoredDecision['decision'] | undefined {
  if (state === 'open' || state === 'forgotten') return { state };
  if (typeof at !== 'number') return undefined;
  if (state === 'done') return { state, at };
  return state === 'dismissed' ? { state, at, reason: typeof reason === 'string' ? reason : '' } : undefined;
}

function isIdentity(value: unknown): value is FindingIdentity {
  if (!isObject(value)) return false;
  const { key, turn, surroundings } = value;
  const isKnown = typeof key === 'string' && typeof turn === 'number';
  if (surroundings === undefined) return isKnown;
  return isKnown && isObject(surroundings) && areTexts(surroundings['above']) && areTexts(surroundings['below']);
}

function areTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(each => typeof each === 'string');
}
