import { dirname } from 'node:path/posix';
import { isTestPath } from '../../../../engine/reviewer.ts';
import type { CrossFileFinding, Insertion, TreeChange } from '../../check.ts';
import type { FreeName, ImportFacts, JavaScriptFacts, ScriptFacts, Spot } from './facts.ts';
import { weighed } from '../../doubt.ts';
import { severityOfBreak } from '../severityOfBreak.ts';
import { idleIn } from './idleFiles.ts';
import { knownGlobals } from './knownGlobals.ts';
import { Exports } from './modules/moduleExports.ts';
import { isSilencedFile } from './silenced.ts';
import { placeOf, quoted } from './words.ts';

type Change = TreeChange<JavaScriptFacts>;

/** Packages that make names global by tools. */
const importsItself = /^(?:nuxt|@nuxt\/.*|unplugin-auto-import|wxt|meteor-node-stubs|sails|ember-cli|@angular\/core)$/;

/** With more names that nobody declares, or more files that use one of them, the code of the base lives among globals. */
const mostFree = { names: 3, files: 9 } as const;

/**
 * Names that a module uses, and that nothing defines since the change, if it is seen why: the change takes
 * away what defined them, another file has what is to be imported, or another name was meant. Where the code of the base
 * uses names that a page or a host brings, another one may be one of them: there only names are told that the change takes
 * away.
 */
export function undefinedName(change: Change): CrossFileFinding[] {
  const { head, changed } = change;
  const suspects = [...changed.keys()].flatMap((path): Suspect[] => {
    const script = scriptAt(change, path);
    if (script === undefined || !isRead(script) || documents.test(path)) return [];
    if (isSilencedFile(change, path, script)) return [];
    const suspect = (free: readonly FreeName[], rest: Pick<Suspect, 'hiddenBy'> = {}): Suspect[] => {
      const unknown = free.filter(([name]) => !isGiven(name, path));
      return unknown.length === 0 ? [] : [{ path, script, free: unknown, ...rest }];
    };
    return [...suspect(script.free ?? []), ...suspect(newlySaved(change, path, script), { hiddenBy: 'change' })];
  });
  if (suspects.length === 0) return [];
  const ambient = ambientNames(change);
  const effects = wordsOfEffects(head);
  const mentioned = mentionsIn(head);
  const amongGlobals = [true, false].map(isTyped => livesAmongGlobals(change, isTyped));
  const exports = new Exports(head);
  const sides = { base: new Exports(change.base), head: exports };
  const isIdle = idleIn(head, exports);
  return suspects.flatMap(({ free, ...suspect }) =>
    weighed(suspect, sides, side => givingNames(side, suspect)).flatMap(({ doubt, ...rest }) => {
      const undefinedOnes = free.filter(([name]) => !ambient.has(name) && !effects.has(name.toLowerCase()));
      const byDoubt = Map.groupBy(undefinedOnes, ([name]) => doubt ?? mentioned.get(name));
      return [...byDoubt].flatMap(([why, names]) =>
        tell(change, exports, { ...rest, free: names }, amongGlobals[isTyped(rest.script) ? 0 : 1] === true).map(
          each => ({
            ...each,
            severity: isIdle(rest.path) ? 'low' : severityOfBreak([rest.path], each.severity),
            ...(why !== undefined && { doubt: why }),
          }),
        ),
      );
    }),
  );
}

/**
 * The words in the names of packages that are imported for what they do alone, in lower case: one may define a name that it
 * is called after, as `@hotwired/turbo-rails` does `Turbo`.
 */
function wordsOfEffects(tree: Change['head']): ReadonlySet<string> {
  const packages = tree.paths.flatMap(path => {
    const facts = tree.facts(path);
    const imports = facts?.kind === 'script' ? (facts.imports ?? []) : [];
    return imports.filter(each => each.names === undefined && each.isExport !== true && /^[@\w]/.test(each.from));
  });
  return new Set(packages.flatMap(({ from }) => from.toLowerCase().split(/[^a-z\d]+/)));
}

/** Whether the nature of a script lets its names be judged. */
function isRead({ isJavaScript, isTypeScript }: ScriptFacts): boolean {
  return isJavaScript === true || isTypeScript === true;
}

function isTyped({ isTypeScript }: ScriptFacts): boolean {
  return isTypeScript === true;
}

function livesAmongGlobals({ base }: Change, isOfTypes: boolean): boolean {
  const files = new Map<string, number>();
  for (const path of base.paths) {
    const facts = base.facts(path);
    if (facts?.kind !== 'script' || !isRead(facts) || isTyped(facts) !== isOfTypes) continue;
    for (const [name] of facts.free ?? []) if (!isGiven(name, path)) files.set(name, (files.get(name) ?? 0) + 1);
  }
  return files.size > mostFree.names || [...files.values()].some(count => count > mostFree.files);
}

