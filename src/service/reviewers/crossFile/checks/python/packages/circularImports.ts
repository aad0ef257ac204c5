import type { CrossFileFinding } from '../../../check.ts';
import { isNew, severityIn, type Comparison } from '../comparison.ts';
import type { Import, Named } from '../facts.ts';
import { importsOf } from '../loading.ts';
import type { Modules } from '../modules.ts';
import { placeOf } from '../places.ts';

/** A function or class that a file imports while it is loaded, and where the other file defines it. */
interface Asked {
  readonly by: Import;
  readonly of: string;
  readonly defined: Named;
}

/** Two files that import from each other what both define further down: whichever Python loads first, it fails. */
export function circularImports(comparison: Comparison): CrossFileFinding[] {
  const { base, head, change } = comparison;
  const pairs = new Set<string>();
  return [...change.changed.keys()].flatMap(file =>
    askedBy(head.modules, file).flatMap(({ by, of }): CrossFileFinding[] => {
      const key = [file, of].sort().join('\0');
      const back = isNew(comparison, file, by.at[0]) && !pairs.has(key) ? backFrom(head.modules, file, of) : undefined;
      if (back === undefined || backFrom(base.modules, file, of) !== undefined) return [];
      pairs.add(key);
      return [
        {
          rule: 'cross-file/circular-import',
          severity: severityIn(comparison, [file, of]),
          category: 'bug',
          title: `\`${file}\` and \`${of}\` import from each other before they define what they are asked for, so neither can be loaded`,
          body: 'Python raises an `ImportError`, whichever it loads first. Move what both need to a third module, or import it in the function that uses it; for annotations alone, import it under `TYPE_CHECKING`.',
          at: placeOf(file, by.at),
          related: [{ ...placeOf(of, back.by.at), message: `imports \`${back.defined.name}\` from \`${file}\`` }],
        },
      ];
    }),
  );
}

/** What one of two files asks of the other, if each asks before the other has what it is asked for. */
function backFrom(modules: Modules, file: string, other: string): Asked | undefined {
  const [there, back] = [
    askedBy(modules, file).filter(({ of }) => of === other),
    askedBy(modules, other).filter(({ of }) => of === file),
  ];
  const first = (asked: readonly Asked[]): number => Math.min(...asked.map(({ by }) => by.at[0]));
  const isLate = ({ defined }: Asked, from: readonly Asked[]): boolean => defined.at[0] > first(from);
  return there.some(each => isLate(each, back)) ? back.find(each => isLate(each, there)) : undefined;
}

function askedBy(modules: Modules, file: string): Asked[] {
  return importsOf(modules, file).flatMap((by): Asked[] => {
    const module = by.name === undefined ? 'none' : modules.resolve(file, by.module);
    const found = typeof module === 'object' ? modules.find(module, by.name ?? '') : 'none';
    if (typeof found !== 'object' || found.kind !== 'definition' || found.file === file) return [];
    const { definition } = found;
    const isOwn =
      typeof module === 'object' && module.file === found.file && modules.tree.facts(found.file)?.isOpen !== true;
    return isOwn && (definition.kind === 'function' || definition.kind === 'class')
      ? [{ by, of: found.file, defined: definition }]
      : [];
  });
}
