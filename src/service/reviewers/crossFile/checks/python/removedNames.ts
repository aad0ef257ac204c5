import { unreviewedPath } from '../../../../engine/diff/excludedFiles.ts';
import type { CrossFileFinding, Place, RelatedPlace } from '../../check.ts';
import { weighed } from '../../doubt.ts';
import { ignoredBy } from '../ignoredFiles.ts';
import { inFiles, isLeftOver, isNew, severityIn, type Comparison } from './comparison.ts';
import type { PythonFacts } from './facts.ts';
import type { Module } from './modules.ts';
import { listed, placeOf, placeOfRemoved } from './places.ts';
import { isStandard } from './source/standardLibrary.ts';

/** A place that reads what a change removes. */
interface Break {
  /** File that had it. */
  readonly cause: string;
  /** Absent if the whole module is removed. */
  readonly name?: string;
  readonly place: Place;
  /** The module or name as the code writes it. */
  readonly written: string;
  /** What of the change makes it unsure. */
  readonly doubt?: string;
}

/** Modules that were copied to the top of projects before they could be installed for a build. */
const copiedForBuilds = new Set(['ez_setup', 'six', 'versioneer']);

/** Names and modules that are removed or renamed and still imported or used. */
export function removedNames(comparison: Comparison): CrossFileFinding[] {
  const breaks = inFiles(comparison, file => breaksIn(comparison, file)).filter(
    each => !isLeftOver(comparison, each) && !isScript(comparison, each),
  );
  return [...Map.groupBy(breaks, ({ doubt }) => doubt)].flatMap(([doubt, alike]) => {
    const names = Map.groupBy(alike.filter(isOfName), ({ cause }) => cause);
    const modules = Map.groupBy(
      alike.filter(each => !isOfName(each)),
      ({ cause }) => comparison.head.modules.folderLeftOf(cause),
    );
    const findings = [
      ...[...names].map(([cause, within]) => ofNames(comparison, cause, within)),
      ...[...modules].map(([folder, within]) => ofModules(comparison, folder, within)),
    ];
    return doubt === undefined ? findings : findings.map(each => ({ ...each, doubt }));
  });
}

/** Whether loading the file that had the name ran a program, which ended there. */
function isScript({ base }: Comparison, { cause, name }: Break): boolean {
  return name !== undefined && base.modules.tree.facts(cause)?.isScript === true;
}

function isOfName(each: Break): each is Break & { readonly name: string } {
  return each.name !== undefined;
}

function breaksIn(comparison: Comparison, file: string): Break[] {
  const { base, head } = comparison;
  const facts = head.modules.tree.facts(file);
  if (facts === undefined) return [];
  const broken = new Set<number>();
  const found = facts.imports.flatMap((each, index): Break[] => {
    const { module: written, name, at, isGuarded } = each;
    const module = head.modules.resolve(file, written);
    const before = base.modules.resolve(file, written);
    const isStub = module === 'unknown' && isOnlyDeclared(comparison, before);
    const isGone = module === 'none' || isStub || (module === 'unknown' && typeof before === 'object');
    if (!isGone && head.imported(file, each)?.kind !== 'missing') return [];
    broken.add(index);
    if (isGuarded === true) return [];
    const place = placeOf(file, at);
    if (!isGone) return name === undefined ? [] : lost(comparison, module as Module, name, place);
    // A copy of a module of Python's own is gone, or of one that is installed: who writes the import now means that one.
    if (
      isStandard(written) ||
      copiedForBuilds.has(written) ||
      (!written.startsWith('.') && isNew(comparison, file, at[0]))
    )
      return [];
    if (before === 'none' || before === 'unknown' || before.file === undefined) return [];
    if (head.modules.tree.has(before.file) || isMade(before.file)) return [];
    const isUnsure = module === 'unknown' && !isStub;
    const doubt = isUnsure ? { doubt: `adds what \`${written}\` may mean` } : {};
    return unlessMade(comparison, { cause: before.file, place, written, ...doubt });
  });
  const uses = facts.references.flatMap((reference): Break[] => {
    if (reference.at === undefined || broken.has(reference.import ?? -1)) return [];
    const entity = head.of(file, reference);
    return entity?.kind === 'missing' ? lost(comparison, entity.module, entity.name, placeOf(file, reference.at)) : [];
  });
  return [...found, ...uses, ...lostByStars(comparison, file, facts)];
}

/** Names that a file had by importing all of a module, and that no such import gives any more. */
function lostByStars(comparison: Comparison, file: string, { stars = [], starred = [] }: PythonFacts): Break[] {
  const { base, head } = comparison;
  const modulesAt = ({ modules }: Comparison['head']): (Module | 'none' | 'unknown')[] =>
    stars.map(each => modules.resolve(file, each));
  const sides = { base: modulesAt(base), head: modulesAt(head) };
  const known = sides.head.filter(each => typeof each === 'object');
  return starred.flatMap(([name, at]) => {
    if (known.some(each => typeof head.modules.find(each, name) === 'object')) return [];
    const breaks = known.flatMap(each => lost(comparison, each, name, placeOf(file, at)));
    return breaks
      .slice(0, 1)
      .flatMap(each =>
        weighed(each, sides, side =>
          side.every(module => typeof module === 'object') ? undefined : `imports all of what is not in the repository`,
        ),
      );
  });
}

