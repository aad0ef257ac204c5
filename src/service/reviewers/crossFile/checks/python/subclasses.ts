import type { ClassFacts, Import, Reference } from './facts.ts';
import type { Modules } from './modules.ts';

/** The classes of a tree by the names of their bases, worked out on first use. */
export class Subclasses {
  readonly #modules: Modules;
  #byBase: ReadonlyMap<string, readonly ClassFacts[]> | undefined;

  constructor(modules: Modules) {
    this.#modules = modules;
  }

  /** Classes that name a class as a base, or one of these; whichever class of the name they mean. */
  of(name: string): readonly ClassFacts[] {
    this.#byBase ??= classesByBase(this.#modules);
    const below = new Set<ClassFacts>();
    const names = [name];
    for (let next = names.pop(); next !== undefined; next = names.pop())
      for (const each of this.#byBase.get(next) ?? []) {
        if (!below.has(each)) names.push(each.name);
        below.add(each);
      }
    return [...below];
  }
}

function classesByBase({ tree }: Modules): Map<string, ClassFacts[]> {
  const classes = new Map<string, ClassFacts[]>();
  for (const file of tree.paths) {
    const { definitions = [], references = [], imports = [] } = tree.facts(file) ?? {};
    for (const definition of definitions) {
      if (definition.kind !== 'class') continue;
      for (const index of definition.bases ?? []) {
        const base = references[index];
        const name = base && definedName(base, imports);
        if (name === undefined) continue;
        const known = classes.get(name);
        if (known === undefined) classes.set(name, [definition]);
        else known.push(definition);
      }
    }
  }
  return classes;
}

/** The name of a base class where it is defined. */
function definedName({ import: index, path }: Reference, imports: readonly Import[]): string | undefined {
  return path === '' ? imports[index ?? -1]?.name : path.split('.').at(-1);
}
