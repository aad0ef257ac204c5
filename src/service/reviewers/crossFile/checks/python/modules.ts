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

/** A module that an absolute import may mean, and the folder that Python would have to search. */
interface Candidate {
  readonly root: string;
  readonly module: Module | 'unknown';
}

/** Files that make a folder one that Python is started in. */
const projectFiles = ['pyproject.toml', 'setup.py', 'setup.cfg', 'manage.py', 'requirements.txt'];
/** Code of modules that are compiled, and declarations that stand for any. */
const otherEndings = ['.pyi', '.pyx', '.so', '.pyd'];
const compiled = ['.pyx', '.pxd', '.so', '.pyd', '.c', '.cc', '.cpp', '.rs'];
/** Files that tell how to compile modules. */
const buildFiles = ['Cargo.toml', 'CMakeLists.txt', 'meson.build', 'rust/Cargo.toml', 'src/lib.rs'];
/** What no module has: if it may, it may have any name. */
const noName = '-';
/** How many modules one name is followed through. */
const longestTrail = 6;

/** The Python modules of a tree. */
export class Modules {
  readonly tree: Tree<PythonFacts>;
  readonly #before: Modules | undefined;
  readonly #folders = new Set<string>();
  /** Folders in which there is a module or package of a name. */
  readonly #parents = new Map<string, Set<string>>();
  readonly #resolved = new Map<string, Module | 'none' | 'unknown'>();
  readonly #candidates = new Map<string, readonly Candidate[]>();
  readonly #at = new Map<string, Module | 'none' | 'unknown'>();
  readonly #definitions = new Map<string, ReadonlyMap<string, Definition>>();

  /** @param before those of the merge base: what an import meant there it means still, whatever comes beside it */
  constructor(tree: Tree<PythonFacts>, before?: Modules) {
    this.tree = tree;
    this.#before = before;
    for (const file of tree.paths.filter(each => each.endsWith('.py'))) {
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
    const isOld = this.#before?.tree.has(from) === true;
    const key = `${folder} ${name} ${isOld}`;
    const known = this.#resolved.get(key);
    if (known !== undefined) return known;
    const found = this.#resolve(folder, name);
    const result = isOld ? this.#asBefore(this.#before.resolve(from, name), name, found) : found;
    this.#resolved.set(key, result);
    return result;
  }

  /** What an import means that named a module at the base, though others of the name may have come since. */
  #asBefore(
    before: Module | 'none' | 'unknown' | undefined,
    name: string,
    found: Module | 'none' | 'unknown',
  ): Module | 'none' | 'unknown' {
    if (typeof before !== 'object') return found;
    const { file, folder } = before;
    const isLeft = file === undefined ? this.#folders.has(folder ?? '') : this.tree.has(file);
    if (found === 'unknown' && isLeft) return before;
    if (name.startsWith('.')) return found;
    const parts = name.split('.');
    const ofModule = folder ?? file?.replace(/\.py$/, '') ?? '';
    const root = parts.reduce(each => path.dirname(each), ofModule);
    // Python looks no further than the first package of the name.
    return this.#packageAt(below(root, parts[0] ?? '')) === undefined ? found : this.#within(root, parts);
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
    const candidates = this.#candidatesOf(name, parts);
    const [only] = candidates;
    if (only === undefined) return 'none';
    return candidates.length === 1 && this.#isSearched(only.root, folder, parts.length) ? only.module : 'unknown';
  }

