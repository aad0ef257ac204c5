import type { CrossFileFinding } from '../../check.ts';
import { isNew, predecessors, type Comparison } from './comparison.ts';
import type { Import } from './facts.ts';
import { placeOf } from './places.ts';
import { listed } from './removedNames.ts';

/** Modules that are often made by a build or kept out of git. */
const generated = /_pb2(?:_grpc)?$|^_?version$|^local_?settings$/;

/** A new import of a name that its module lacks. */
interface Missing {
  readonly file: string;
  readonly name: string;
  readonly at: Import['at'];
  /** Path of the module. */
  readonly module: string;
}

/** New imports of names that a module of the repository does not have, and did not have before. */
export function missingNames(comparison: Comparison): CrossFileFinding[] {
  const missing = comparison.files.flatMap(file => {
    const imports = comparison.head.modules.tree.facts(file)?.imports ?? [];
    return imports.flatMap((each): Missing[] => {
      const module = missingFrom(comparison, file, each);
      return module === undefined ? [] : [{ file, module, name: each.name ?? '', at: each.at }];
    });
  });
  const byModule = Map.groupBy(missing, ({ module }) => module);
  return [...byModule.values()].flatMap(([first, ...more]) => (first ? [findingOf(first, more)] : []));
}

function findingOf(first: Missing, more: readonly Missing[]): CrossFileFinding {
  const names = listed([...new Set([first, ...more].map(({ name }) => name))]);
  return {
    rule: 'cross-file/missing-name',
    severity: 'high',
    category: 'bug',
    title: `\`${first.module}\` has no ${names}: importing from it fails`,
    body: `The import raises an \`ImportError\`. Define ${names} there, or import from the module that does.`,
    at: placeOf(first.file, first.at),
    related: more.map(({ file, name, at }) => ({ ...placeOf(file, at), message: `imports \`${name}\`, too` })),
  };
}

/** Path of the module that lacks what a new import takes from it. */
function missingFrom(comparison: Comparison, file: string, imported: Import): string | undefined {
  const { base, head } = comparison;
  const { module, name = '', at, isGuarded } = imported;
  if (isGuarded === true || generated.test(name) || !isNew(comparison, file, at[0])) return undefined;
  const missing = head.imported(file, imported);
  if (missing?.kind !== 'missing' || missing.module.file === undefined || missing.name !== name) return undefined;
  const before = predecessors(comparison, file).flatMap(each => base.modules.tree.facts(each)?.imports ?? []);
  const isKnown = before.some(each => each.module === module && each.name === name);
  return isKnown || base.modules.find(missing.module, name) !== 'none' ? undefined : missing.module.file;
}
