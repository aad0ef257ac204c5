import { dirname, relative } from 'node:path/posix';
import type { CrossFileFinding, TreeChange } from '../../../check.ts';
import { weighed } from '../../../doubt.ts';
import { isSample } from '../../severityOfBreak.ts';
import type { ImportFacts, JavaScriptFacts } from '../facts.ts';
import { isSilencedImport } from '../silenced.ts';
import { placeOf, quoted } from '../words.ts';
import { DeclaredPackages, packageName } from './declaredPackages.ts';
import { loadedScripts } from './loadedScripts.ts';
import { consequence, removedPackages } from './removedPackages.ts';

type Facts = JavaScriptFacts;

const runsAsItIs = /\.[cm]?js$/;
/** Addresses of modules that Deno loads. */
const ofDeno = /^(?:https?|jsr|npm):/;

/** Imports of packages that no manifest declares, and packages that the change takes out of it while they are imported. */
export function undeclaredPackage(change: TreeChange<Facts>): CrossFileFinding[] {
  const { base, head, changed } = change;
  const isChanged = [...changed.keys()].some(path => head.facts(path) !== undefined);
  if (!isChanged) return [];
  const packages = new DeclaredPackages(head);
  const sides = { base: new DeclaredPackages(base), head: packages };
  const isLoaded = loadedScripts(head);
  const missing = new Map<string, Undeclared>();
  for (const [path, lines] of changed) {
    const facts = head.facts(path);
    // Without a lock file nobody can say what a dependency brings.
    if (facts?.kind !== 'script' || facts.isMade === true || !packages.hasLock(path)) continue;
    // Deno asks no manifest.
    if (facts.imports?.some(({ from }) => ofDeno.test(from)) === true) continue;
    const nearest = packages.nearest(path);
    // A script beside the manifest that nothing loads is run by hand, by somebody who has what it needs.
    const isBeside = nearest !== undefined && dirname(nearest) === dirname(path);
    if (isBeside && runsAsItIs.test(path) && !isLoaded(path)) continue;
    // A sample may be for other projects, unless a manifest among the samples says what they need.
    if (isSample.test(relative(dirname(nearest ?? ''), path))) continue;
    for (const each of facts.imports ?? []) {
      const name = packages.undeclared(path, each);
      if (name === undefined || packages.isGiven(path, each, name)) continue;
      if (!lines.has(each.at[0]) || isSilencedImport(change, path, each)) continue;
      const key = `${nearest ?? ''}\0${name}`;
      if (nearest === undefined || missing.has(key) || wasImported(change, name, packages)) continue;
      const found = { path, from: each.from, at: each.at, name, manifest: nearest };
      const otherOrigin = (side: DeclaredPackages): string | undefined =>
        side.otherResolution(path) ?? side.supplier(nearest);
      for (const one of weighed(found, sides, otherOrigin)) missing.set(key, one);
    }
  }
  // What one file imports is one cause: it was written for other dependencies.
  const ofFiles = Map.groupBy(missing.values(), ({ path, manifest }) => `${manifest}\0${path}`);
  const severityOf = (path: string): CrossFileFinding['severity'] => packages.severityOf(path, isLoaded);
  return [...[...ofFiles.values()].map(each => finding(each, severityOf)), ...removedPackages(change, sides)];
}

/**
 * Whether a file of the base imports it: then it comes from elsewhere, or was missing before. So it is with a scope of which
 * nothing is declared and another name is imported: `@data/users` beside `@data/orders` is an alias.
 */
function wasImported({ base }: TreeChange<Facts>, name: string, packages: DeclaredPackages): boolean {
  const scope = /^@[^/]+\//.exec(name)?.[0];
  return base.paths.some(path => {
    const facts = base.facts(path);
    if (facts?.kind !== 'script') return false;
    return (facts.imports ?? []).some(each => {
      const imported = packageName.exec(each.from)?.[0];
      if (imported === name) return true;
      const isOfScope = scope !== undefined && imported?.startsWith(scope) === true;
      const undeclared = isOfScope && !packages.hasScope(path, scope) ? packages.undeclared(path, each) : undefined;
      return undeclared !== undefined && !packages.isGiven(path, each, undeclared);
    });
  });
}

interface Undeclared extends Pick<ImportFacts, 'from' | 'at'> {
  readonly path: string;
  readonly name: string;
  readonly manifest: string;
  readonly doubt?: string;
}

/** @param imports of one file, at least one */
function finding(
  imports: readonly Undeclared[],
  severityOf: (path: string) => CrossFileFinding['severity'],
): CrossFileFinding {
  const [{ path, from, at, name, manifest, doubt }, ...others] = imports as [Undeclared, ...Undeclared[]];
  const all = imports.slice(0, 3).map(each => quoted(each.name));
  const more = imports.length > all.length ? ` and ${imports.length - all.length} more packages` : '';
  return {
    rule: 'cross-file/undeclared-package',
    severity: severityOf(path),
    category: 'bug',
    title:
      others.length === 0
        ? `${quoted(from)} is imported, but ${quoted(manifest)} does not declare ${quoted(name)}`
        : `${all.join(', ')}${more} are imported, but ${quoted(manifest)} does not declare them`,
    body: consequence,
    ...(doubt !== undefined && { doubt }),
    at: placeOf(path, at),
    related: [
      ...others.map(each => ({ ...placeOf(path, each.at), message: `${quoted(each.name)} is imported here.` })),
      {
        ...placeOf(manifest, [1, 1, 1]),
        message: `${imports.map(each => quoted(each.name)).join(', ')} ${others.length === 0 ? 'is' : 'are'} not declared here.`,
      },
    ],
  };
}
