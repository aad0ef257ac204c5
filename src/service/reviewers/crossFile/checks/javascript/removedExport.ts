import { isTestPath } from '../../../../engine/reviewer.ts';
import { unreviewedPath } from '../../../../engine/diff/excludedFiles.ts';
import type { CrossFileFinding, Place, RelatedPlace, TreeChange } from '../../check.ts';
import { weighed } from '../../doubt.ts';
import { severityOfBreak } from '../severityOfBreak.ts';
import type { ImportFacts, JavaScriptFacts, NameFacts, Spot } from './facts.ts';
import { inPlaceOf, isAlike, mayHave, rewiringOf, substituteIn } from './exportDoubts.ts';
import { idleIn } from './idleFiles.ts';
import { endingOf, endingsOf } from './modules/endings.ts';
import { Exports } from './modules/moduleExports.ts';
import { isMadeOf } from './modules/resolve.ts';
import { mayBeType, refused, whyMissing } from './missingExport.ts';
import { isUncompiled } from './modules/uncompiled.ts';
import { isSilencedImport } from './silenced.ts';
import { filesThat, placeOf, quoted } from './words.ts';

type Change = TreeChange<JavaScriptFacts>;

/** A name or a module that is gone, and where it is still imported. */
interface Removal {
  readonly at: Place & { readonly side: 'base' };
  /** Undefined if the module as a whole is gone. */
  readonly name: string | undefined;
  /** Whether all that is imported are types, which are gone where the code runs. */
  isType: boolean;
  /** Whether no file that imports it has its name again. */
  isUnused: boolean;
  /** Whether tests alone name it, to put something in its place. */
  isMock?: boolean;
  /** What of the change makes it unsure. */
  readonly doubt?: string;
  related: RelatedPlace[];
}

/** A name that a module never exported, and where the change imports it. */
interface Missing {
  readonly module: string;
  readonly name: string;
  /** What shows that it is missing by mistake, as a sentence that may be empty; undefined if nothing does. */
  readonly why: string | undefined;
  readonly places: Place[];
  /** Whether a file that imports it has its name again. */
  isUsed: boolean;
  /** Whether it is imported as a type alone. */
  isType: boolean;
}

/** Exports and modules that the change removes or renames while they are still imported, and imports of what never was. */
export function removedExport(change: Change): CrossFileFinding[] {
  const { head, changed } = change;
  const comparison = new Comparison(change);
  const importers = comparison.hasOtherExports ? head.paths : [...changed.keys()].filter(path => head.has(path));
  const endings = comparison.hasOtherExports ? endingsOf(head, changed.keys()) : undefined;
  for (const path of importers) comparison.read(path, changed.has(path) ? undefined : endings);
  return comparison.findings();
}

class Comparison {
  /** Whether a changed file exports other names than before, or is gone. */
  readonly hasOtherExports: boolean;
  readonly #change: Change;
  readonly #base: Exports;
  readonly #head: Exports;
  readonly #removals = new Map<string, Removal>();
  /** By module and name. */
  readonly #missing = new Map<string, Missing>();

  constructor(change: Change) {
    this.#change = change;
    this.#base = new Exports(change.base);
    this.#head = new Exports(change.head, this.#base);
    const paths = [...change.changed.keys()];
    this.hasOtherExports = paths.some(path => this.#signature(this.#base, path) !== this.#signature(this.#head, path));
  }

  #signature(exports: Exports, path: string): string {
    const script = exports.script(path);
    const names = (script?.exports ?? []).map(({ name, from }) => [name, from]);
    return JSON.stringify([script !== undefined, names, script?.stars, script?.isOpen]);
  }

