import { dirname, join } from 'node:path/posix';
import type { Tree } from '../../../check.ts';
import type { JavaScriptFacts, PathsFacts } from '../facts.ts';

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
  readonly #paths = new Map<string, readonly PathsAt[]>();

  constructor(tree: Tree<JavaScriptFacts>) {
    this.#tree = tree;
  }

  /** The path of a module of the repository; undefined if it is none, or if several could be meant. */
  resolve(from: string, module: string): string | undefined {
    const name = withoutQuery(module);
    const isFolder = ofFolder.test(name);
    if (/^\.{1,2}(?:\/|$)/.test(name)) return this.#file(join(dirname(from), name), isFolder);
    const targets = this.#aliased(from, name);
    const found = [...new Set(targets.flatMap(target => this.#file(target, isFolder) ?? []))];
    return found.length === 1 ? found[0] : undefined;
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

  #aliased(from: string, module: string): string[] {
    for (const { folder, facts } of this.#settings(dirname(from))) {
      const { paths = [], baseUrl = '.' } = facts;
      for (const [pattern, targets] of paths) {
        const rest = matched(pattern, module);
        if (rest === undefined) continue;
        // Of several targets the first that exists counts, which build tools see differently.
        return targets.length === 1
          ? targets.map(each =>
              join(
                folder,
                baseUrl,
                each.replace('*', () => rest),
              ),
            )
          : [];
      }
    }
    if (!module.startsWith('@/')) return [];
    // What the tools of Vue take it for.
    for (let folder = dirname(from); ; folder = dirname(folder)) {
      if (this.#tree.has(join(folder, 'package.json'))) return [join(folder, 'src', module.slice(2))];
      if (folder === '.') return [];
    }
  }

  /** The settings of a folder and those above it, the nearest first. */
  #settings(folder: string): readonly PathsAt[] {
    const known = this.#paths.get(folder);
    if (known !== undefined) return known;
    const own = ['tsconfig.json', 'jsconfig.json', 'tsconfig.app.json', 'tsconfig.base.json'].flatMap(name => {
      const facts = this.#tree.facts(join(folder, name));
      return facts?.kind === 'paths' ? [{ folder, facts }] : [];
    });
    const all = folder === '.' ? own : [...own, ...this.#settings(dirname(folder))];
    this.#paths.set(folder, all);
    return all;
  }

  #exists(path: string): boolean {
    return this.#candidates(path).length > 0;
  }

  #file(path: string, isFolder: boolean): string | undefined {
    const found = isFolder ? this.#indexes(path) : this.#candidates(path);
    return found.length === 1 ? found[0] : undefined;
  }

  /** The files that a path may stand for, unless it leads out of the repository. */
  #candidates(path: string): string[] {
    if (isOutside(path)) return [];
    const tree = this.#tree;
    if (path !== '.' && tree.has(path)) return [path];
    const extension = /\.\w+$/.exec(path)?.[0] ?? '';
    const sources = (Object.hasOwn(compiled, extension) ? (compiled[extension] ?? []) : []).map(
      each => path.slice(0, -extension.length) + each,
    );
    const direct = [...sources, ...extensions.map(each => path + each)].filter(each => tree.has(each));
    return direct.length > 0 ? direct : this.#indexes(path);
  }

  /** The modules that a folder may stand for. */
  #indexes(folder: string): string[] {
    const tree = this.#tree;
    if (isOutside(folder) || tree.has(join(folder, 'package.json'))) return [];
    return extensions.map(each => join(folder, `index${each}`)).filter(each => tree.has(each));
  }
}

/** `.`, `../..`, `./a/`: the folder and never a file beside it, such as `a.ts`. */
const ofFolder = /(?:^|\/)\.{0,2}$/;

function isOutside(path: string): boolean {
  return path.startsWith('..') || path.startsWith('/');
}

interface PathsAt {
  readonly folder: string;
  readonly facts: PathsFacts;
}

/** What a pattern with one `*` stands for in a module's name; undefined if it does not match. */
function matched(pattern: string, module: string): string | undefined {
  const [before = '', after, more] = pattern.split('*');
  if (after === undefined) return pattern === module ? '' : undefined;
  if (more !== undefined || module.length < before.length + after.length) return undefined;
  if (!module.startsWith(before) || !module.endsWith(after)) return undefined;
  return module.slice(before.length, module.length - after.length);
}

/** Whether an import is told a bundler, as by `?raw` or `?worker`: it gives what that makes of the module, not its exports. */
export function isMadeOf(module: string): boolean {
  return /[?!]/.test(module);
}

/** Without what a bundler is told: `?raw`, `!style-loader`. */
function withoutQuery(module: string): string {
  return module.replace(/\?.*$/s, '');
}
