import { join } from 'node:path/posix';
import type { Tree } from '../../../check.ts';
import type { ExportFacts, JavaScriptFacts, ScriptFacts } from '../facts.ts';
import { foldersOf } from '../../../../../../core/system/foldersOf.ts';
import { Modules } from './resolve.ts';

/** An export with the file that declares it. */
export interface ExportOrigin {
  readonly path: string;
  readonly facts: ExportFacts;
}

/** The names that a module exports. */
export interface ModuleExports {
  readonly names: ReadonlyMap<string, ExportOrigin>;
  /** Whether there may be more. */
  readonly isOpen: boolean;
}

const unknown: ModuleExports = { names: new Map(), isOpen: true };

/** What the files of a tree export, those of `export *` included. */
export class Exports {
  readonly modules: Modules;
  readonly #tree: Tree<JavaScriptFacts>;
  readonly #known = new Map<string, ModuleExports>();

  /** @param before those of the merge base, for imports that may mean several modules since then */
  constructor(tree: Tree<JavaScriptFacts>, before?: Exports) {
    this.#tree = tree;
    this.modules = new Modules(tree, before?.modules);
  }

  /** The facts of a script; undefined if it is none. */
  script(path: string): ScriptFacts | undefined {
    const facts = this.#tree.facts(path);
    return facts?.kind === 'script' ? facts : undefined;
  }

  /** The nearest manifest above a file that asks for a package. */
  manifestWith(path: string, isAsked: (name: string) => boolean): string | undefined {
    return foldersOf(path)
      .map(folder => join(folder, 'package.json'))
      .find(manifest => {
        const facts = this.#tree.facts(manifest);
        return facts?.kind === 'manifest' && facts.packages.some(([name]) => isAsked(name));
      });
  }

  of(path: string): ModuleExports {
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    // Modules may export each other's names.
    this.#known.set(path, unknown);
    const found = this.#read(path);
    this.#known.set(path, found);
    return found;
  }

  #read(path: string): ModuleExports {
    const script = this.script(path);
    if (script === undefined) return unknown;
    const names = new Map<string, ExportOrigin>();
    let isOpen = script.isOpen === true;
    for (const star of script.stars ?? []) {
      const target = this.modules.resolve(path, star);
      const { names: more, isOpen: isMore } = target === undefined ? unknown : this.of(target);
      isOpen ||= isMore;
      for (const [name, origin] of more) if (name !== 'default') names.set(name, origin);
    }
    for (const facts of script.exports ?? []) names.set(facts.name, { path, facts });
    return { names, isOpen };
  }

  /** Follows re-exports to the file that declares a name. */
  origin(path: string, name: string): ExportOrigin | undefined {
    return this.handedOn(path, name).at(-1);
  }

  /** The modules that hand a name on, from the one that is asked to the one that declares it. */
  handedOn(path: string, name: string): readonly ExportOrigin[] {
    const steps: ExportOrigin[] = [];
    let [at, asked] = [path, name];
    while (steps.length < 20) {
      const found = this.of(at).names.get(asked);
      if (found === undefined) return steps;
      const isOwn = found.path === at;
      steps.push(isOwn ? found : { path: at, facts: { name: asked, at: [1, 1, 1] } });
      const target = isOwn ? this.#target(found) : this.#star(at, asked, found);
      if (target === undefined) return steps;
      [at, asked] = target;
    }
    return [];
  }

  /** The module that an export is taken from, and its name there. */
  #target({ path, facts: { from } }: ExportOrigin): readonly [path: string, name: string] | undefined {
    const target = from && this.modules.resolve(path, from[0]);
    return target === undefined ? undefined : [target, from?.[1] ?? ''];
  }

  /** The module whose exports a module exports all, by which it has one that another declares. */
  #star(path: string, name: string, origin: ExportOrigin): readonly [path: string, name: string] | undefined {
    const targets = (this.script(path)?.stars ?? []).map(star => this.modules.resolve(path, star));
    const target = targets.find(each => each !== undefined && this.of(each).names.get(name)?.facts === origin.facts);
    return target === undefined ? undefined : [target, name];
  }
}