/** Documents, whose samples may be of a page that brings names. */
const documents = /(?:^|\/)docs?\//;

/** What is copied to another place and completed there. Templates of pages are in folders of that name alone. */
const toBeCopied = /(?:^|\/)(?:_{1,2}templates?_{0,2}|boilerplates?|scaffold(?:s|ing)?)\/|[-_.]template\.\w+$/i;

/** Whether a host, a compiler or the settings of a bundler define a name. */
function isGiven(name: string, path: string): boolean {
  return knownGlobals.has(name) || /^__\w+__$|^GM_/.test(name) || (path.endsWith('.svelte') && name.startsWith('$'));
}

interface Suspect {
  readonly path: string;
  readonly script: ScriptFacts;
  readonly free: readonly FreeName[];
  /** Set if it has a comment on the names that the change adds. */
  readonly hiddenBy?: 'change';
}

/** The names that only a new comment calls global: what the change brings takes nothing out of its review unsaid. */
function newlySaved({ base, changed }: Change, path: string, { saved = [] }: ScriptFacts): FreeName[] {
  const facts = base.facts(path);
  const before = facts?.kind === 'script' ? (facts.saved ?? []) : [];
  return saved.flatMap(([free, line]) =>
    changed.get(path)?.has(line) === true && !before.some(([[name]]) => name === free[0]) ? [free] : [],
  );
}

function scriptAt({ head }: Change, path: string): ScriptFacts | undefined {
  const facts = head.facts(path);
  return facts?.kind === 'script' ? facts : undefined;
}

/** What makes names global for a file by tools. */
function givingNames(exports: Exports, { path, script }: Pick<Suspect, 'path' | 'script'>): string | undefined {
  const manifest = exports.manifestWith(
    path,
    name => importsItself.test(name) && (!isTyped(script) || name !== '@angular/core'),
  );
  return manifest === undefined ? undefined : `has ${quoted(manifest)} ask for a tool that declares names`;
}

/**
 * Names that any file of the base uses without declaring them, or mentions as global, and those that files of either tree
 * declare for all.
 */
function ambientNames({ base, head }: Change): Set<string> {
  const names = new Set<string>(mentionsIn(base).keys());
  for (const tree of [base, head])
    for (const path of tree.paths) {
      const facts = tree.facts(path);
      if (facts?.kind !== 'script') continue;
      for (const name of facts.ambient ?? []) names.add(name);
      if (tree === base) for (const [name] of facts.free ?? []) names.add(name);
    }
  return names;
}

/** The names that files of a tree mention as global, and what a change does that mentions one first. */
function mentionsIn(tree: Change['head']): ReadonlyMap<string, string> {
  return new Map(
    tree.paths.flatMap(path => {
      const facts = tree.facts(path);
      const names = facts?.kind === 'script' || facts?.kind === 'manifest' ? (facts.mentioned ?? []) : [];
      return names.map(name => [name, `has ${quoted(path)} mention it as global`] as const);
    }),
  );
}

/** One finding for what one deleted import defined, and one for each other name. */
function tell(
  change: Change,
  exports: Exports,
  { path, script, free, hiddenBy }: Suspect,
  isAmongGlobals: boolean,
): CrossFileFinding[] {
  const { head } = change;
  const before = change.base.facts(path);
  const imports = before?.kind === 'script' ? (before.imports ?? []) : [];
  const sourceOf = (name: string): ImportFacts | undefined =>
    imports.find(({ names = [] }) => names.some(({ local }) => local === name));
  const lines = change.changed.get(path);
  // What was used before was defined by something that is removed.
  const causeOf = (name: string, places: readonly Spot[]): string =>
    places.some(([line]) => lines?.has(line) === true) ? name : '';
  const groups = Map.groupBy(free, ([name, places]) => sourceOf(name) ?? causeOf(name, places));
  return [...groups].flatMap(([source, names]): CrossFileFinding[] => {
    const isTakenAway = typeof source !== 'string' || source === '';
    const why = isTakenAway ? '' : whyMissing(exports, head, path, source, names[0]?.[2]);
    // What a generator writes, the project does not mend, and in what is to be copied, names are filled in.
    const isForOthers = script.isMade === true || toBeCopied.test(path);
    const isExplained = why !== undefined && !isForOthers && (isTakenAway || !isAmongGlobals);
    if (!isExplained && hiddenBy !== undefined) return [];
    const uses = names.flatMap(([name, places]) => places.map(place => ({ name, place })));
    const first = uses.find(({ place }) => lines?.has(place[0])) ?? uses[0];
    const at = first?.place ?? [1, 1, 1];
    const others = uses.filter(({ place }) => place !== at);
    const said = names.map(([name]) => quoted(name)).join(', ');
    const [is, it] = names.length === 1 ? ['is', 'it'] : ['are', 'them'];
    const title =
      typeof source === 'string'
        ? source === ''
          ? `${said} ${is} not defined any more, and still used`
          : `${said} ${is} not defined: nothing here declares or imports ${it}`
        : `${said} ${is} not defined any more: the import of ${quoted(source.from)} is removed`;
    const fix = typeof source === 'string' ? missingImport(change, exports, path, script, source) : undefined;
    return [
      {
        rule: 'cross-file/undefined-name',
        severity: 'medium',
        category: 'bug',
        title,
        body: `${why ?? ''}No other file uses ${it} as a global. ${isTyped(script) ? 'The compiler refuses it, and the' : 'The'} code throws a \`ReferenceError\` when it gets here.`,
        at: placeOf(path, at),
        related: others
          .slice(0, 20)
          .map(({ name, place }) => ({ ...placeOf(path, place), message: `${quoted(name)} is used here.` })),
        ...(fix !== undefined && { fix }),
        ...(hiddenBy !== undefined && { hiddenBy }),
        ...(!isExplained && { unexplained: names.map(([name]) => name) }),
      },
    ];
  });
}

