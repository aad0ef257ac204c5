import { createHash } from 'node:crypto';
import { appendFile, mkdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';

/** What the user decided about a finding; local, since the API has no call for it. */
export type Decision =
  | { readonly state: 'open' }
  | { readonly state: 'done'; readonly at: number }
  | { readonly state: 'dismissed'; readonly at: number; readonly reason: string };

const open: Decision = { state: 'open' };
const none: ReadonlyMap<string, Decision> = new Map();

/**
 * The decisions of a repository by fingerprint. Kept as lines that are only ever appended, the last one of a
 * fingerprint counting, so that windows do not undo each other.
 */
export class FindingStates {
  readonly #folder: string;
  readonly #known = new Map<string, { readonly length: number; readonly decisions: ReadonlyMap<string, Decision> }>();

  /** @param folder made where it is missing, at the first decision */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** All decisions of a repository, those of other windows too; the same map for as long as no window adds one. */
  async all(repository: string): Promise<ReadonlyMap<string, Decision>> {
    const file = this.#fileOf(repository);
    try {
      const known = this.#known.get(file);
      // What is only ever appended to has not changed while it is as long as it was.
      if (known?.length === (await stat(file)).size) return known.decisions;
      const bytes = await readFile(file);
      const decisions = parse(bytes.toString('utf8'));
      this.#known.set(file, { length: bytes.length, decisions });
      return decisions;
    } catch {
      return none;
    }
  }

  async set(repository: string, fingerprints: readonly string[], decision: Decision): Promise<void> {
    const lines = fingerprints.map(fingerprint => `${JSON.stringify({ fingerprint, ...decision })}\n`);
    await mkdir(this.#folder, { recursive: true });
    // Begins on a line of its own, also where another window ended in the middle of one.
    await appendFile(this.#fileOf(repository), ['\n', ...lines].join(''));
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
