import path from 'node:path/posix';
import { lazy } from '../../../../../core/base/lazy.ts';
import { isTestPath } from '../../../../engine/reviewer.ts';
import { hasRetiredName, isRetired } from '../../../../engine/diff/isRetired.ts';
import type { CrossFileFinding, Place, TreeChange } from '../../check.ts';
import { severityOfBreak } from '../severityOfBreak.ts';
import { Entities } from './entities.ts';
import type { PythonFacts } from './facts.ts';
import { failsToLoad } from './loading.ts';
import { below, Modules } from './modules.ts';

/** What the checks share of one change. */
export interface Comparison {
  readonly change: TreeChange<PythonFacts>;
  readonly base: Entities;
  readonly head: Entities;
  /** Files at the head that the change may break: those that it changes, and those that import one. */
  readonly files: readonly string[];
  /** Whether a file is used, as far as its path tells and what imports it. */
  readonly isKept: (file: string) => boolean;
  /** Files that others import at the head; computed on first use. */
  readonly imported: () => ReadonlySet<string>;
  /** Files that are loaded where the project runs, or its tests, at the base and at the head; computed on first use. */
  readonly loadedBefore: () => ReadonlySet<string>;
  readonly loaded: () => ReadonlySet<string>;
}

/** Files that a person or a tool starts by their names. */
const started =
  /^[^/]+$|(?:^|\/)(?:__init__|__main__|app|asgi|cli|main|manage|run|settings|setup|wsgi)\.py$|(?:^|\/)(?:pyproject\.toml|setup\.cfg)$|(?:^|\/)(?:bin|commands|migrations|plugins|scripts)\//;
/** Files that frameworks load where settings name their folder. */
const mayBeNamed = /(?:^|\/)(?:admin|apps|models|tasks|urls|views)\.py$/;

/** How many packages hand a name on. */
const rounds = 3;

export function compare(change: TreeChange<PythonFacts>): Comparison {
  const base = new Entities(new Modules(change.base));
  const head = new Entities(new Modules(change.head, base.modules));
  const changed = [...change.changed.keys()].filter(each => each.endsWith('.py'));
  // Of a package that is new beside a file, those that imported the file.
  const hidden = changed.flatMap(each => base.modules.of(each).folder ?? []).map(folder => `${folder}.py`);
  const files = new Set([...changed, ...importersOf(base.modules, [...changed, ...hidden])]);
  const imported = lazy(() => new Set(change.head.paths.flatMap(file => importedBy(head.modules, file))));
  const isKept = (file: string): boolean => !(isRetired(file) || hasRetiredName(file)) || imported().has(file);
  const read = [...files].filter(each => change.head.has(each) && isKept(each));
  const loadedBefore = lazy(() => loadedFrom(base.modules));
  const loaded = lazy(() => loadedFrom(head.modules));
  return { change, base, head, files: read.sort(), isKept, imported, loadedBefore, loaded };
}

/** Whether what is started, and the tests, load the file that had a name, and not the one that uses it. */
export function isLeftOver(
  { change, loadedBefore, loaded }: Comparison,
  { cause, place }: { readonly cause: string; readonly place: Place },
): boolean {
  if (change.changed.has(place.path) || loaded().has(place.path)) return false;
  return loaded().has(cause) && loadedBefore().has(cause);
}

/**
 * Makes one finding of what has one cause, without what was left over.
 * @param keyOf tells causes apart
 */
export function byCause<Break extends { readonly cause: string; readonly place: Place }>(
  comparison: Comparison,
  breaks: readonly Break[],
  keyOf: (each: Break) => string,
  findingOf: (breaks: readonly [Break, ...Break[]]) => CrossFileFinding,
): CrossFileFinding[] {
  const groups = Map.groupBy(
    breaks.filter(each => !isLeftOver(comparison, each)),
    keyOf,
  );
  return [...groups.values()].flatMap(([first, ...more]) => (first === undefined ? [] : [findingOf([first, ...more])]));
}

