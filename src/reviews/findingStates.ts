import { createHash } from 'node:crypto';
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** What the user decided about a finding; local, since the API has no call for it. */
export type Decision =
  | { readonly state: 'open' }
  | { readonly state: 'done'; readonly at: number }
  | { readonly state: 'dismissed'; readonly at: number; readonly reason: string };

const open: Decision = { state: 'open' };

/**
 * The decisions of a repository by fingerprint. Kept as lines that are only ever appended, the last one of a
 * fingerprint counting, so that windows do not undo each other.
 */
export class FindingStates {
  readonly #folder: string;
  readonly #loaded = new Map<string, Promise<Map<string, Decision>>>();

  /** @param folder made where it is missing, at the first decision */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The decision about a finding; `open` until there is one. */
  async get(repository: string, fingerprint: string): Promise<Decision> {
    return (await this.#load(repository)).get(fingerprint) ?? open;
  }

  /** All decisions of a repository. */
  async all(repository: string): Promise<ReadonlyMap<string, Decision>> {
    return this.#load(repository);
  }

  async set(repository: string, fingerprints: readonly string[], decision: Decision): Promise<void> {
    const decisions = await this.#load(repository);
    const lines = fingerprints.map(fingerprint => `${JSON.stringify({ fingerprint, ...decision })}\n`);
    await mkdir(this.#folder, { recursive: true });
    await appendFile(this.#fileOf(repository), lines.join(''));
    for (const fingerprint of fingerprints) decisions.set(fingerprint, decision);
  }

  /** Reads again what other windows wrote. */
  forget(repository: string): void {
    this.#loaded.delete(repository);
  }

  #load(repository: string): Promise<Map<string, Decision>> {
    let loading = this.#loaded.get(repository);
    if (loading === undefined) {
      loading = readFile(this.#fileOf(repository), 'utf8').then(parse, () => new Map<string, Decision>());
      this.#loaded.set(repository, loading);
    }
    return loading;
  }

  #fileOf(repository: string): string {
    const name = createHash('sha256').update(repository.toLowerCase()).digest('hex').slice(0, 32);
    return path.join(this.#folder, `${name}.jsonl`);
  }
}

/** A line that was cut off or is of another shape is passed over. */
function parse(text: string): Map<string, Decision> {
  const decisions = new Map<string, Decision>();
  for (const line of text.split('\n')) {
    try {
      const { fingerprint, state, at, reason } = JSON.parse(line) as Record<string, unknown>;
      if (typeof fingerprint !== 'string') continue;
      if (state === 'open') decisions.set(fingerprint, open);
      else if (state === 'done' && typeof at === 'number') decisions.set(fingerprint, { state, at });
      else if (state === 'dismissed' && typeof at === 'number') {
        decisions.set(fingerprint, { state, at, reason: typeof reason === 'string' ? reason : '' });
      }
    } catch {
      continue;
    }
  }
  return decisions;
}