/** What shows that a name is missing by mistake, as a sentence; undefined if something unknown may bring it. */
function whyMissing(
  exports: Exports,
  head: Change['head'],
  user: string,
  name: string,
  near: string | undefined,
): string | undefined {
  if (near !== undefined) return `The file has ${quoted(near)}, which is almost the same. `;
  for (const path of head.paths) {
    // Tests set up what something unknown gives elsewhere.
    if (isTestPath(path) && !isTestPath(user)) continue;
    const script = exports.script(path);
    if (script?.exports?.some(each => each.name === name && each.isType !== true) === true)
      return `${quoted(path)} exports it. `;
    const from = script?.imports?.find(
      ({ names = [], isType }) => isType !== true && names.some(({ local }) => local === name),
    )?.from;
    if (from !== undefined) return `${quoted(path)} imports it from ${quoted(from)}. `;
  }
  return hookOf(exports, head, name);
}

/** The hook that other files have a name from; two have to, since one may call anything so. */
function hookOf(exports: Exports, head: Change['head'], name: string): string | undefined {
  const hooks = head.paths.flatMap(path => {
    const [, hook] = exports.script(path)?.hookNames?.find(([each]) => each === name) ?? [];
    return hook === undefined ? [] : [{ path, hook }];
  });
  for (const [hook, files] of Map.groupBy(hooks, each => each.hook)) {
    const [one, other] = files;
    if (one !== undefined && other !== undefined)
      return `${quoted(one.path)} and ${quoted(other.path)} have it from ${quoted(`${hook}()`)}. `;
  }
  return undefined;
}

/** The import of a name, if one module alone can be meant, and others import it in the same way. */
function missingImport(
  { head }: Change,
  exports: Exports,
  path: string,
  script: ScriptFacts,
  name: string,
): Insertion | undefined {
  const last = script.imports?.filter(({ isRequire, isExport }) => isRequire !== true && isExport !== true).at(-1);
  const exporting = head.paths.filter(each => exports.script(each)?.exports?.some(({ name: one }) => one === name));
  const users = head.paths.flatMap(each =>
    (exports.script(each)?.imports ?? []).flatMap(({ from, names = [], isRequire, isExport }) => {
      const taken = isExport === true ? undefined : names.find(({ local }) => local === name);
      return taken === undefined ? [] : [{ each, from, isAlike: isRequire !== true && taken.name === name }];
    }),
  );
  const [target, ...more] = exporting;
  if (last === undefined || more.length > 0 || !users.every(({ isAlike }) => isAlike)) return undefined;
  // What the repository does not export comes from a package.
  const isMeant = (user: string, from: string): boolean =>
    target === undefined ? !from.startsWith('.') : exports.modules.resolve(user, from) === target;
  if (!users.every(({ each, from }) => isMeant(each, from))) return undefined;
  const spelled = new Set(users.map(({ each, from }) => (from.startsWith('.') ? dirname(each) : '') + from));
  const same = users.find(({ each, from }) => !from.startsWith('.') || dirname(each) === dirname(path));
  if (same === undefined || spelled.size > 1) return undefined;
  return { line: last.at[0] + 1, text: `import { ${name} } from '${same.from.replaceAll("'", '')}';` };
}
