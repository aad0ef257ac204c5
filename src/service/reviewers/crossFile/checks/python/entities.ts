import type { ClassFacts, FunctionFacts, Import, Reference } from './facts.ts';
import type { Found, Module, Modules } from './modules.ts';
import { Subclasses } from './subclasses.ts';

/** What a reference stands for. */
export type Entity =
  | { readonly kind: 'module'; readonly module: Module }
  | { readonly kind: 'class'; readonly file: string; readonly facts: ClassFacts }
  | { readonly kind: 'instance'; readonly file: string; readonly facts: ClassFacts }
  /** `super` in a method of the class. */
  | { readonly kind: 'super'; readonly file: string; readonly facts: ClassFacts }
  | {
      readonly kind: 'function';
      readonly file: string;
      readonly facts: FunctionFacts;
      /** Set if the first parameter is given by the call. */
      readonly isBound: boolean;
      /** The class that it was looked up in. */
      readonly owner?: ClassFacts;
      /** The class that has it. */
      readonly definedIn?: ClassFacts;
    };

/** A name that a module does not have, or does not list where it may have more. */
export interface Missing {
  readonly kind: 'missing';
  readonly module: Module;
  readonly name: string;
  /** Set if the module may have it all the same. */
  readonly isUnsure?: true;
}

/** How many imports, bases and attributes one reference is followed through. */
const longestTrail = 12;

/** Classes of Python itself that give no names that code calls. */
const bare = /^(?:object|abc\.ABC|typing\.(?:Generic|Protocol))$/;

/** Finds out what the references of a tree stand for. */
export class Entities {
  readonly modules: Modules;
  readonly subclasses: Subclasses;

  constructor(modules: Modules) {
    this.modules = modules;
    this.subclasses = new Subclasses(modules);
  }

  /** What an import statement gives; undefined if that cannot be told. */
  imported(file: string, { module: name, name: member }: Import, trail = 0): Entity | Missing | undefined {
    const module = this.modules.resolve(file, name);
    if (module === 'none' || module === 'unknown') return undefined;
    if (member === undefined) return { kind: 'module', module };
    return module.file === file ? this.#submodule(module, member) : this.#member(module, member, trail);
  }

