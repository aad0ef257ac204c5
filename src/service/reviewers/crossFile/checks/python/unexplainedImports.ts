import { lazy } from '../../../../../core/base/lazy.ts';
import type { CrossFileFinding } from '../../check.ts';
import { inFiles, isNew, severityIn, type Comparison } from './comparison.ts';
import type { Import } from './facts.ts';
import { isStarting } from './entryPoints.ts';
import { isNamed, mayGive } from './packages/declaredPackages.ts';
import { placeOf } from './places.ts';
import { isOfPython } from './source/standardLibrary.ts';

/**
 * New imports of what a module of the repository does not have and did not have before, and of modules beside the file that
 * are not there. A build, or what runs while the module is loaded, may make them: they are only named. So are modules of
 * packages that no manifest names and nothing imported before.
 */
export function unexplainedImports(comparison: Comparison): CrossFileFinding[] {
  const { head } = comparison;
  const { head: tree } = comparison.change;
  const declared = lazy(() => new Set(tree.paths.flatMap(path => tree.facts(path)?.declared ?? [])));
  const isForeign = lazy(() => foreign(comparison, declared()));
  const isPackage = (name: string): boolean => tree.paths.some(path => `/${path}`.endsWith(`/${name}/__init__.py`));
  const isInstalled = (module: string): boolean =>
    !module.startsWith('.') && isNamed(declared(), topOf(module)) && !isPackage(topOf(module));
  return inFiles(comparison, file =>
    (head.modules.tree.facts(file)?.imports ?? []).flatMap((each): CrossFileFinding[] => {
      const { at, isGuarded } = each;
      const missing =
        isGuarded !== true && !isStarting(file) && isNew(comparison, file, at[0])
          ? missingOf(comparison, file, each, isForeign)
          : undefined;
      // A folder may be called like a package that is installed, as that of migrations is.
      if (missing === undefined || isInstalled(each.module)) return [];
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
function missingOf(
  { base, head }: Comparison,
  file: string,
  facts: Import,
  isForeign: () => (module: string) => boolean,
): string | undefined {
  const { module: written, name } = facts;
  const module = head.modules.resolve(file, written);
  const before = base.modules.resolve(file, written);
  if (module === 'none' && before === 'none') {
    const top = topOf(written);
    return written.startsWith('.') || isOfOwn(head, file, top) || (!isOfPython(top) && isForeign()(top))
      ? written
      : undefined;
  }
  if (module === 'none') return undefined;
  if (module === 'unknown' || name === undefined || head.imported(file, facts)?.kind !== 'missing') return undefined;
  const then = base.modules.counterpartOf(module);
  const isKnown = typeof then === 'object' && base.modules.find(then, name) !== 'none';
  return isKnown ? undefined : `${written}${written.endsWith('.') ? '' : '.'}${name}`;
}

/** Whether a package of the repository has the name, which Python looks no further than. */
function isOfOwn({ modules }: Comparison['head'], file: string, top: string): boolean {
  const found = modules.resolve(file, top);
  const own = typeof found === 'object' ? found.file : undefined;
  return own?.endsWith('/__init__.py') === true && modules.tree.facts(own)?.isOpen !== true;
}

function topOf(module: string): string {
  return module.split('.', 1)[0] ?? '';
}

/** Whether no manifest of the head may give a module, no file of the base imports it, and it was not asked for before. */
function foreign({ change }: Comparison, words: ReadonlySet<string>): (module: string) => boolean {
  const before = new Set(
    change.base.paths.flatMap(path =>
      (change.base.facts(path)?.imports ?? []).map(({ module }) => module.split('.', 1)[0]),
    ),
  );
  return module => {
    if (words.size === 0 || before.has(module) || mayGive(words, module)) return false;
    // Once for the change, at its first import.
    before.add(module);
    return true;
  };
}
