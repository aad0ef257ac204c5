import type { Import } from './facts.ts';
import type { Module, Modules } from './modules.ts';

/** How many modules one file is followed through. */
const mostModules = 200;

/**
 * Whether Python cannot load a file: loading it imports a name that its module lacks, itself or by way of other files.
 * What such a file uses fails anyway. Imports that the code expects to fail, or has inside functions, do not count.
 */
export function failsToLoad(modules: Modules, file: string): boolean {
  const loads = new Set([file]);
  for (const each of loads) {
    for (const { module: written, name } of importsOf(modules, each)) {
      const candidates = modules.candidates(each, written);
      const lacksName = (module: Module | 'unknown'): boolean =>
        name !== undefined && module !== 'unknown' && modules.find(module, name) === 'none';
      if (candidates.length > 0 && candidates.every(lacksName)) return true;
      const module = modules.resolve(each, written);
      if (typeof module === 'object' && module.file !== undefined && loads.size < mostModules) loads.add(module.file);
    }
  }
  return false;
}

/** The imports that are run while a file is loaded. */
export function importsOf({ tree }: Modules, file: string): Import[] {
  const facts = tree.facts(file);
  return (facts?.definitions ?? []).flatMap(each => {
    const bound = each.kind === 'import' ? facts?.imports[each.import] : undefined;
    return bound === undefined || bound.isGuarded === true ? [] : [bound];
  });
}