  /** @param endings of the modules that matter; absent if all do */
  read(path: string, endings: ReadonlySet<string> | undefined): void {
    const script = this.#head.script(path);
    // What a program wrote is written anew, or was left over.
    if (script?.isMade === true) return;
    for (const each of script?.imports ?? []) {
      if (endings?.has(endingOf(each.from)) === false || isSilencedImport(this.#change, path, each)) continue;
      const target = this.#head.modules.resolve(path, each.from);
      // An alias that leads back to the file itself has other places too, as for what the file replaces.
      if (target === path) continue;
      if (target === undefined) this.#readGone(path, each);
      else if (!isMadeOf(each.from)) {
        for (const name of each.names ?? []) this.#readName(path, each, name, target);
        for (const name of each.members ?? []) this.#readRemoved(path, each, name, target);
      }
    }
  }

  #readGone(path: string, { from, at, isType, isAddress, isMock, names = [], members = [] }: ImportFacts): void {
    const before = this.#base.modules.resolve(path, from);
    if (before === undefined || !this.#change.changed.has(before)) return;
    // A build may make it.
    if (unreviewedPath(before) !== undefined) return;
    if (this.#change.head.has(before) || this.#isReplaced(before, [...names, ...members])) return;
    const { modules } = this.#head;
    // Which of several modules is meant is not known, but it leads to one.
    if (modules.candidates(path, from).length > 0) return;
    if (modules.isEntryElsewhere(path, from, before)) return;
    // Where the setting that gave the name its meaning goes too, the exports of a package may do so now.
    if (!/^(?:\.|@\/)/.test(from) && !modules.isAliased(path, from) && !modules.isOfWorkspace(path, from)) return;
    const place = { ...placeOf(before, [1, 1, 1]), side: 'base' } as const;
    const wasType = (each: NameFacts): boolean =>
      each.isType === true || this.#base.origin(before, each.name)?.facts.isType === true;
    const areTypes = isType === true || (names.length > 0 && names.every(wasType));
    if (areTypes && isUncompiled(this.#change, path)) return;
    const removal = {
      at: place,
      name: undefined,
      isType: areTypes,
      isUnused: false,
      isMock: isMock === true,
      related: [],
    };
    for (const each of weighed(removal, this.#change, tree => substituteIn(tree, before)))
      this.#add(before, each, path, at, `${quoted(from)} is ${isAddress === true ? 'named' : 'imported'} here.`);
  }

  /** Whether a new module that is chosen in another way has what is imported. */
  #isReplaced(path: string, names: readonly NameFacts[]): boolean {
    return inPlaceOf(path).some(each => {
      const { names: exported } = this.#head.of(each);
      return this.#head.script(each) !== undefined && names.every(({ name }) => name === '*' || exported.has(name));
    });
  }

  #readName(path: string, facts: ImportFacts, imported: NameFacts, target: string): void {
    if (this.#readRemoved(path, facts, imported, target)) return;
    const { name, at } = imported;
    if (!this.#mayMiss(path, facts, name, target) || !isAlike(this.#head, target, facts)) return;
    if (this.#head.of(target).isOpen || (name === 'default' && rewiringOf(this.#head, target) !== undefined)) return;
    const source = this.#base.modules.resolve(path, facts.from);
    if ((source === undefined || !this.#base.of(source).isOpen) && this.#isNew(path, at))
      this.#tellMissing(path, facts, imported, target);
  }

  /** Whether a module does not list a name that is imported from it and would run. */
  #mayMiss(path: string, { isType }: ImportFacts, name: string, target: string): boolean {
    // What is imported as a type is erased, and only TypeScript looks for it, other than in the settings of a tool.
    if (isType === true && (/\.[cm]?jsx?$/.test(target) || /\.config\.[cm]?ts$/.test(path))) return false;
    if (name === '*' || this.#head.of(target).names.has(name) || isOfCompiled(path, name, target)) return false;
    return !isTestPath(path) || !this.#hasMockWith(name, target);
  }

  /** Whether what tests are given in place of a module, by the name of its folder, has a name. */
  #hasMockWith(name: string, target: string): boolean {
    const mocks = this.#head.modules.candidates(target, `./__mocks__/${endingOf(target)}`);
    return mocks.some(each => this.#head.of(each).isOpen || this.#head.of(each).names.has(name));
  }

  /** Reads an import of a name. @returns whether the module had the name, and lists it no more */
  #readRemoved(path: string, facts: ImportFacts, imported: NameFacts, target: string): boolean {
    const { name, at, isUnused } = imported;
    if (!this.#mayMiss(path, facts, name, target)) return false;
    // The default of a module of the other kind is the module itself.
    if (name === 'default' && !isAlike(this.#head, target, facts)) return false;
    const source = this.#base.modules.resolve(path, facts.from);
    const steps = source === undefined ? [] : this.#base.handedOn(source, name);
    const origin = steps.at(-1);
    if (source === undefined || origin === undefined) return false;
    const lost = steps.findLast(each => !this.#head.of(each.path).names.has(each.facts.name)) ?? origin;
    const place = { ...placeOf(lost.path, lost.facts.at), side: 'base' } as const;
    const { name: exported } = lost.facts;
    const areTypes = facts.isType === true || imported.isType === true || origin.facts.isType === true;
    if (areTypes && isUncompiled(this.#change, path)) return true;
    const removal = { at: place, name: exported, isType: areTypes, isUnused: isUnused === true, related: [] };
    const sides = { base: { exports: this.#base, module: source }, head: { exports: this.#head, module: target } };
    const said = `${quoted(name)} is imported here.`;
    for (const each of weighed(removal, sides, side => mayHave(side, { path, from: facts.from, name })))
      this.#add(`${lost.path}\0${exported}`, each, path, at, said);
    return true;
  }

  #isNew(path: string, [line]: Spot): boolean {
    return this.#change.changed.get(path)?.has(line) === true;
  }

  #add(cause: string, removal: Removal, path: string, at: Spot, message: string): void {
    const key = `${cause}\0${removal.doubt ?? ''}`;
    const known = this.#removals.get(key) ?? removal;
    this.#removals.set(key, known);
    known.isType &&= removal.isType;
    known.isUnused &&= removal.isUnused;
    known.isMock &&= removal.isMock === true;
    known.related.push({ ...placeOf(path, at), message });
  }

  #tellMissing(path: string, facts: ImportFacts, imported: NameFacts, module: string): void {
    const { name, at, isUnused } = imported;
    const isWithModule = this.#change.changed.has(module) && !this.#change.base.has(module);
    if (mayBeType(path, module)) return;
    const why = whyMissing(this.#head, this.#change.head.paths, { imported, module, isWithModule });
    const key = `${module}\0${name}`;
    const known = this.#missing.get(key) ?? { module, name, why, places: [], isUsed: false, isType: true };
    this.#missing.set(key, known);
    known.places.push(placeOf(path, at));
    known.isUsed ||= isUnused !== true;
    known.isType &&= facts.isType === true || imported.isType === true;
  }

  findings(): CrossFileFinding[] {
    const removals = this.#breaking();
    const modules = removals.filter(({ name }) => name === undefined);
    // Modules that the same files import were removed together.
    const groups = Map.groupBy(modules, ({ related, doubt = '' }) =>
      [doubt, ...[...new Set(related.map(({ path }) => path))].sort()].join('\0'),
    );
    // What one module loses is one cause.
    const names = Map.groupBy(
      removals.filter(({ name }) => name !== undefined),
      ({ at, doubt = '' }) => `${at.path}\0${doubt}`,
    );
    const missing = [...this.#missing.values()];
    const made = missing.length === 0 ? new Set<string>() : this.#madeNames();
    return [
      ...[...groups.values()].map(toldGone),
      ...[...names.values()].map(told),
      ...missing.filter(({ name }) => !made.has(name)).flatMap(toldMissing),
    ];
  }

  /** What is missed in files that may be loaded. */
  #breaking(): readonly Removal[] {
    const removals = [...this.#removals.values()];
    if (removals.length === 0) return [];
    const isIdle = idleIn(this.#change.head, this.#head);
    for (const removal of removals) removal.related = removal.related.filter(({ path }) => !isIdle(path));
    return removals.filter(({ related }) => related.length > 0);
  }

  /** Names that files of the base import from modules without them: something that builds the modules gives them these. */
  #madeNames(): Set<string> {
    const names = new Set<string>();
    for (const path of this.#change.base.paths)
      for (const each of this.#base.script(path)?.imports ?? []) {
        const { from, names: imported = [], isType } = each;
        const target = this.#base.modules.resolve(path, from);
        if (target === undefined || target === path || isType === true || isMadeOf(from)) continue;
        const { isOpen, names: exported } = this.#base.of(target);
        if (!isAlike(this.#base, target, each) || isOpen) continue;
        for (const { name } of imported) if (name !== '*' && name !== 'default' && !exported.has(name)) names.add(name);
      }
    return names;
  }
}

/**
 * Whether the default of a module may be given by what builds it: JavaScript takes it from what TypeScript is compiled to,
 * and bundlers make one that starts a worker.
 */
function isOfCompiled(path: string, name: string, target: string): boolean {
  if (name !== 'default') return false;
  return /workers?(?:\/|\.\w+$)/i.test(target) || (/\.[cm]?js$/.test(path) && /\.[cm]?tsx?$/.test(target));
}

/** One module that is gone, or several that the same files import. */
function toldGone(modules: readonly Removal[]): CrossFileFinding {
  const [first, ...others] = modules;
  const related = modules.flatMap(each => each.related);
  const areTypes = modules.every(({ isType }) => isType);
  const areMocks = modules.every(({ isMock }) => isMock === true);
  const at = first?.at ?? { path: '', line: 1, column: 1, endColumn: 1, side: 'base' };
  const more =
    others.length === 0
      ? 'is'
      : others.length === 1
        ? 'and 1 more module are'
        : `and ${others.length} more modules are`;
  return {
    ...facts(at, related, areTypes ? 'low' : 'medium', first?.doubt),
    rule: 'cross-file/removed-module',
    title: `${quoted(at.path)} ${more} removed, but ${importers(related, areMocks ? 'mock' : 'import')} ${others.length === 0 ? 'it' : 'them'}`,
    body: areMocks
      ? 'Jest fails where it does not find the module, and Vitest replaces nothing. Name the module that takes its place, or keep this one.'
      : `${areTypes ? refused : 'The import fails where the module is loaded or built'}. Remove the imports, or keep the module.`,
  };
}

/** Names that one module exports no more, those that are missed where the code runs first. */
function told(removals: readonly Removal[]): CrossFileFinding {
  const ordered = [...removals.filter(({ isType }) => !isType), ...removals.filter(({ isType }) => isType)];
  const [first, ...others] = ordered as [Removal, ...Removal[]];
  const { at, name, isType } = first;
  const related = ordered.flatMap(each => each.related);
  const what = name === 'default' ? 'The default export' : quoted(name ?? '');
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  const [is, it] = others.length === 0 ? ['is', 'it'] : ['are', 'them'];
  return {
    ...facts(at, related, ordered.every(each => each.isType || each.isUnused) ? 'low' : 'medium', first.doubt),
    rule: 'cross-file/removed-export',
    title: `${what}${more} of ${quoted(at.path)} ${is} not exported any more, but ${importers(related)} ${it}`,
    body: `${isType ? refused : 'The import fails, or gives `undefined`'}. Export ${it} again, or change the imports with ${it}.`,
  };
}

function facts(
  at: Removal['at'],
  related: readonly RelatedPlace[],
  worst: CrossFileFinding['severity'],
  doubt: string | undefined,
): Omit<CrossFileFinding, 'rule' | 'title' | 'body'> {
  const severity = severityOfBreak(
    related.map(({ path }) => path),
    worst,
  );
  return { severity, category: 'bug', at, related, ...(doubt !== undefined && { doubt }) };
}

/** `src/a.ts` still imports */
function importers(related: readonly RelatedPlace[], verb = 'import'): string {
  const paths = new Set(related.map(({ path }) => path));
  return `${filesThat([...paths])} still ${verb}${paths.size === 1 ? 's' : ''}`;
}

function toldMissing({ module, name, why, places, isUsed, isType }: Missing): CrossFileFinding[] {
  const [at, ...others] = places;
  if (at === undefined) return [];
  const what = name === 'default' ? 'has no default export' : `does not export ${quoted(name)}`;
  const importers = others.length === 0 ? 'which is imported here' : `which ${places.length} imports ask for`;
  const unused = others.length === 0 ? ' and not used' : ' and none uses';
  return [
    {
      rule: 'cross-file/missing-export',
      severity: severityOfBreak(
        places.map(({ path }) => path),
        isUsed && !isType ? 'medium' : 'low',
      ),
      category: 'bug',
      title: `${quoted(module)} ${what}, ${importers}${isUsed ? '' : unused}`,
      body: `${why ?? ''}${isType ? refused : 'The import fails, or gives `undefined`'}: export the name there, or import one that it has.`,
      at,
      related: [
        ...others.map(place => ({ ...place, message: `${quoted(name)} is imported here.` })),
        { ...placeOf(module, [1, 1, 1]), message: 'This module does not export it.' },
      ],
      ...(why === undefined && { unexplained: [name === 'default' ? `the default of ${module}` : name] }),
    },
  ];
}
