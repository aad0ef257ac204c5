/** The part of `node:path` in use; injected, so that the rules of each platform can be tested on any. */
interface PathModule {
  readonly sep: string;
  normalize(place: string): string;
  join(...parts: string[]): string;
  relative(from: string, to: string): string;
  isAbsolute(place: string): boolean;
}

/** A folder as the editor spells it, with its real path. */
export interface EditorFolder {
  readonly spelling: string;
  readonly identity: string;
}

/**
 * Converts between real paths and the editor's spellings. A file may have many spellings: through links, junctions,
 * `subst` and mapped drives, or in another letter case or Unicode form. Paths are compared and stored by their real
 * path, the identity; URIs use the editor's spelling.
 */
export class EditorPaths {
  readonly #path: PathModule;
  readonly #realpath: (place: string) => Promise<string>;

  /** @param realpath resolves links and returns names as they are on disk; rejects if the path does not exist */
  constructor(path: PathModule, realpath: (place: string) => Promise<string>) {
    this.#path = path;
    this.#realpath = realpath;
  }

  /** The real path; undefined if the path does not exist. */
  async identityOf(place: string): Promise<string | undefined> {
    try {
      return this.normalized(await this.#realpath(place));
    } catch {
      return undefined;
    }
  }

  /** The path relative to a folder, with `/`; empty for the folder itself, undefined if the path is outside of it. */
  within(folder: string, place: string): string | undefined {
    const { sep } = this.#path;
    const [from, to] = [this.normalized(folder), this.normalized(place)];
    const start = from.endsWith(sep) ? from : from + sep;
    // To compare them part by part takes many times as long, and each file of a review is looked for.
    const isBelow = this.#path.isAbsolute(from) && to.startsWith(start) && !to.endsWith(sep);
    const inner = isBelow ? to.slice(start.length) : this.#path.relative(from, to);
    if (inner === '..' || inner.startsWith(`..${sep}`) || this.#path.isAbsolute(inner)) return undefined;
    return inner.replaceAll(sep, '/');
  }

  /** The editor's spelling of a real path: below the nearest folder that contains it, the first of equal ones. */
  spelled(identity: string, anchors: readonly EditorFolder[]): string {
    let nearest: { readonly anchor: EditorFolder; readonly inner: string } | undefined;
    for (const anchor of anchors) {
      const inner = this.within(anchor.identity, identity);
      if (inner !== undefined && (nearest === undefined || inner.length < nearest.inner.length))
        nearest = { anchor, inner };
    }
    if (nearest === undefined) return identity;
    const { anchor, inner } = nearest;
    // Most folders are opened by their real path.
    const isReal = anchor.spelling === anchor.identity && identity.startsWith(anchor.spelling);
    return isReal ? identity : this.#path.join(anchor.spelling, inner);
  }

  /**
   * The spelling of a repository's root that matches an opened folder in it.
   * @param root real path of the root
   * @returns the folder itself if it is a link to a folder below the root
   */
  async anchorOf(folder: string, root: string): Promise<EditorFolder | undefined> {
    const identity = await this.identityOf(folder);
    const inner = identity === undefined ? undefined : this.within(root, identity);
    if (identity === undefined || inner === undefined) return undefined;
    const spelling = this.#path.join(folder, ...inner.split('/').map(name => (name === '' ? '.' : '..')));
    return (await this.identityOf(spelling)) === root ? { spelling, identity: root } : { spelling: folder, identity };
  }

  /** The identity that a real path stands for: on Windows without long path prefixes, with one spelling of drives and WSL shares. */
  normalized(place: string): string {
    if (this.#path.sep === '/') return isNormal(place) ? place : this.#path.normalize(place);
    const short = place.replace(/^[\\/]{2}\?[\\/](?:UNC(?=[\\/])([\\/])|(?=[a-z]:))/i, (_, share?: string) =>
      share === undefined ? '' : '\\\\',
    );
    return this.#path
      .normalize(short)
      .replace(/^[a-z]:/, letter => letter.toUpperCase())
      .replace(/^\\\\wsl\$(?=\\)/i, '\\\\wsl.localhost');
  }
}

/** Whether a path of a system with `/` needs no second look: most do not, and to build each anew takes long. */
function isNormal(place: string): boolean {
  return place.startsWith('/') && !place.includes('//') && !place.includes('/.');
}
