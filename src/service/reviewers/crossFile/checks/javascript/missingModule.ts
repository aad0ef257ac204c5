import { dirname } from 'node:path/posix';
import { unreviewedPath } from '../../../../engine/diff/excludedFiles.ts';
import { isNearMiss } from '../../../nearMiss.ts';
import type { CrossFileFinding, TreeChange } from '../../check.ts';
import { severityOfBreak } from '../severityOfBreak.ts';
import { inPlaceOf } from './exportDoubts.ts';
import type { ImportFacts, JavaScriptFacts } from './facts.ts';
import { ignoredBy } from './ignoredFiles.ts';
import { endingOf } from './modules/endings.ts';
import { Exports } from './modules/moduleExports.ts';
import { isMadeOf } from './modules/resolve.ts';
import { isSilencedFile, isSilencedImport } from './silenced.ts';
import { placeOf, quoted } from './words.ts';

type Change = TreeChange<JavaScriptFacts>;

/** An import of a file that is not there. */
interface Missing {
  readonly path: string;
  readonly target: string;
  readonly facts: ImportFacts;
}

/**
 * New imports of files of the repository that are not there, and were not at the base. It is told where another file was
 * meant: one beside it with almost the same name, or the only one of its name, which has what is imported. Any other one may
 * be made by a build, so that it is only named.
 */
export function missingModule(change: Change): CrossFileFinding[] {
  const [base, head] = [new Exports(change.base), new Exports(change.head)];
  const missing = [...change.changed.keys()].flatMap(path => missingIn(change, { base, head }, path));
  if (missing.length === 0) return [];
  const made = madeAtBase(change);
  return missing.filter(({ facts }) => !made.has(endingOf(facts.from))).map(each => tell(change, head, each));
}

function missingIn(
  change: Change,
  { base, head: exports }: { readonly base: Exports; readonly head: Exports },
  path: string,
): Missing[] {
  const script = exports.script(path);
  if (script === undefined || isSilencedFile(change, path, script)) return [];
  return (script.imports ?? []).flatMap((facts): Missing[] => {
    const { from, at } = facts;
    if (
      change.changed.get(path)?.has(at[0]) !== true ||
      facts.isAddress === true ||
      isMadeOf(from) ||
      isSilencedImport(change, path, facts)
    )
      return [];
    const [target] = exports.modules.targets(path, from);
    if (target === undefined || target.startsWith('..') || unreviewedPath(target) !== undefined) return [];
    if (exports.modules.candidates(path, from).length > 0 || base.modules.candidates(path, from).length > 0) return [];
    if (inPlaceOf(target).some(each => change.head.has(each)) || ignoredBy(change.base, target) !== undefined)
      return [];
    return [{ path, target, facts }];
  });
}

/** The last parts of the names of modules that files of the base import and that are not there: something makes them. */
function madeAtBase({ base }: Change): ReadonlySet<string> {
  const exports = new Exports(base);
  const made = base.paths.flatMap(path =>
    (exports.script(path)?.imports ?? []).filter(
      ({ from }) =>
        exports.modules.targets(path, from).length > 0 && exports.modules.candidates(path, from).length === 0,
    ),
  );
  return new Set(made.map(({ from }) => endingOf(from)));
}

function tell({ head }: Change, exports: Exports, { path, target, facts }: Missing): CrossFileFinding {
  const { from, at } = facts;
  const meant = ignoredBy(head, target) === undefined ? meantBy(head, exports, target, facts) : undefined;
  return {
    rule: 'cross-file/missing-module',
    severity: severityOfBreak([path], 'medium'),
    category: 'bug',
    title: `${quoted(from)} is imported here, and there is no such file`,
    body: `${meant === undefined ? '' : `There is ${quoted(meant)}. `}The import fails where the module is loaded or built.`,
    at: placeOf(path, at),
    related: [],
    ...(meant === undefined && { unexplained: [from] }),
  };
}

/** The module that was meant by one that does not exist, if it is clear which. */
function meantBy(
  head: Change['head'],
  exports: Exports,
  target: string,
  { names = [] }: ImportFacts,
): string | undefined {
  const ending = endingOf(target);
  const asked = names.filter(({ name }) => name !== '*');
  const has = (path: string): boolean => {
    const { names: exported } = exports.of(path);
    return asked.every(({ name }) => exported.has(name));
  };
  const scripts = head.paths.filter(path => exports.script(path) !== undefined && has(path));
  const isBeside = (path: string): boolean => dirname(path) === dirname(target);
  const near = scripts.filter(
    path => isBeside(path) && (endingOf(path) === ending || isNearMiss(ending, endingOf(path))),
  );
  const same = asked.length === 0 || ending === 'index' ? [] : scripts.filter(path => endingOf(path) === ending);
  const found = near.length > 0 ? near : same;
  return found.length === 1 ? found[0] : undefined;
}
