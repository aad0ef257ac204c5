import type { Entities } from './entities.ts';
import type { Import } from './facts.ts';

/** How many modules one file is followed through. */
const mostModules = 200;

/**
 * Whether Python cannot load a file: loading it imports a name that its module lacks, itself or by way of other files.
 * What such a file uses fails anyway. Imports that the code expects to fail, or has inside functions, do not count.
 */
export function failsToLoad(entities: Entities, file: string): boolean {
  const loads = new Set([file]);
  for (const each of loads) {
    const imports = importsOf(entities, each);
    if (imports.some(name => entities.imported(each, name)?.kind === 'missing')) return true;
    for (const { module: written } of imports) {
      const module = entities.modules.resolve(each, written);
      if (typeof module === 'object' && module.file !== undefined && loads.size < mostModules) loads.add(module.file);
    }
  }
  return false;
}

function importsOf({ modules }: Entities, file: string): Pick<Import, 'module' | 'name' | 'at'>[] {
  const facts = modules.tree.facts(file);
  return (facts?.definitions ?? []).flatMap(each => {
    const bound = each.kind === 'import' ? facts?.imports[each.import] : undefined;
    return bound === undefined || bound.isGuarded === true ? [] : [bound];
  });
}
