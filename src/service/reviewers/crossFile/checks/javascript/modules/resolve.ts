import { dirname, join } from 'node:path/posix';
import type { Tree } from '../../../check.ts';
import type { JavaScriptFacts, PathsFacts } from '../facts.ts';
import { matched } from './matched.ts';
import { OwnPackages } from './ownPackages.ts';

const extensions = ['.ts', '.tsx', '.d.ts', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.vue', '.svelte', '.json'];
/** What a compiled name stands for. */
const compiled: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.d.ts'],
  '.jsx': ['.tsx'],
  '.mjs': ['.mts', '.d.mts'],
  '.cjs': ['.cts', '.d.cts'],
};

/** Resolves the modules that files of a tree import. Whatever is not certain is not resolved. */
export class Modules {
  readonly #tree: Tree<JavaScriptFacts>;
  readonly #before: Modules | undefined;
  readonly #paths = new Map<string, readonly PathsAt[]>();
  readonly #packages: OwnPackages;

  /** @param before those of the merge base: where several modules could be meant since then, it is the one that was */
  constructor(tree: Tree<JavaScriptFacts>, before?: Modules) {
    this.#tree = tree;
    this.#before = before;
    this.#packages = new OwnPackages(tree);
  }

  /** The path of a module of the repository; undefined if it is none, or if several could be meant. */
  resolve(from: string, module: string): string | undefined {
    const found = this.candidates(from, module);
    if (found.length === 1) return found[0];
    const before = this.#before?.resolve(from, module);
    return before !== undefined && this.#tree.has(before) ? before : undefined;
  }

