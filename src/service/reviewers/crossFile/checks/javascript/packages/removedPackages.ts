import type { CrossFileFinding, TreeChange } from '../../../check.ts';
import { weighed } from '../../../doubt.ts';
import type { JavaScriptFacts, Spot } from '../facts.ts';
import { isSilencedImport } from '../silenced.ts';
import { filesThat, placeOf, quoted } from '../words.ts';
import type { DeclaredPackages } from './declaredPackages.ts';
import { loadedScripts } from './loadedScripts.ts';

type Facts = JavaScriptFacts;
/** Scripts at the top of the repository, which somebody may run. */
const isAtTop = /^[^/]*$/;

/** DeclaredPackages that a manifest does not declare any more. */
export function removedPackages(
  change: TreeChange<Facts>,
  sides: { readonly base: DeclaredPackages; readonly head: DeclaredPackages },
): CrossFileFinding[] {
  const { base, head, changed } = change;
  const packages = sides.head;
  const removed = [...changed.keys()].flatMap(path => {
    const [before, now] = [base.facts(path), head.facts(path)];
    if (before?.kind !== 'manifest' || now?.kind !== 'manifest') return [];
    return before.packages
      .filter(([name]) => !now.packages.some(([each]) => each === name))
      .map(([name, line]) => ({ path, name, line }));
  });
  if (removed.length === 0) return [];
  const uses = head.paths.flatMap(path => {
    const facts = head.facts(path);
    return (facts?.kind === 'script' ? (facts.imports ?? []) : []).flatMap(each => {
      const name = packages.undeclared(path, each);
      if (name === undefined || isSilencedImport(change, path, each)) return [];
      const use = { name, path, at: each.at, manifest: packages.nearest(path) };
      return weighed(use, sides, side => side.giverOf(path, each, name));
    });
  });
  const isLoaded = loadedScripts(head);
  const broken = removed.flatMap(each => {
    const left = uses.filter(
      use => use.name === each.name && use.manifest === each.path && (isAtTop.test(use.path) || isLoaded(use.path)),
    );
    return [...Map.groupBy(left, ({ doubt }) => doubt)].map(([doubt, uses]) => ({ ...each, left: uses, doubt }));
  });
  return [...Map.groupBy(broken, ({ path, doubt = '' }) => `${path}\0${doubt}`).values()].flatMap(ofManifest => {
    const [first] = ofManifest;
    if (first === undefined) return [];
    const { path, line, doubt } = first;
    const isBreaking = ofManifest.some(each =>
      each.left.some(use => packages.severityOf(use.path, isLoaded) !== 'low'),
    );
    const severity = isBreaking ? 'medium' : 'low';
    return [{ ...removal(path, line, ofManifest), severity, ...(doubt !== undefined && { doubt }) }];
  });
}

interface RemovedPackage {
  readonly name: string;
  readonly left: readonly { readonly path: string; readonly at: Spot }[];
}

function removal(path: string, line: number, removed: readonly RemovedPackage[]): Omit<CrossFileFinding, 'severity'> {
  const left = removed.flatMap(({ name, left: uses }) => uses.map(use => ({ ...use, name })));
  const names = removed.slice(0, 3).map(({ name }) => quoted(name));
  const more = removed.length > names.length ? ` and ${removed.length - names.length} more packages` : '';
  const importers = filesThat(left.map(each => each.path));
  const [still, it] = [
    new Set(left.map(each => each.path)).size === 1 ? 'imports' : 'import',
    removed.length === 1 ? 'it' : 'them',
  ];
  return {
    rule: 'cross-file/undeclared-package',
    category: 'bug',
    title: `${quoted(path)} does not declare ${names.join(', ')}${more} any more, but ${importers} still ${still} ${it}`,
    body: consequence,
    at: { path, line, column: 1, endColumn: 1, side: 'base' },
    related: left.map(({ path: file, at, name }) => ({
      ...placeOf(file, at),
      message: `${quoted(name)} is imported here.`,
    })),
  };
}

/** What follows where a package is imported that no manifest declares. */
export const consequence =
  'A clean installation does not have it, unless another package happens to bring it. Add it to the dependencies.';
