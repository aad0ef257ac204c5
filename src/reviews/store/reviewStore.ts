import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { writeFileAtomic } from '../../files/writeFileAtomic.ts';
import { readSubject, type ReviewRecord } from './reviewRecord.ts';

// Bump when the stored shape changes: older files are then passed over, not misread.
const version = 1;
const keptPerRoot = 20;
const largestFile = 32 << 20;

/**
 * Stores reviews on disk, so that findings are back after a reload without a request. Each working copy has a folder and
 * each review a file, which is written atomically.
 */
export class ReviewStore {
  readonly #folder: string;

  /** @param folder created at the first save if missing */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Returns the stored reviews of a working copy, most recently triggered first. Skips unreadable files. */
  async load(root: string): Promise<ReviewRecord[]> {
    const folder = this.#folderOf(root);
    const names = await readdir(folder).catch(() => []);
    const records = await Promise.all(
      names.filter(name => name.endsWith('.json')).map(name => read(path.join(folder, name))),
    );
    return records.filter(record => record !== undefined).sort((a, b) => b.triggeredAt - a.triggeredAt);
  }

  /** Stores a record, replacing the earlier one of the same review. Ignores records without a working copy. */
  async save(record: ReviewRecord): Promise<void> {
    const { root } = record.subject;
    if (root === undefined) return;
    const folder = this.#folderOf(root);
    await writeFileAtomic(path.join(folder, fileName(record)), JSON.stringify({ version, record }));
    await forgetOld(folder);
  }

  #folderOf(root: string): string {
    return path.join(this.#folder, hash(root));
  }
}

/** Deletes the reviews that were saved longest ago. Goes by file time: reading large reviews would take too long. */
async function forgetOld(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.json'));
  if (names.length <= keptPerRoot) return;
  const files = names.map(name => path.join(folder, name));
  // Another window may have forgotten one meanwhile.
  const savedAt = await Promise.all(
    files.map(file =>
      stat(file).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  );
  const old = [...files.entries()].sort(([a], [b]) => (savedAt[b] ?? 0) - (savedAt[a] ?? 0)).slice(keptPerRoot);
  // What another program holds is forgotten at the next save.
  await Promise.all(old.map(([, file]) => rm(file, { force: true }).catch(() => undefined)));
}

function fileName({ subject, triggeredAt }: ReviewRecord): string {
  const { service, pullRequest } = subject;
  return `${hash(JSON.stringify([service, pullRequest.repository, pullRequest.number, triggeredAt]))}.json`;
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

async function read(file: string): Promise<ReviewRecord | undefined> {
  try {
    if ((await stat(file)).size > largestFile) return undefined;
    const stored = JSON.parse(await readFile(file, 'utf8')) as { version?: unknown; record?: ReviewRecord };
    if (stored.version !== version || stored.record === undefined) return undefined;
    return { ...stored.record, subject: readSubject(stored.record.subject) };
  } catch {
    return undefined;
  }
}
