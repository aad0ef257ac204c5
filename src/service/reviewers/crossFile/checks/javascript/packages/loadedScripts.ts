import { lazy } from '../../../../../../core/base/lazy.ts';
import type { Tree } from '../../../check.ts';
import type { JavaScriptFacts } from '../facts.ts';
import { Modules } from '../modules/resolve.ts';

/** Names of scripts that are run, and not imported. */
const isEntry = /(?:^|\/)(?:app|cli|index|main|server|setup\w*)\.\w+$/i;

/** Tells which scripts others import, commands of manifests run or manifests hand out, or are called as those are that are run. */
export function loadedScripts(tree: Tree<JavaScriptFacts>): (path: string) => boolean {
  const modules = new Modules(tree);
  const loaded = lazy(
    () =>
      new Set(
        tree.paths.flatMap(path => {
          const facts = tree.facts(path);
          if (facts?.kind === 'manifest') {
            const { runs = [], main = [], exports = [] } = facts;
            const named = [...runs, ...main, ...exports.flatMap(([, targets]) => targets)];
            return named.map(each => modules.resolve(path, each.startsWith('./') ? each : `./${each}`));
          }
          return facts?.kind === 'script' ? (facts.imports ?? []).map(({ from }) => modules.resolve(path, from)) : [];
        }),
      ),
  );
  return path => isEntry.test(path) || loaded().has(path);
}