/** The severity of what breaks in some files: low where nothing is known to load one, since the code may be left over. */
export function severityIn(comparison: Comparison, paths: readonly string[]): CrossFileFinding['severity'] {
  return severityOfBreak(paths, paths.some(each => isLoaded(comparison, each)) ? 'medium' : 'low');
}

/** Whether something is known to load a file: another one, or whoever starts it by its name. */
function isLoaded({ imported }: Comparison, file: string): boolean {
  return [started, mayBeNamed].some(each => each.test(file)) || isTestPath(file) || imported().has(file);
}

/**
 * The files that are started, the tests, and what they import, also by way of others. Where one file of a folder is loaded,
 * those are that frameworks load.
 */
function loadedFrom(modules: Modules): ReadonlySet<string> {
  const { paths } = modules.tree;
  const named = Map.groupBy(
    paths.filter(each => mayBeNamed.test(each)),
    each => path.dirname(each),
  );
  const loaded = new Set(paths.filter(each => started.test(each) || isTestPath(each)));
  for (const file of loaded) {
    for (const each of importedBy(modules, file)) if (modules.tree.has(each)) loaded.add(each);
    if (path.basename(file) === '__init__.py') continue;
    for (const each of named.get(path.dirname(file)) ?? []) loaded.add(each);
  }
  return loaded;
}

/** What a check found in each file that a change may break, unless the file is as it was and fails to load before and after. */
export function inFiles<Found>(comparison: Comparison, find: (file: string) => readonly Found[]): Found[] {
  const { base, head, change, files } = comparison;
  const isBroken = (file: string): boolean => [base, head].every(({ modules }) => failsToLoad(modules, file));
  return files.flatMap(file => {
    const found = find(file);
    return found.length > 0 && !change.changed.has(file) && isBroken(file) ? [] : found;
  });
}

/** Whether a change writes one of these lines of a file. */
export function isNew({ change }: Comparison, file: string, from: number, to = from): boolean {
  const lines = change.changed.get(file);
  if (lines === undefined) return false;
  for (let line = from; line <= to; line += 1) if (lines.has(line)) return true;
  return false;
}

/** What a file was at the base: the file itself, or deleted files of its name, from which it may be moved. */
export function predecessors({ change }: Comparison, file: string): string[] {
  if (change.base.has(file)) return [file];
  const name = path.basename(file);
  return [...change.changed.keys()].filter(each => path.basename(each) === name && !change.head.has(each));
}

/** Files that import one of these, also by way of packages that import its names. */
function importersOf(modules: Modules, changed: readonly string[]): Set<string> {
  const importers = new Set<string>();
  if (changed.length === 0) return importers;
  const imported = new Map(modules.tree.paths.map(file => [file, importedBy(modules, file)]));
  let wanted = new Set(changed);
  for (let round = 0; round < rounds && wanted.size > 0; round += 1) {
    const next = new Set<string>();
    for (const [file, targets] of imported) {
      if (importers.has(file) || !targets.some(each => wanted.has(each))) continue;
      importers.add(file);
      if (path.basename(file) === '__init__.py' || modules.tree.facts(file)?.stars !== undefined) next.add(file);
    }
    wanted = next;
  }
  return importers;
}

/** Files that the imports of a file read, or may read as submodules. */
function importedBy(modules: Modules, file: string): string[] {
  const facts = modules.tree.facts(file);
  const names = [...(facts?.imports ?? []), ...(facts?.stars ?? []).map(module => ({ module, name: undefined }))];
  return names.flatMap(({ module: written, name }) => {
    const module = modules.resolve(file, written);
    if (module === 'none' || module === 'unknown') return [];
    const own = module.file === undefined ? [] : [module.file];
    if (module.folder === undefined || name === undefined) return own;
    const submodule = below(module.folder, name);
    return [...own, `${submodule}.py`, `${submodule}/__init__.py`];
  });
}