  /**
   * The modules that an import may name: several where `resolve` cannot tell which, none where it may name what is
   * installed.
   */
  candidates(from: string, name: string): readonly (Module | 'unknown')[] {
    if (name.startsWith('.')) {
      const module = this.resolve(from, name);
      return module === 'none' ? [] : [module];
    }
    const parts = name.split('.');
    const candidates = this.#candidatesOf(name, parts);
    const isOwn = candidates.some(({ root }) => this.#isSearched(root, path.dirname(from), parts.length));
    return isOwn ? candidates.map(({ module }) => module) : [];
  }

  #candidatesOf(name: string, parts: readonly string[]): readonly Candidate[] {
    let candidates = this.#candidates.get(name);
    if (candidates === undefined) {
      const roots = [...(this.#parents.get(parts[0] ?? '') ?? [])];
      candidates = roots.flatMap(root => {
        const module = this.#within(root, parts);
        return module === 'none' ? [] : [{ root, module }];
      });
      this.#candidates.set(name, candidates);
    }
    return candidates;
  }

  /** Whether code in a folder is likely to find what is in another by absolute imports. */
  #isSearched(root: string, folder: string, parts: number): boolean {
    if (root === '.') return true;
    if (this.#isOfOtherProject(root, folder)) return false;
    // A script finds its neighbours; a module of a package does not.
    if (root === folder && !this.tree.has(`${folder}/__init__.py`)) return true;
    // A package is imported by its own name, whatever builds it.
    if (this.tree.has(`${root}/__init__.py`)) return false;
    return parts > 1 || path.basename(root) === 'src' || projectFiles.some(file => this.tree.has(`${root}/${file}`));
  }

  /** Whether a root is in a project beside that of a folder, which has to be installed there, in whichever version. */
  #isOfOtherProject(root: string, folder: string): boolean {
    const [project, other] = [this.#projectOf(folder), this.#projectOf(root)];
    return project !== '.' && other !== '.' && !isWithin(other, project) && !isWithin(project, other);
  }

  /** The innermost folder above or at another that Python is started in; `.` if there is none. */
  #projectOf(folder: string): string {
    while (folder !== '.' && !projectFiles.some(file => this.tree.has(`${folder}/${file}`)))
      folder = path.dirname(folder);
    return folder;
  }

  #within(root: string, parts: readonly string[]): Module | 'none' | 'unknown' {
    if (parts.length === 0) return this.#packageAt(root) ?? { folder: root };
    const target = below(root, parts.join('/'));
    let known = this.#at.get(target);
    if (known === undefined) {
      known = this.#moduleAt(target);
      this.#at.set(target, known);
    }
    return known;
  }

  #moduleAt(target: string): Module | 'none' | 'unknown' {
    if (otherEndings.some(ending => this.tree.has(target + ending))) return 'unknown';
    const module = this.#packageAt(target);
    const file = `${target}.py`;
    // Python takes the package, if there are both.
    if (this.tree.has(file)) return module ?? { file };
    return module ?? (this.#folders.has(target) ? { folder: target } : 'none');
  }

  #packageAt(folder: string): Module | undefined {
    const file = below(folder, '__init__.py');
    return this.tree.has(file) ? { file, folder } : undefined;
  }

  /** The module that is here under the name that another tree has a module under. */
  counterpartOf({ file, folder = file?.replace(/\.py$/, '') }: Module): Module | 'none' | 'unknown' {
    return folder === undefined || folder === '.' ? 'none' : this.#within('.', folder.split('/'));
  }

  /** Whether only a stub is left of a module, and nothing that is compiled takes its place: then it cannot be loaded. */
  isOnlyDeclared(file: string): boolean {
    const name = file.replace(/(?:\/__init__)?\.py$/, '');
    if (!this.tree.has(`${name}.pyi`) || this.#packageAt(name) !== undefined) return false;
    if (this.tree.has(`${name}.py`) || compiled.some(ending => this.tree.has(name + ending))) return false;
    let folder = path.dirname(file);
    while (!buildFiles.some(each => this.tree.has(below(folder, each)))) {
      if (folder === '.') return true;
      folder = path.dirname(folder);
    }
    return false;
  }

  /** The module of a file. */
  of(file: string): Module {
    return path.basename(file) === '__init__.py' ? { file, folder: path.dirname(file) } : { file };
  }

  /** The innermost folder above a path that has Python files: of a removed file, the folder that is left. */
  folderLeftOf(file: string): string {
    let folder = path.dirname(file);
    while (folder !== '.' && !this.#folders.has(folder)) folder = path.dirname(folder);
    return folder;
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
    let isUnknown = false;
    for (const star of facts.stars ?? []) {
      const from = this.resolve(file, star);
      const found = typeof from === 'object' ? this.find(from, name, trail + 1) : 'unknown';
      if (typeof found === 'object') return found;
      isUnknown ||= found === 'unknown';
    }
    return isUnknown ? 'unknown' : 'none';
  }

  /** What gives a module names that it does not list, as what a change does that brings it. */
  opening(module: Module): string | undefined {
    const { file } = module;
    if (file === undefined) return undefined;
    const name = file.replace(/\.py$/, '');
    const beside = compiled.find(ending => ending !== '.pxd' && this.tree.has(name + ending));
    if (beside !== undefined) return `adds \`${name}${beside}\``;
    if (this.tree.facts(file) === undefined) return `makes \`${file}\` what cannot be read`;
    return this.find(module, noName) === 'unknown' ? `gives \`${file}\` names that cannot be listed` : undefined;
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

function isWithin(inner: string, outer: string): boolean {
  return `${inner}/`.startsWith(`${outer}/`);
}

/** A path in a folder; `.` is the top. */
export function below(folder: string, name: string): string {
  return folder === '.' ? name : `${folder}/${name}`;
}
