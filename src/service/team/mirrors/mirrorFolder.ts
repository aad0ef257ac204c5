import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { removeFolder } from '../../../files/temporaryFolder.ts';
import type { GitReader } from '../../../git/run/git.ts';

/**
 * In milliseconds. Who uses a mirror says so more often than that: an older mark was left by a killed process, as was one of
 * the future, by a clock that was set back since.
 */
const abandonedAfter = 60_000;
const beat = 10_000;
/** What folders are called that are being removed. */
const removedPrefix = 'removed-';
const objectFormats = { sha1: 40, sha256: 64 } as const;
export type ObjectFormat = keyof typeof objectFormats;

/** The format of a full hash. */
export function objectFormatOf(hash: string): ObjectFormat {
  return hash.length === objectFormats.sha256 ? 'sha256' : 'sha1';
}

/**
 * The folder of one mirror: a bare repository in `.git`, which git finds as that of a working copy without files, the
 * file `used`, whose time is that of its last use, and a mark for each current use in `uses`.
 */
export class MirrorFolder {
  /** Absolute path; also what its lock is named after. */
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  /** The folder of a repository's mirror; another clone address gets another one. */
  static of(mirrors: string, repositoryId: string, cloneUrl: string): MirrorFolder {
    const name = createHash('sha256').update(`${repositoryId}\n${cloneUrl}`).digest('hex').slice(0, 24);
    return new MirrorFolder(path.join(mirrors, name));
  }

  /** All mirrors of a folder, the one that was not used for longest first. */
  static async all(mirrors: string): Promise<readonly MirrorFolder[]> {
    const names = await readdir(mirrors).catch(() => []);
    const found = names
      .filter(name => /^[0-9a-f]{24}$/.test(name))
      .map(async name => {
        const folder = new MirrorFolder(path.join(mirrors, name));
        return [folder, await timeOf(path.join(folder.root, 'used'))] as const;
      });
    return (await Promise.all(found)).sort(([, a], [, b]) => a - b).map(([folder]) => folder);
  }

  /** Removes what processes that were killed while they removed a mirror left. */
  static async sweep(mirrors: string): Promise<void> {
    const names = await readdir(mirrors).catch(() => []);
    for (const name of names.filter(each => each.startsWith(removedPrefix)))
      await removeFolder(path.join(mirrors, name));
  }

  get #gitDir(): string {
    return path.join(this.root, '.git');
  }

  /** Whether its repository was made. */
  exists(): boolean {
    return existsSync(path.join(this.#gitDir, 'config'));
  }

  /** Makes the repository, which nothing leads out of: it knows no address. */
  async create(git: GitReader, format: ObjectFormat, signal: AbortSignal): Promise<void> {
    await this.clear();
    await mkdir(this.root, { recursive: true, mode: 0o700 });
    const options = ['--quiet', '--bare', '--template=', `--object-format=${format}`];
    // In a folder beside it: half a repository is never taken for one.
    const made = path.join(this.root, `new-${randomUUID()}`);
    await git.run(this.root, ['init', ...options, '--', made], { signal });
    await rename(made, this.#gitDir);
  }

  /** Removes what a git that was killed left: locks, since this process has the mirror to itself, and half a pack. */
  async repair(): Promise<void> {
    const isLeft = (name: string): boolean => name.endsWith('.lock') || /^tmp_|^\.tmp-/.test(name);
    const entries = await readdir(this.root, { recursive: true, withFileTypes: true }).catch(() => []);
    for (const entry of entries)
      if (entry.isFile() && isLeft(entry.name)) await rm(path.join(entry.parentPath, entry.name), { force: true });
    for (const entry of entries)
      if (entry.isDirectory() && entry.parentPath === this.root && entry.name.startsWith('new-'))
        await removeFolder(path.join(this.root, entry.name));
  }

  /** Bytes of all its files. */
  async bytes(): Promise<number> {
    const entries = await readdir(this.root, { recursive: true, withFileTypes: true }).catch(() => []);
    const sizes = entries
      .filter(entry => entry.isFile())
      .map(entry =>
        stat(path.join(entry.parentPath, entry.name)).then(
          ({ size }) => size,
          () => 0,
        ),
      );
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  }

  /** Number of packs: each fetch adds one. */
  async packs(): Promise<number> {
    const names = await readdir(path.join(this.#gitDir, 'objects/pack')).catch(() => []);
    return names.filter(name => name.endsWith('.pack')).length;
  }

  /** Marks it as used until the returned function is called, or this process ends. */
  async use(): Promise<() => void> {
    const uses = path.join(this.root, 'uses');
    const mark = path.join(uses, randomUUID());
    await mkdir(uses, { recursive: true, mode: 0o700 });
    await writeFile(mark, '');
    await writeFile(path.join(this.root, 'used'), '');
    const beating = setInterval(() => {
      const now = new Date();
      utimes(mark, now, now).catch(() => undefined);
    }, beat);
    beating.unref();
    return () => {
      clearInterval(beating);
      rm(mark, { force: true }).catch(() => undefined);
    };
  }

  /** Number of processes' uses at this moment. */
  async uses(): Promise<number> {
    const uses = path.join(this.root, 'uses');
    const times = await Promise.all((await readdir(uses).catch(() => [])).map(name => timeOf(path.join(uses, name))));
    return times.filter(time => Math.abs(Date.now() - time) < abandonedAfter).length;
  }

  /** Removes the repository; the marks of uses stay. */
  async clear(): Promise<void> {
    await removeFolder(this.#gitDir);
  }

  /** Removes everything: at once from where it is looked for, so that no half of it is ever found. */
  async remove(): Promise<void> {
    const aside = path.join(path.dirname(this.root), `${removedPrefix}${randomUUID()}`);
    await rename(this.root, aside).catch(() => undefined);
    await removeFolder(aside);
  }
}

/** Time of a file's last change in milliseconds; 0 if it does not exist. */
async function timeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}
