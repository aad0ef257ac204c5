import { dirname, join } from 'node:path/posix';
import { lazy } from '../../../../../../core/base/lazy.ts';
import { matchesGlob } from '../../../../../../core/system/glob.ts';
import type { Tree } from '../../../check.ts';
import { isInRange } from '../../config/dependencies/versionRange.ts';
import type { JavaScriptFacts, ManifestFacts } from '../facts.ts';
import { foldersOf } from '../../../../../../core/system/foldersOf.ts';
import { matched } from './matched.ts';

interface OwnPackage {
  readonly folder: string;
  readonly facts: ManifestFacts;
}

/** The packages of a repository, and where their manifests lead. */
export class OwnPackages {
  readonly #tree: Tree<JavaScriptFacts>;
  readonly #byName = lazy(() => {
    const all = this.#tree.paths.flatMap(path => this.#at(dirname(path), path) ?? []);
    return Map.groupBy(all, ({ facts }) => facts.name);
  });

  constructor(tree: Tree<JavaScriptFacts>) {
    this.#tree = tree;
  }

  /** What the manifest of a folder says that the folder stands for, as paths; none if that is its index. */
  mainOf(folder: string): string[] {
    return (this.#at(folder)?.facts.main ?? []).map(each => join(folder, each)).filter(each => each !== folder);
  }

  /** The paths that the name of a package of the same workspace, and what follows it, may stand for. */
  entries(from: string, module: string): string[] {
    const own = this.#linked(from, module);
    if (own === undefined) return [];
    return entriesOf(own, own.rest);
  }

  /** Whether a module is of a package that the package manager links into that of a file. */
  isLinked(from: string, module: string): boolean {
    return this.#linked(from, module) !== undefined;
  }

  /**
   * Whether a module is what the manifest of such a package leads to, in another folder than that of a path. Where nothing
   * is there, a build makes it.
   */
  isEntryElsewhere(from: string, module: string, path: string): boolean {
    const { name, rest } = namedIn(module);
    return (this.#byName().get(name) ?? []).some(own => {
      const { folder, facts } = own;
      if (foldersOf(path).includes(folder) || !this.#isLinked(from, own)) return false;
      return facts.exports === undefined ? rest === '' && facts.main !== undefined : entriesOf(own, rest).length > 0;
    });
  }

  /** The package that a module is of, and what follows its name. */
  #linked(from: string, module: string): (OwnPackage & { readonly rest: string }) | undefined {
    const { name, rest } = namedIn(module);
    const [own, ...others] = this.#byName().get(name) ?? [];
    return own === undefined || others.length > 0 || !this.#isLinked(from, own) ? undefined : { ...own, rest };
  }

  /** Whether the package manager links a package into that of a file, and does not install a published version. */
  #isLinked(from: string, { folder, facts: { name = '', version } }: OwnPackage): boolean {
    const above = foldersOf(from).flatMap(each => this.#at(each) ?? []);
    const [importer] = above;
    if (importer === undefined || importer.folder === folder) return false;
    const range = above.flatMap(each => each.facts.packages).find(([each]) => each === name)?.[2];
    if (range?.startsWith('workspace:') === true) return true;
    if (range !== undefined && (version === undefined || isInRange(version, range, 'npm') !== true)) return false;
    return above.some(root => [importer.folder, folder].every(each => isMember(root, each)));
  }

  #at(folder: string, path = join(folder, 'package.json')): OwnPackage | undefined {
    const facts = this.#tree.facts(path);
    return facts?.kind === 'manifest' ? { folder, facts } : undefined;
  }
}

/** The name of a package in that of a module, and what follows it. */
function namedIn(module: string): { readonly name: string; readonly rest: string } {
  const [, name = '', rest = ''] = /^((?:@[^/]+\/)?[^/]+)\/?(.*)$/.exec(module) ?? [];
  return { name, rest };
}

/** The paths that what follows the name of a package may stand for. */
function entriesOf({ folder, facts }: OwnPackage, rest: string): string[] {
  if (facts.exports === undefined) return rest === '' ? [folder] : [join(folder, rest)];
  const asked = rest === '' ? '.' : `./${rest}`;
  return facts.exports.flatMap(([pattern, targets]) => {
    const star = matched(pattern, asked);
    return star === undefined
      ? []
      : targets.map(each =>
          join(
            folder,
            each.replace('*', () => star),
          ),
        );
  });
}

/** Whether a folder is that of a workspace or of one of its packages. */
function isMember({ folder: root, facts: { workspaces = [] } }: OwnPackage, folder: string): boolean {
  if (workspaces.length > 0 && folder === root) return true;
  return workspaces.some(each => matchesGlob(join(root, each), folder));
}
