import path from 'node:path/posix';
import type { Tree } from '../../check.ts';
import type { Definition, PythonFacts } from './facts.ts';

/** A module of the repository: a file, or a folder without `__init__.py`. */
export interface Module {
  /** Path of its file; absent for a folder without one. */
  readonly file?: string;
  /** Folder of its submodules; absent if it is no package. */
  readonly folder?: string;
}

/** What a name of a module is. `unknown` if it cannot be told. */
export type Found =
  | { readonly kind: 'definition'; readonly file: string; readonly definition: Definition }
  | { readonly kind: 'module'; readonly module: Module }
  | 'none'
  | 'unknown';

/** Files that make a folder one that Python is started in. */
const projectFiles = ['pyproject.toml', 'setup.py', 'setup.cfg', 'manage.py', 'requirements.txt'];
/** Code of modules that are compiled, and declarations that stand for any. */
const otherEndings = ['.pyi', '.pyx', '.so', '.pyd'];
/** How many modules one name is followed through. */
const longestTrail = 6;

/** The Python modules of a tree. */
export class Modules {
  readonly tree: Tree<PythonFacts>;
  readonly #folders = new Set<string>();
  /** Folders in which there is a module or package of a name. */
  readonly #parents = new Map<string, Set<string>>();
  readonly #resolved = new Map<string, Module | 'none' | 'unknown'>();
  readonly #definitions = new Map<string, ReadonlyMap<string, Definition>>();

  constructor(tree: Tree<PythonFacts>) {
    this.tree = tree;
    for (const file of tree.paths) {
      this.#add(path.dirname(file), path.basename(file, '.py'));
      for (
        let folder = path.dirname(file);
        folder !== '.' && !this.#folders.has(folder);
        folder = path.dirname(folder)
      ) {
        this.#folders.add(folder);
        this.#add(path.dirname(folder), path.basename(folder));
      }
    }
  }

  #add(folder: string, name: string): void {
    const known = this.#parents.get(name);
    if (known === undefined) this.#parents.set(name, new Set([folder]));
    else known.add(folder);
  }

  /** The module that an import names. @param name as it is written, with leading dots */
  resolve(from: string, name: string): Module | 'none' | 'unknown' {
    const folder = path.dirname(from);
    const key = `${folder} ${name}`;
    const known = this.#resolved.get(key);
    if (known !== undefined) return known;
    const result = this.#resolve(folder, name);
    this.#resolved.set(key, result);
    return result;
  }

  #resolve(folder: string, name: string): Module | 'none' | 'unknown' {
    const dots = name.search(/[^.]|$/);
    const parts = name.slice(dots).split('.').filter(Boolean);
    if (dots > 0) {
      let base = folder;
      for (let level = 1; level < dots; level += 1) {
        if (base === '.') return 'unknown';
        base = path.dirname(base);
      }
      return this.#within(base, parts);
    }
    const [first = ''] = parts;
    const found = [...(this.#parents.get(first) ?? [])]
      .map(root => ({ root, module: this.#within(root, parts) }))
      .filter(({ module }) => module !== 'none');
    const [only] = found;
    if (only === undefined) return 'none';
    return found.length === 1 && this.#isSearched(only.root, folder, parts.length) ? only.module : 'unknown';
  }

  /** Whether code in a folder is likely to find what is in another by absolute imports. */
  #isSearched(root: string, folder: string, parts: number): boolean {
    if (root === '.') return true;
    // A script finds its neighbours; a module of a package does not.
    if (root === folder && !this.tree.has(`${folder}/__init__.py`)) return true;
    if (path.basename(root) === 'src' || projectFiles.some(file => this.tree.has(`${root}/${file}`))) return true;
    return parts > 1 && !this.tree.has(`${root}/__init__.py`);
  }

  #within(root: string, parts: readonly string[]): Module | 'none' | 'unknown' {
    const target = path.join(root, ...parts);
    const file = `${target}.py`;
    const init = path.join(target, '__init__.py');
    const isFile = parts.length > 0 && this.tree.has(file);
    const isPackage = this.tree.has(init);
    if (otherEndings.some(ending => this.tree.has(target + ending))) return 'unknown';
    if (isFile) return isPackage ? 'unknown' : { file };
    if (isPackage) return { file: init, folder: target };
    return this.#folders.has(target) || parts.length === 0 ? { folder: target } : 'none';
  }

  /** The module of a file. */
  of(file: string): Module {
    return path.basename(file) === '__init__.py' ? { file, folder: path.dirname(file) } : { file };
  }

  /** What a name of a module is. */
  find(module: Module, name: string, trail = 0): Found {
    if (trail > longestTrail) return 'unknown';
    const { file, folder } = module;
    const facts = file === undefined ? undefined : this.tree.facts(file);
    if (file !== undefined) {
      const definition = this.definitions(file)?.get(name);
      if (definition !== undefined) return { kind: 'definition', file, definition };
    }
    const submodule = folder === undefined ? 'none' : this.#within(folder, [name]);
    if (submodule === 'unknown') return 'unknown';
    if (submodule !== 'none') return { kind: 'module', module: submodule };
    if (file === undefined) return 'none';
    if (facts === undefined || facts.isOpen === true || /^__\w+__$/.test(name)) return 'unknown';
    for (const star of facts.stars ?? []) {
      const from = this.resolve(file, star);
      if (from === 'none' || from === 'unknown') return 'unknown';
      const found = this.find(from, name, trail + 1);
      if (found !== 'none') return found;
    }
    return 'none';
  }

  /** The top-level names of a file, undefined if it cannot be read. */
  definitions(file: string): ReadonlyMap<string, Definition> | undefined {
    const known = this.#definitions.get(file);
    if (known !== undefined) return known;
    const facts = this.tree.facts(file);
    if (facts === undefined) return undefined;
    const definitions = new Map(facts.definitions.map(each => [each.name, each]));
    this.#definitions.set(file, definitions);
    return definitions;
  }
}
