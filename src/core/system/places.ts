/** As much of `node:path` as places need; passed in, so that each system's rules can be tried on any. */
export interface PathModule {
  readonly sep: string;
  normalize(place: string): string;
  join(...parts: string[]): string;
  relative(from: string, to: string): string;
  isAbsolute(place: string): boolean;
}

/** A folder as the editor spells it, and what it is. */
export interface Anchor {
  readonly spelling: string;
  readonly identity: string;
}

/**
 * Files and folders have one identity and may have many spellings: through links, junctions, `subst` and mapped drives,
 * in other letter case or another form of Unicode. The real path is the identity: places are compared and kept by it.
 * The editor's spelling is what its URIs are made of.
 */
export class Places {
  readonly #path: PathModule;
  readonly #realpath: (place: string) => Promise<string>;

  /** @param realpath follows every link and gives names as the disk has them; rejects for what is not there */
  constructor(path: PathModule, realpath: (place: string) => Promise<string>) {
    this.#path = path;
    this.#realpath = realpath;
  }

  /** The real path of what is there; undefined for what is not. */
  async identityOf(place: string): Promise<string | undefined> {
    try {
      return this.#normalized(await this.#realpath(place));
    } catch {
      return undefined;
    }
  }

  /** The path from a folder to what is in it, with `/`; empty for the folder itself, undefined for what is elsewhere. */
  within(folder: string, place: string): string | undefined {
    const { sep } = this.#path;
    const inner = this.#path.relative(this.#normalized(folder), this.#normalized(place));
    if (inner === '..' || inner.startsWith(`..${sep}`) || this.#path.isAbsolute(inner)) return undefined;
    return inner.replaceAll(sep, '/');
  }

  /** How the editor spells a place: below the nearest of the folders that hold it, the first of equal ones. */
  spelled(identity: string, anchors: readonly Anchor[]): string {
    let nearest: { readonly spelling: string; readonly inner: string } | undefined;
    for (const anchor of anchors) {
      const inner = this.within(anchor.identity, identity);
      if (inner !== undefined && (nearest === undefined || inner.length < nearest.inner.length))
        nearest = { spelling: anchor.spelling, inner };
    }
    return nearest === undefined ? identity : this.#path.join(nearest.spelling, nearest.inner);
  }

  /**
   * The spelling of a repository's top folder that a folder in it was opened by.
   * @param root identity of the top folder
   * @returns the folder itself where it is behind a link that leads below the top folder
   */
  async anchorOf(folder: string, root: string): Promise<Anchor | undefined> {
    const identity = await this.identityOf(folder);
    const inner = identity === undefined ? undefined : this.within(root, identity);
    if (identity === undefined || inner === undefined) return undefined;
    const spelling = this.#path.join(folder, ...inner.split('/').map(name => (name === '' ? '.' : '..')));
    return (await this.identityOf(spelling)) === root ? { spelling, identity: root } : { spelling: folder, identity };
  }

  /** One spelling of names that Windows has several for: long paths, drive letters and the shares of WSL. */
  #normalized(place: string): string {
    if (this.#path.sep === '/') return this.#path.normalize(place);
    const short = place.replace(/^[\\/]{2}\?[\\/](?:UNC(?=[\\/])([\\/])|(?=[a-z]:))/i, (_, share?: string) =>
      share === undefined ? '' : '\\\\',
    );
    return this.#path
      .normalize(short)
      .replace(/^[a-z]:/, letter => letter.toUpperCase())
      .replace(/^\\\\wsl\$(?=\\)/i, '\\\\wsl.localhost');
  }
}