  /** What a package imports from itself: a module, whatever else it calls by that name. */
  #submodule({ folder }: Module, name: string): Entity | undefined {
    const found = folder === undefined ? 'none' : this.modules.find({ folder }, name);
    return typeof found === 'object' && found.kind === 'module' ? found : undefined;
  }

  /** What a reference stands for; undefined if that cannot be told. */
  of(file: string, { import: index, path }: Reference, trail = 0): Entity | Missing | undefined {
    if (trail > longestTrail) return undefined;
    const segments = path.match(/\(\)|\.?[^.()]+/g) ?? [];
    let entity: Entity | Missing | undefined;
    if (index === undefined) {
      const found = this.modules.find(this.modules.of(file), segments.shift() ?? '');
      entity = found === 'none' ? undefined : this.#found(found, trail);
    } else {
      const bound = this.modules.tree.facts(file)?.imports[index];
      entity = bound && this.imported(file, bound, trail);
    }
    for (const segment of segments) {
      if (entity === undefined || entity.kind === 'missing') return entity;
      entity = this.#step(entity, segment, trail);
    }
    return entity;
  }

  #step(entity: Entity, segment: string, trail: number): Entity | Missing | undefined {
    if (segment === '()') {
      if (entity.kind === 'super') return entity;
      return entity.kind === 'class' ? { ...entity, kind: 'instance' } : undefined;
    }
    const name = segment.slice(1);
    switch (entity.kind) {
      case 'module':
        return this.#member(entity.module, name, trail);
      case 'super':
        return this.#inherited(entity, name, trail);
      case 'class':
      case 'instance': {
        if (name === 'super') return { ...entity, kind: 'super' };
        const found = this.methodOf(entity.file, entity.facts, name, trail);
        if (found === undefined) return this.#attribute(entity, name, trail);
        const isBound =
          found.facts.method !== 'static' && (entity.kind === 'instance' || found.facts.method === 'class');
        return { kind: 'function', ...found, isBound, owner: entity.facts };
      }
      case 'function':
        return undefined;
    }
  }

  /** A method of the only base. */
  #inherited({ file, facts }: Entity & { kind: 'super' }, name: string, trail: number): Entity | undefined {
    const bases = this.basesOf(file, facts, trail);
    const [base] = bases ?? [];
    // A class below with several bases may put another class in between.
    const isSure = bases?.length === 1 && this.subclasses.of(facts.name).every(each => each.bases?.length === 1);
    if (!isSure || base === undefined || !('file' in base)) return undefined;
    const found = this.methodOf(base.file, base.facts, name, trail + 1);
    return found && { kind: 'function', ...found, isBound: found.facts.method !== 'static' };
  }

  #attribute(entity: Entity & { kind: 'class' | 'instance' }, name: string, trail: number): Entity | undefined {
    const type = entity.facts.attributes?.find(each => each.name === name)?.type;
    const reference = type === undefined ? undefined : this.modules.tree.facts(entity.file)?.references[type];
    const found = reference && this.of(entity.file, reference, trail + 1);
    return found?.kind === 'instance' ? found : undefined;
  }

  #member(module: Module, name: string, trail: number): Entity | Missing | undefined {
    const found = this.modules.find(module, name);
    if (found === 'none') return { kind: 'missing', module, name };
    return found === 'unknown' ? { kind: 'missing', module, name, isUnsure: true } : this.#found(found, trail);
  }

  #found(found: Exclude<Found, 'none'>, trail: number): Entity | undefined {
    if (found === 'unknown' || trail > longestTrail) return undefined;
    if (found.kind === 'module') return found;
    const { file, definition } = found;
    switch (definition.kind) {
      case 'function':
        return { kind: 'function', file, facts: definition, isBound: false };
      case 'class':
        return { kind: 'class', file, facts: definition };
      case 'import':
      case 'value': {
        const facts = this.modules.tree.facts(file);
        const next =
          definition.kind === 'import' ? facts?.imports[definition.import] : facts?.references[definition.type ?? -1];
        if (next === undefined) return undefined;
        const entity = 'module' in next ? this.imported(file, next, trail + 1) : this.of(file, next, trail + 1);
        if (entity === undefined || entity.kind === 'missing') return undefined;
        return definition.kind === 'import' || entity.kind === 'instance' ? entity : undefined;
      }
    }
  }

  /** The bases of a class; undefined if one is unknown. `file` is absent for classes of Python itself. */
  basesOf(
    file: string,
    { bases }: ClassFacts,
    trail: number,
  ): ({ name: string } | (Entity & { kind: 'class' }))[] | undefined {
    const facts = this.modules.tree.facts(file);
    if (bases === undefined || facts === undefined) return undefined;
    const found = bases.map(index => {
      const reference = facts.references[index];
      if (reference === undefined) return undefined;
      if (reference.import === undefined && !this.modules.definitions(file)?.has(reference.path.replace(/\..*/, '')))
        return { name: reference.path };
      const entity = this.of(file, reference, trail + 1);
      return entity?.kind === 'class' ? entity : undefined;
    });
    return found.every(each => each !== undefined) ? found : undefined;
  }

  /** Whether neither a class nor what is known of what it inherits from has a name. */
  lacks(file: string, facts: ClassFacts, name: string, trail = 0): boolean {
    const { methods, others = [] } = facts;
    if (methods.some(each => each.name === name) || others.includes(name)) return false;
    const bases = trail > longestTrail ? [] : (this.basesOf(file, facts, trail) ?? []);
    return bases.every(base => !('file' in base) || this.lacks(base.file, base.facts, name, trail + 1));
  }

  /**
   * Whether a class or what it inherits from may have more names than are known.
   * @param isKnown whether a class of Python gives none that matter, by its dotted name
   */
  mayHaveMore(file: string, facts: ClassFacts, isKnown: (base: string) => boolean = () => false, trail = 0): boolean {
    const { isOpen = false, isBuiltSpecially = false } = facts;
    if (trail > longestTrail || isOpen || isBuiltSpecially) return true;
    const isMore = (base: NonNullable<ReturnType<Entities['basesOf']>>[number]): boolean =>
      'file' in base
        ? this.mayHaveMore(base.file, base.facts, isKnown, trail + 1)
        : !bare.test(base.name) && !isKnown(base.name);
    return this.basesOf(file, facts, trail)?.some(isMore) !== false;
  }

  /** The method that a class has or inherits; undefined if that cannot be told. */
  methodOf(
    file: string,
    facts: ClassFacts,
    name: string,
    trail = 0,
  ): { file: string; facts: FunctionFacts; definedIn: ClassFacts } | undefined {
    const own = facts.methods.find(each => each.name === name);
    if (own !== undefined) return { file, facts: own, definedIn: facts };
    if (trail > longestTrail || facts.others?.includes(name) === true) return undefined;
    const bases = this.basesOf(file, facts, trail);
    const [base] = bases ?? [];
    // With several bases the order in which Python looks is not worked out.
    if (bases?.length !== 1 || base === undefined || !('file' in base)) return undefined;
    return this.methodOf(base.file, base.facts, name, trail + 1);
  }
}
