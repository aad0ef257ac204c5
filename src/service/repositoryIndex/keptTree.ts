import { foldersOf } from '../../core/system/foldersOf.ts';
import type { FactsKind, FactStore, IndexedFile } from './factStore.ts';
import type { TreeFiles } from './treeFiles.ts';

/** A language whose facts are kept. */
interface KeptLanguage extends FactsKind {
  reads(path: string): boolean;
}

/** The facts of one language about the files of a tree, parsed on first use. */
class KeptTree {
  /** Paths that have facts, sorted. */
  readonly paths: readonly string[];
  readonly #blobs: ReadonlyMap<string, string>;
  readonly #links: ReadonlySet<string>;
  readonly #json = new Map<string, string>();
  readonly #parsed: Map<string, unknown>;

  /** @param parsed facts by path and blob, shared between trees */
  constructor(
    blobs: ReadonlyMap<string, string>,
    links: ReadonlySet<string>,
    store: FactStore,
    language: KeptLanguage,
    parsed: Map<string, unknown>,
  ) {
    this.#blobs = blobs;
    this.#links = links;
    this.#parsed = parsed;
    for (const file of blobs) {
      const json = language.reads(file[0]) ? store.get(file, language) : undefined;
      if (typeof json === 'string') this.#json.set(file[0], json);
    }
    this.paths = [...this.#json.keys()].sort();
  }

  has(path: string): boolean {
    return this.#blobs.has(path);
  }

  isBehindLink(path: string): boolean {
    return this.#links.size > 0 && [path, ...foldersOf(path)].some(each => this.#links.has(each));
  }

  facts(path: string): unknown {
    const json = this.#json.get(path);
    if (json === undefined) return undefined;
    const key = `${this.#blobs.get(path) ?? ''} ${path}`;
    const parsed = this.#parsed.get(key) ?? (JSON.parse(json) as unknown);
    this.#parsed.set(key, parsed);
    return parsed;
  }
}

/** The facts of one language before and after a change. */
export function keptTrees(
  { head, links, changes }: TreeFiles,
  store: FactStore,
  language: KeptLanguage,
): { readonly base: KeptTree; readonly head: KeptTree } {
  const parsed = new Map<string, unknown>();
  const linked = new Set(links);
  const before = new Map<string, string>(head);
  for (const { path, base } of changes) {
    if (base === undefined) before.delete(path);
    else before.set(path, base);
  }
  return {
    base: new KeptTree(before, linked, store, language, parsed),
    head: new KeptTree(new Map(head), linked, store, language, parsed),
  };
}

/** The files of both trees. */
export function filesOf({ head, changes }: TreeFiles): IndexedFile[] {
  return [...head, ...changes.flatMap(({ path, base }) => (base === undefined ? [] : [[path, base] as const]))];
}
