import { dirname } from 'node:path/posix';
import { unreviewedPath } from '../../../../engine/diff/excludedFiles.ts';
import { isNearMiss } from '../../../nearMiss.ts';
import type { CrossFileFinding, TreeChange } from '../../check.ts';
import { severityOfBreak } from '../severityOfBreak.ts';
import { inPlaceOf } from './exportDoubts.ts';
import type { ImportFacts, JavaScriptFacts } from './facts.ts';
import { ignoredBy } from '../ignoredFiles.ts';
import { endingOf } from './modules/endings.ts';
import { refused } from './missingExport.ts';
import { Exports } from './modules/moduleExports.ts';
import { isMadeOf } from './modules/resolve.ts';
import { isSilencedFile, isSilencedImport } from './silenced.ts';
import { placeOf, quoted } from './words.ts';

type Change = TreeChange<JavaScriptFacts>;

/** An import of a file that is not there. */
interface Missing {
  readonly path: string;
  readonly facts: ImportFacts;
  /** The module that was meant, if it is clear which. */
  readonly meant: string | undefined;
}

/** Folders of what a tool copies to another place. */
const copied =
  /(?:^|\/)_{0,2}(?:archetypes?|blueprints?|boilerplates?|generators?|scaffold(?:s|ing)?|skeletons?|stubs?|templates?)_{0,2}\//i;

/**
 * New imports of files of the repository that are not there, and were not at the base. It is told where another file was
 * meant: one beside it with almost the same name, or the only one of its name, which has what is imported. Any other one may
 * be made by a build, and a file with such an import may be meant for another place, as a template is, so that these are only
 * named.
 */
export function missingModule(change: Change): CrossFileFinding[] {
  const sides = { base: new Exports(change.base), head: new Exports(change.head) };
  const missing = [...change.changed.keys()].flatMap(path => missingIn(change, sides, path));
  if (missing.length === 0) return [];
  const made = new Set(change.base.paths.flatMap(path => nowhere(sides.base, path).map(({ from }) => endingOf(from))));
  // A build puts them into a folder that is not there, as other imports show.
  const foldersOf = (exports: Exports, path: string, { from }: ImportFacts): string[] =>
    exports.modules.targets(path, from).map(each => dirname(each));
  const folders = new Set([
    ...change.base.paths.flatMap(path => nowhere(sides.base, path).flatMap(each => foldersOf(sides.base, path, each))),
    ...missing.flatMap(({ path, facts }) => (made.has(endingOf(facts.from)) ? foldersOf(sides.head, path, facts) : [])),
  ]);
  const isThere = (folder: string): boolean =>
    [change.base, change.head].some(({ paths }) => paths.some(each => each.startsWith(`${folder}/`)));
  const isMade = ({ path, facts }: Missing): boolean =>
    made.has(endingOf(facts.from)) ||
    foldersOf(sides.head, path, facts).some(each => folders.has(each) && !isThere(each));
  const others = missing.filter(each => !isMade(each));
  const isAssumed = ({ path, facts }: Missing): boolean => sides.head.modules.isAssumed(path, facts.from);
  const misleading = others.some(isAssumed) ? misleadingIn(change.head, sides.head) : undefined;
  const kept = others.filter(each => !isAssumed(each) || misleading?.has(assumedIn(sides.head, each.path)) !== true);
  // What leads nowhere in one file was mostly moved with it.
  const groups = Map.groupBy(kept, ({ path, facts, meant }) => (meant === undefined ? `${path}\n${facts.from}` : path));
  return [...groups.values()].map(told);
}

/** The folder that `@/` is taken for in a file. */
function assumedIn(exports: Exports, path: string): string {
  return exports.modules.targets(path, '@/').join();
}

/** The folders that `@/` is taken for and where it leads nowhere as often as to a file: it stands for another one. */
function misleadingIn(tree: Change['head'], exports: Exports): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const path of tree.paths)
    for (const { from } of exports.script(path)?.imports ?? []) {
      if (!exports.modules.isAssumed(path, from)) continue;
      const folder = assumedIn(exports, path);
      const step = exports.modules.candidates(path, from).length > 0 ? 1 : -1;
      counts.set(folder, (counts.get(folder) ?? 0) + step);
    }
  return new Set([...counts].flatMap(([folder, count]) => (count > 0 ? [] : [folder])));
}