  /** The paths of the modules that an import may mean, as far as they are of the repository. */
  candidates(from: string, module: string): string[] {
    const name = withoutQuery(module);
    const isFolder = ofFolder.test(name);
    const targets = isRelative(name) ? [join(dirname(from), name)] : this.#aliased(from, name);
    const found = targets.flatMap(target => (isFolder ? this.#indexes(target) : this.#candidates(target)));
    if (found.length > 0 || isRelative(name)) return [...new Set(found)];
    return [...new Set(this.#packages.entries(from, name).flatMap(target => this.#candidates(target)))];
  }

  /** The path in the repository that an import can only mean, without its extension where it has none; empty if it may be of a package. */
  targets(from: string, module: string): string[] {
    const name = withoutQuery(module);
    if (isRelative(name)) return [join(dirname(from), name)];
    return /^[@~]\//.test(name) ? this.#aliased(from, name) : [];
  }

  /** Whether no settings say what the name of a module stands for: what tools mostly take it for may be somewhere else here. */
  isAssumed(from: string, module: string): boolean {
    const name = withoutQuery(module);
    const isSaid = ({ facts: { paths = [] } }: PathsAt): boolean =>
      paths.some(([pattern]) => matched(pattern, name) !== undefined);
    return name.startsWith('@/') && !this.#settings(dirname(from)).some(isSaid);
  }

  /** Whether a module is of another package of the workspace. */
  isOfWorkspace(from: string, module: string): boolean {
    return this.#packages.isLinked(from, withoutQuery(module));
  }

  /** Whether a module is of a package of the workspace that has its entry elsewhere than at a path. */
  isEntryElsewhere(from: string, module: string, path: string): boolean {
    return this.#packages.isEntryElsewhere(from, withoutQuery(module), path);
  }

  /** Whether settings of the compiler near a file may give the name of a package another meaning. */
  isAliased(from: string, module: string): boolean {
    return this.#settings(dirname(from)).some(
      ({ folder, facts: { paths = [], baseUrl, isExtending } }) =>
        isExtending === true ||
        paths.some(([pattern]) => matched(pattern, module) !== undefined) ||
        (baseUrl !== undefined && this.#exists(join(folder, baseUrl, module))),
    );
  }

  /** The settings of the compiler that have another target before that of a module, which need not be here. */
  overriding(from: string, module: string, path: string): string | undefined {
    for (const { folder, file, facts } of this.#settings(dirname(from)))
      for (const [pattern, targets] of facts.paths ?? []) {
        const rest = matched(pattern, withoutQuery(module));
        if (rest === undefined) continue;
        const first = targetOf(folder, facts, targets[0] ?? '', rest);
        return this.#candidates(first).includes(path) ? undefined : file;
      }
    return undefined;
  }

  #aliased(from: string, module: string): string[] {
    for (const { folder, facts } of this.#settings(dirname(from)))
      for (const [pattern, targets] of facts.paths ?? []) {
        const rest = matched(pattern, module);
        if (rest === undefined) continue;
        // Of several targets the first that exists counts, which build tools see differently. So they do one that leads
        // each name to the same place: some go on below it.
        const [target, ...others] = targets;
        const isClear = target !== undefined && others.length === 0 && pattern.includes('*') === target.includes('*');
        return isClear ? [targetOf(folder, facts, target, rest)] : [];
      }
    // What the tools of Vue take it for.
    if (module.startsWith('@/')) return this.#below(from, 'package.json', join('src', module.slice(2)));
    // And SvelteKit, whose own settings of the compiler are made.
    const ofKit = /^\$lib(?=\/|$)/.exec(module);
    return ofKit === null ? [] : this.#below(from, 'svelte.config.js', join('src/lib', module.slice(ofKit[0].length)));
  }

  /** A path below the nearest folder with a file of settings. */
  #below(from: string, settings: string, path: string): string[] {
    for (let folder = dirname(from); ; folder = dirname(folder)) {
      if (this.#tree.has(join(folder, settings))) return [join(folder, path)];
      if (folder === '.') return [];
    }
  }

  /** The settings of a folder and those above it, the nearest first. */
  #settings(folder: string): readonly PathsAt[] {
    const known = this.#paths.get(folder);
    if (known !== undefined) return known;
    const own = ['tsconfig.json', 'jsconfig.json', 'tsconfig.app.json', 'tsconfig.base.json'].flatMap(name => {
      const file = join(folder, name);
      const facts = this.#tree.facts(file);
      return facts?.kind === 'paths' ? [{ folder, file, facts }] : [];
    });
    const all = folder === '.' ? own : [...own, ...this.#settings(dirname(folder))];
    this.#paths.set(folder, all);
    return all;
  }

  #exists(path: string): boolean {
    return this.#candidates(path).length > 0;
  }

  /**
   * The files that a path may stand for, unless it leads out of the repository.
   * @param isMain whether a manifest leads there, so that no other is followed
   */
  #candidates(path: string, isMain = false): string[] {
    if (isOutside(path)) return [];
    const tree = this.#tree;
    if (path !== '.' && tree.has(path)) return [path];
    const extension = /\.\w+$/.exec(path)?.[0] ?? '';
    const sources = (Object.hasOwn(compiled, extension) ? (compiled[extension] ?? []) : []).map(
      each => path.slice(0, -extension.length) + each,
    );
    const direct = [...sources, ...extensions.map(each => path + each)].filter(each => tree.has(each));
    return direct.length > 0 ? beforeData(direct) : this.#indexes(path, isMain);
  }

  /** The modules that a folder may stand for. */
  #indexes(folder: string, isMain = false): string[] {
    if (isOutside(folder)) return [];
    const main = isMain ? [] : this.#packages.mainOf(folder);
    if (main.length > 0) return beforeData([...new Set(main.flatMap(each => this.#candidates(each, true)))]);
    return beforeData(extensions.map(each => join(folder, `index${each}`)).filter(each => this.#tree.has(each)));
  }
}

/** Code comes before declarations, which do not run, and before data of its name. */
function beforeData(paths: readonly string[]): string[] {
  const code = paths.filter(each => !/\.(?:json|d\.[cm]?ts)$/.test(each));
  return code.length > 0 ? code : [...paths];
}

/** `.`, `../..`, `./a/`: the folder and never a file beside it, such as `a.ts`. */
const ofFolder = /(?:^|\/)\.{0,2}$/;

function isRelative(module: string): boolean {
  return /^\.{1,2}(?:\/|$)/.test(module);
}

function isOutside(path: string): boolean {
  return path.startsWith('..') || path.startsWith('/');
}

interface PathsAt {
  readonly folder: string;
  readonly file: string;
  readonly facts: PathsFacts;
}

/** A target of an alias, with what its `*` stands for. */
function targetOf(folder: string, { baseUrl = '.' }: PathsFacts, target: string, rest: string): string {
  return join(
    folder,
    baseUrl,
    target.replace('*', () => rest),
  );
}

/** Whether an import is told a bundler, as by `?raw` or `?worker`: it gives what that makes of the module, not its exports. */
export function isMadeOf(module: string): boolean {
  return /[?!]/.test(module);
}

/** Without what a bundler is told: `?raw`, `!style-loader`. */
function withoutQuery(module: string): string {
  return module.replace(/\?.*$/s, '');
}
