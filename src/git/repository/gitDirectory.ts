import { statSync } from 'node:fs';

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
export function gitDirectoryAt(path: string): GitDirectory {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  // Where the time of birth is not known, it is told as zero or as the last change.
  if (found === undefined || found.birthtimeNs === 0n || found.birthtimeNs === found.ctimeNs) return { path };
  return { path, born: String(found.birthtimeNs), inode: String(found.ino) };
}

/** Whether two are the same, also after it was renamed or moved. A copy is another one, as is a new one in an old one's place. */
export function isSameGitDirectory(one: GitDirectory, other: GitDirectory): boolean {
  if (one.born === undefined || other.born === undefined) return one.path === other.path;
  return one.born === other.born && (one.path === other.path || one.inode === other.inode);
}