/** Whether a module of the base has become a stub, which runs nothing. */
function isOnlyDeclared({ head }: Comparison, before: Module | 'none' | 'unknown'): boolean {
  return typeof before === 'object' && before.file !== undefined && head.modules.isOnlyDeclared(before.file);
}

/** A name that a module had at the base, whether it was a file or a package there. */
function lost({ base, head }: Comparison, module: Module, name: string, place: Place): Break[] {
  const then = base.modules.counterpartOf(module);
  const source = typeof then === 'object' ? then : module;
  const before = base.modules.find(source, name);
  if (before === 'none' || before === 'unknown') return [];
  const sides = { base: { modules: base.modules, of: source }, head: { modules: head.modules, of: module } };
  if (before.kind === 'definition') {
    // A package that hands it on no more, as another file still has it.
    const isKept = head.modules.tree.facts(before.file)?.definitions.some(each => each.name === name) === true;
    const cause = isKept && module.file !== undefined && base.modules.tree.has(module.file) ? module.file : before.file;
    return weighed({ cause, name, place, written: name }, sides, ({ modules, of }) => modules.opening(of));
  }
  const cause = before.module.file;
  if (cause === undefined || head.modules.tree.has(cause) || isMade(cause)) return [];
  const breaks = weighed({ cause, place, written: name }, sides, ({ modules, of }) => modules.opening(of));
  return breaks.flatMap(each => unlessMade({ base, head }, each));
}

/** A break by a removed file, which a build may make if git leaves it out. */
function unlessMade(sides: Pick<Comparison, 'base' | 'head'>, each: Break): Break[] {
  return weighed(each, sides, ({ modules }) => {
    const facts = (path: string): { readonly kind: string; readonly patterns: readonly string[] } => ({
      kind: 'ignore',
      patterns: modules.tree.facts(path)?.ignored ?? [],
    });
    const ignoring = ignoredBy({ facts }, each.cause);
    return ignoring === undefined ? undefined : `has \`${ignoring}\` leave it out`;
  });
}

/** Whether a build may make the file that is not in git any more, such as `orders_pb2.py`. */
function isMade(file: string): boolean {
  return unreviewedPath(file) !== undefined;
}

function shared(
  comparison: Comparison,
  breaks: readonly Break[],
): Pick<CrossFileFinding, 'rule' | 'severity' | 'category'> {
  const severity = severityIn(
    comparison,
    breaks.map(({ place }) => place.path),
  );
  return { rule: 'cross-file/removed-name', severity, category: 'bug' };
}

function ofNames(
  comparison: Comparison,
  cause: string,
  breaks: readonly (Break & { readonly name: string })[],
): CrossFileFinding {
  const names = [...new Set(breaks.map(({ name }) => name))];
  const [is, them] = names.length === 1 ? ['is', 'it'] : ['are', 'them'];
  const heir = heirOf(comparison, cause);
  const what =
    heir === undefined
      ? `${listed(names)} ${is} removed from \`${cause}\``
      : `${listed(names)} of \`${cause}\` ${is} not in \`${heir}\`, which takes its place`;
  return {
    ...shared(comparison, breaks),
    title: `${what}, but ${stillUsedBy(breaks)} ${them}`,
    body: `The code that uses ${listed(names)} fails with an \`ImportError\`, \`AttributeError\` or \`NameError\`. Change those places too, or keep ${them}.`,
    at: heir === undefined ? placeOfRemoved(comparison, cause, names) : placeOf(heir, [1, 1, 1]),
    related: breaks.map(relatedPlace),
  };
}

/** The package that is new beside a file, and that Python takes in its place. */
function heirOf({ base, head }: Comparison, file: string): string | undefined {
  const heir = file.replace(/\.py$/, '/__init__.py');
  const isNow = head.modules.tree.has(file) && head.modules.tree.has(heir);
  return isNow && !base.modules.tree.has(heir) ? heir : undefined;
}

function ofModules(comparison: Comparison, folder: string, breaks: readonly Break[]): CrossFileFinding {
  const causes = [...new Set(breaks.map(({ cause }) => cause))].sort();
  const [first = ''] = causes;
  const where = folder === '.' ? 'the top folder' : `\`${folder}\``;
  const what = causes.length === 1 ? `\`${first}\` is` : `${causes.length} modules in ${where} are`;
  const them = causes.length === 1 ? 'it' : 'them';
  return {
    ...shared(comparison, breaks),
    title: `${what} removed, but ${stillUsedBy(breaks)} ${them}`,
    body: `The imports fail with a \`ModuleNotFoundError\`. Change the code that uses ${them}, or keep ${them}.`,
    at: placeOfRemoved(comparison, first, []),
    related: breaks.map(relatedPlace),
  };
}

function stillUsedBy(breaks: readonly Break[]): string {
  const [first = '', ...more] = new Set(breaks.map(({ place }) => place.path));
  return more.length === 0 ? `\`${first}\` still uses` : `${more.length + 1} files still use`;
}

function relatedPlace({ place, written }: Break): RelatedPlace {
  return { ...place, message: `uses \`${written}\`, which is removed` };
}
