import path from 'node:path';
import { CodeReviewError } from '../../core/base/errors.ts';
import { plainLine } from '../../core/base/text.ts';
import { editorPaths } from '../../git/repository/editorPaths.ts';
import type { Git } from '../../git/run/git.ts';
import { DiskFindings } from '../../reviews/onDisk/diskFindings.ts';
import type { UserData } from '../../reviews/userData.ts';

interface Parts {
  readonly git: Git;
  readonly data: UserData;
  /** Folders that a client may use, absolute; the first is the one that is meant where none is named. */
  readonly roots: () => Promise<readonly string[]>;
}

const mostFolders = 20;

/** The folders that a client may use, and the findings in them. Links are resolved: none leads out of a root. */
export class Workspace {
  readonly #parts: Parts;
  readonly #findings = new Map<string, DiskFindings>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The findings of the repository that a folder is in. @param named as `folder` takes it */
  async findings(named: string | undefined): Promise<DiskFindings> {
    const folder = await this.folder(named);
    const known = this.#findings.get(folder) ?? new DiskFindings(this.#parts.git, this.#parts.data, folder);
    this.#findings.set(folder, known);
    const [oldest] = this.#findings.keys();
    if (this.#findings.size > mostFolders && oldest !== undefined) this.#findings.delete(oldest);
    return known;
  }

  /**
   * The real path of a folder that a client names, absolute or relative to the first root.
   * @throws CodeReviewError of kind `input` where there is none, or it is outside of the roots
   */
  async folder(named = '.'): Promise<string> {
    const roots = await this.#parts.roots();
    const shown = plainLine(named, 200);
    const folder = await editorPaths.identityOf(path.resolve(roots[0] ?? '.', named));
    if (folder === undefined) throw new CodeReviewError('input', `There is no folder ${shown}.`, mayUse(roots));
    if (!(await this.holds(folder))) throw new CodeReviewError('input', `${shown} may not be used.`, mayUse(roots));
    return folder;
  }

  /** Whether a file or folder is in a root. @param identity real path */
  async holds(identity: string): Promise<boolean> {
    const roots = await this.#parts.roots();
    const real = await Promise.all(roots.map(root => editorPaths.identityOf(root)));
    return real.some(root => root !== undefined && editorPaths.within(root, identity) !== undefined);
  }
}

function mayUse(roots: readonly string[]): string {
  return `Name a folder in ${roots.map(root => plainLine(root, 200)).join(' or ')}.`;
}
