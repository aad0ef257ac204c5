import type { CrossFileFinding } from '../../check.ts';
import { inFiles, isNew, severityIn, type Comparison } from './comparison.ts';
import type { Import } from './facts.ts';
import { placeOf } from './places.ts';

/**
 * New imports of what a module of the repository does not have and did not have before, and of modules beside the file that
 * are not there. A build, or what runs while the module is loaded, may make them: they are only named.
 */
export function unexplainedImports(comparison: Comparison): CrossFileFinding[] {
  const { head } = comparison;
  return inFiles(comparison, file =>
    (head.modules.tree.facts(file)?.imports ?? []).flatMap((each): CrossFileFinding[] => {
      const { at, isGuarded } = each;
      const missing =
        isGuarded !== true && isNew(comparison, file, at[0]) ? missingOf(comparison, file, each) : undefined;
      if (missing === undefined) return [];
      return [
        {
          rule: 'cross-file/missing-name',
          severity: severityIn(comparison, [file]),
          category: 'bug',
          title: `\`${missing}\` is imported here, and there is no such name`,
          body: '',
          at: placeOf(file, at),
          related: [],
          unexplained: [missing],
        },
      ];
    }),
  );
}

/** The module or the name that is imported and is nowhere, in neither tree. */
function missingOf({ base, head }: Comparison, file: string, facts: Import): string | undefined {
  const { module: written, name } = facts;
  const module = head.modules.resolve(file, written);
  const before = base.modules.resolve(file, written);
  if (module === 'none') return written.startsWith('.') && before === 'none' ? written : undefined;
  if (module === 'unknown' || name === undefined || head.imported(file, facts)?.kind !== 'missing') return undefined;
  const then = base.modules.counterpartOf(module);
  const isKnown = typeof then === 'object' && base.modules.find(then, name) !== 'none';
  return isKnown ? undefined : `${written}${written.endsWith('.') ? '' : '.'}${name}`;
}
