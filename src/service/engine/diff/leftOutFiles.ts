import type { UnreadFile } from '../reviewerReport.ts';
import type { ChangedFile } from './changedFiles.ts';
import { installFolders, isInstalled, maxFileBytes, unreviewedPath, type UnreviewedReason } from './excludedFiles.ts';
import { languageOf } from './fileKind.ts';

/** Tells which files analysers leave out before anything of them is read. */
export class LeftOutFiles {
  readonly #sizes: ReadonlyMap<string, number>;
  /** Folders at the merge base with installed packages. */
  readonly #installed: ReadonlySet<string>;
  readonly #whyForeign: (path: string) => string | undefined;

  /**
   * @param sizes of the blobs, in bytes
   * @param folders paths of the folders at the merge base
   * @param whyForeign why the merge base says that nobody in the repository writes a file
   */
  constructor(
    sizes: ReadonlyMap<string, number>,
    folders: readonly string[],
    whyForeign: (path: string) => string | undefined,
  ) {
    this.#sizes = sizes;
    this.#installed = installFolders(folders);
    this.#whyForeign = whyForeign;
  }

  /** Why a file is left out; undefined if it is not. */
  why({ path, basePath = path, kind, blob }: ChangedFile): UnreviewedReason | undefined {
    if (kind === 'link') return { why: 'symbolic link' };
    const why = this.#whyByPath(path);
    // Code that was reviewed stays so wherever the change moves it.
    const isReviewed = path !== basePath && languageOf(path) !== undefined && this.#whyByPath(basePath) === undefined;
    if (why !== undefined && !isReviewed) return { why };
    return (this.#sizes.get(blob) ?? 0) > maxFileBytes ? tooLarge(path, maxFileBytes) : undefined;
  }

  /** Whether a file was foreign, so that nobody reviewed it, and is not any more. */
  isTakenOver({ path, basePath = path }: ChangedFile): boolean {
    return path !== basePath && this.#foreignReason(basePath) !== undefined && this.#foreignReason(path) === undefined;
  }

  /** Why a path is of foreign code by what the merge base has; undefined if it is not. */
  #foreignReason(path: string): string | undefined {
    return isInstalled(path, this.#installed) ? 'vendored' : this.#whyForeign(path);
  }

  #whyByPath(path: string): string | undefined {
    return unreviewedPath(path) ?? this.#foreignReason(path);
  }
}

/** A file of more bytes than a limit. */
export function tooLarge(path: string, limit: number): UnreadFile {
  return { path, why: `larger than ${Math.round(limit / 1_000_000)} MB`, isGap: true };
}
