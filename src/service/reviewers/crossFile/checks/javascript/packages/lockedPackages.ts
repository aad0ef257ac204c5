import { join } from 'node:path/posix';
import { foldersOf } from '../../../../../../core/system/foldersOf.ts';
import type { Tree } from '../../../check.ts';
import type { JavaScriptFacts } from '../facts.ts';

const locks = ['package-lock.json', 'npm-shrinkwrap.json', 'yarn.lock', 'bun.lock'];
/** With pnpm, a package finds only what its own manifest declares. */
const pnpmLock = 'pnpm-lock.yaml';

/** The packages that lock files have, also those that only another package brings: a clean installation has them too. */
export class LockedPackages {
  readonly #tree: Tree<JavaScriptFacts>;
  readonly #known = new Map<string, ReadonlySet<string>>();

  constructor(tree: Tree<JavaScriptFacts>) {
    this.#tree = tree;
  }

  /** Whether a file finds a package that a lock file above it has. */
  has(path: string, name: string): boolean {
    return foldersOf(path).some(folder => locks.some(each => this.#installedBy(join(folder, each)).has(name)));
  }

  /** Whether a lock file above a file says what is installed there. */
  hasLock(path: string): boolean {
    return foldersOf(path).some(folder => [...locks, pnpmLock].some(each => this.#tree.has(join(folder, each))));
  }

  /** Whether pnpm installs what a file finds, which may put the packages of others beside its own. */
  isOfPnpm(path: string): boolean {
    return foldersOf(path).some(folder => this.#tree.has(join(folder, pnpmLock)));
  }

  #installedBy(lock: string): ReadonlySet<string> {
    let known = this.#known.get(lock);
    if (known === undefined) {
      const facts = this.#tree.facts(lock);
      known = new Set(facts?.kind === 'lock' ? facts.installed : []);
      this.#known.set(lock, known);
    }
    return known;
  }
}
