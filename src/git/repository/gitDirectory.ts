import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** In bytes, of a `.git` that names another folder. */
const longestFile = 8_192;

/** A git directory, as it is told from others. */
export interface GitDirectory {
  /** Absolute path. */
  readonly path: string;
  /** When it was made, in nanoseconds since the epoch; absent where its file system does not say. */
  readonly born?: string;
  /** Number of its inode. Some file systems give another one each time they are mounted. */
  readonly inode?: string;
}

/** Looks at a git directory. */
export function gitDirectoryAt(folder: string): GitDirectory {
  const found = statSync(folder, { bigint: true, throwIfNoEntry: false });
  // Where the time of birth is not known, it is told as zero or as the last change.
  if (found === undefined || found.birthtimeNs === 0n || found.birthtimeNs === found.ctimeNs) return { path: folder };
  return { path: folder, born: String(found.birthtimeNs), inode: String(found.ino) };
}

/** Whether two are the same, also after it was renamed or moved. A copy is another one, as is a new one in an old one's place. */
export function isSameGitDirectory(one: GitDirectory, other: GitDirectory): boolean {
  if (one.born === undefined || other.born === undefined) return one.path === other.path;
  return one.born === other.born && (one.path === other.path || one.inode === other.inode);
}

/** The git directory of a working copy, without a run of git. @returns undefined where there is none */
export function gitDirectoryOf(root: string): GitDirectory | undefined {
  const own = path.join(root, '.git');
  try {
    const found = statSync(own);
    if (found.isDirectory()) return gitDirectoryAt(own);
    // Of linked worktrees and submodules it is a file that names the folder.
    const named = found.isFile() && found.size <= longestFile ? readFileSync(own, 'utf8') : '';
    const [, folder] = /^gitdir: (.+)$/m.exec(named) ?? [];
    const place = folder && path.resolve(root, folder.trimEnd());
    return place && existsSync(place) ? gitDirectoryAt(place) : undefined;
  } catch {
    return undefined;
  }
}
