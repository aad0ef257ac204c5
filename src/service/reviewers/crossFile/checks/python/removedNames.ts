import type { CrossFileFinding, Place, RelatedPlace } from '../../check.ts';
import { isNew, type Comparison } from './comparison.ts';
import type { Span } from './facts.ts';
import type { Module } from './modules.ts';
import { placeOf, placeOfRemoved } from './places.ts';

/** A place that reads what a change removes. */
interface Break {
  /** File that had it. */
  readonly cause: string;
  /** Absent if the whole module is removed. */
  readonly name?: string;
  readonly place: Place;
  /** The module or name as the code writes it. */
  readonly written: string;
}

/** Names and modules that are removed or renamed and still imported or used. */
export function removedNames(comparison: Comparison): CrossFileFinding[] {
  const breaks = comparison.files.flatMap(file => breaksIn(comparison, file));
  const byCause = Map.groupBy(breaks, ({ cause }) => cause);
  return [...byCause].map(([cause, within]) => findingOf(comparison, cause, within));
}

function breaksIn(comparison: Comparison, file: string): Break[] {
  const { base, head } = comparison;
  const facts = head.modules.tree.facts(file);
  if (facts === undefined) return [];
  const broken = new Set<number>();
  const found = facts.imports.flatMap((each, index): Break[] => {
    const { module: written, name, at, isGuarded } = each;
    const module = head.modules.resolve(file, written);
    const isMissing = module === 'none' || head.imported(file, each)?.kind === 'missing';
    if (!isMissing) return [];
    broken.add(index);
    if (isGuarded === true) return [];
    const place = placeOf(file, at);
    if (module !== 'none') return name === undefined ? [] : lost(comparison, module as Module, name, place);
    const before = base.modules.resolve(file, written);
    if (before === 'none' || before === 'unknown' || before.file === undefined) return [];
    if (head.modules.tree.has(before.file)) return [];
    return [{ cause: before.file, place, written }];
  });
  const uses = facts.references.flatMap((reference): Break[] => {
    if (reference.at === undefined || broken.has(reference.import ?? -1)) return [];
    const entity = head.of(file, reference);
    return entity?.kind === 'missing' ? lost(comparison, entity.module, entity.name, placeOf(file, reference.at)) : [];
  });
  return [...found, ...uses];
}

/** A name that a module had at the base. */
function lost({ base, head }: Comparison, module: Module, name: string, place: Place): Break[] {
  const before = base.modules.find(module, name);
  if (before === 'none' || before === 'unknown') return [];
  if (before.kind === 'definition') return [{ cause: before.file, name, place, written: name }];
  const cause = before.module.file;
  return cause === undefined || head.modules.tree.has(cause) ? [] : [{ cause, place, written: name }];
}

function findingOf(comparison: Comparison, cause: string, breaks: readonly Break[]): CrossFileFinding {
  const names = [...new Set(breaks.flatMap(({ name }) => name ?? []))];
  const isModule = breaks.some(({ name }) => name === undefined);
  const files = new Set(breaks.map(({ place }) => place.path));
  const [first] = files;
  const where = files.size === 1 ? `\`${first ?? ''}\` still uses` : `${files.size} files still use`;
  const what = isModule
    ? `\`${cause}\` is removed`
    : `${listed(names)} ${names.length === 1 ? 'is' : 'are'} removed from \`${cause}\``;
  const related = breaks.map(({ place, written }): RelatedPlace => ({
    ...place,
    message: isModule ? `imports \`${written}\`, which is removed` : `uses \`${written}\`, which is removed`,
  }));
  const [name = ''] = names;
  return {
    rule: 'cross-file/removed-name',
    severity: 'high',
    category: 'bug',
    title: `${what}, but ${where} ${isModule || names.length === 1 ? 'it' : 'them'}`,
    body: isModule
      ? 'The import fails with a `ModuleNotFoundError`. Change the places that use the module, or keep it.'
      : `The code that uses \`${name}\` fails with an \`ImportError\` or \`AttributeError\`. Change those places too, or keep the name.`,
    at: placeOfRemoved(comparison, cause, names),
    related,
  };
}

/** Modules that are often made by a build or kept out of git. */
const generated = /_pb2(?:_grpc)?$|^_?version$|^local_?settings$/;

/** New imports of names that a module of the repository does not have. */
export function missingNames(comparison: Comparison): CrossFileFinding[] {
  const { base, head } = comparison;
  return comparison.files.flatMap(file => {
    const facts = head.modules.tree.facts(file);
    const before = new Set(base.modules.tree.facts(file)?.imports.map(({ module, name }) => `${module} ${name ?? ''}`));
    return (facts?.imports ?? []).flatMap((each): CrossFileFinding[] => {
      const { module, name = '', at, isGuarded } = each;
      if (
        isGuarded === true ||
        generated.test(name) ||
        !isNew(comparison, file, at[0]) ||
        before.has(`${module} ${name}`)
      )
        return [];
      const missing = head.imported(file, each);
      if (missing?.kind !== 'missing' || missing.module.file === undefined || missing.name !== name) return [];
      if (base.modules.find(missing.module, name) !== 'none') return [];
      return [missingName(file, at, name, missing.module.file)];
    });
  });
}

function missingName(file: string, at: Span, name: string, module: string): CrossFileFinding {
  return {
    rule: 'cross-file/missing-name',
    severity: 'high',
    category: 'bug',
    title: `\`${module}\` has no \`${name}\`: importing it fails`,
    body: `The import raises an \`ImportError\`. Define \`${name}\` there, or import it from where it is.`,
    at: placeOf(file, at),
    related: [],
  };
}

function listed(names: readonly string[]): string {
  const quoted = names.slice(0, 3).map(each => `\`${each}\``);
  if (names.length > 3) quoted.push(`${names.length - 3} more`);
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1) ?? ''}`;
}