/** The imports of files of the repository that lead to none. */
function nowhere(exports: Exports, path: string): ImportFacts[] {
  return (exports.script(path)?.imports ?? []).filter(
    ({ from, isAddress }) =>
      isAddress !== true &&
      !isMadeOf(from) &&
      exports.modules.targets(path, from).length > 0 &&
      exports.modules.candidates(path, from).length === 0,
  );
}

function missingIn(
  change: Change,
  { base, head }: { readonly base: Exports; readonly head: Exports },
  path: string,
): Missing[] {
  const script = head.script(path);
  if (script === undefined || isSilencedFile(change, path, script)) return [];
  const all = nowhere(head, path).map((facts): Missing => ({
    path,
    facts,
    meant: meantBy(change.head, head, path, facts),
  }));
  // Ember has one tree of modules for several folders.
  const isOfEmber =
    all.length > 0 && head.manifestWith(path, name => /^ember-(?:source|cli)$/.test(name)) !== undefined;
  const isAtHome = !isOfEmber && !copied.test(path) && all.every(({ meant }) => meant !== undefined);
  return all.flatMap((each): Missing[] => {
    const { from, at } = each.facts;
    const isNew = change.changed.get(path)?.has(at[0]) === true && base.modules.candidates(path, from).length === 0;
    const [target = ''] = head.modules.targets(path, from);
    if (!isNew || isSilencedImport(change, path, each.facts) || isMadeElsewhere(change, target)) return [];
    return [isAtHome ? each : { ...each, meant: undefined }];
  });
}

/** Whether a file may be there though it is not in git, or is chosen in another way than by its name. */
function isMadeElsewhere({ base, head }: Change, target: string): boolean {
  if (target.startsWith('..') || head.isBehindLink(target) || unreviewedPath(target) !== undefined) return true;
  return ignoredBy(base, target) !== undefined || inPlaceOf(target).some(each => head.has(each));
}

function meantBy(
  head: Change['head'],
  exports: Exports,
  path: string,
  { from, names = [] }: ImportFacts,
): string | undefined {
  const [target = ''] = exports.modules.targets(path, from);
  if (ignoredBy(head, target) !== undefined) return undefined;
  const ending = endingOf(target);
  const asked = names.filter(({ name }) => name !== '*');
  const scripts = head.paths.filter(each => {
    if (exports.script(each) === undefined) return false;
    const { names: exported } = exports.of(each);
    return asked.every(({ name }) => exported.has(name));
  });
  const near = scripts.filter(
    each => dirname(each) === dirname(target) && (endingOf(each) === ending || isNearMiss(ending, endingOf(each))),
  );
  const same = asked.length === 0 || ending === 'index' ? [] : scripts.filter(each => endingOf(each) === ending);
  const found = near.length > 0 ? near : same;
  return found.length === 1 ? found[0] : undefined;
}

/** Whether what is imported and what was meant differ in capitals alone, which Windows and macOS take for the same. */
function differsInCaseAlone({ facts: { from }, meant = '' }: Missing): boolean {
  const [asked, there] = [from, meant].map(endingOf) as [string, string];
  return asked !== there && asked.toLowerCase() === there.toLowerCase();
}

function told(missing: readonly Missing[]): CrossFileFinding {
  const [{ path, facts, meant }, ...others] = missing as [Missing, ...Missing[]];
  const { from, at } = facts;
  const areTypes = missing.every(each => each.facts.isType === true);
  const fails = `The ${others.length === 0 ? 'import fails' : 'imports fail'} where the module is loaded or built`;
  const where = missing.every(differsInCaseAlone)
    ? ' on systems that tell capitals from small letters, such as Linux'
    : '';
  return {
    rule: 'cross-file/missing-module',
    severity: severityOfBreak([path], areTypes ? 'low' : 'medium'),
    category: 'bug',
    title:
      others.length === 0
        ? `${quoted(from)} is imported here, and there is no such file`
        : `${quoted(from)} and ${others.length} more are imported here, and there are no such files`,
    body: `${meant === undefined ? '' : `There is ${quoted(meant)}. `}${areTypes ? refused : fails}${where}.`,
    at: placeOf(path, at),
    related: others.map(each => ({
      ...placeOf(path, each.facts.at),
      message: `${quoted(each.facts.from)} is no file. There is ${quoted(each.meant ?? '')}.`,
    })),
    ...(meant === undefined && { unexplained: [from] }),
  };
}
