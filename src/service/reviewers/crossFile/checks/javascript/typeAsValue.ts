import type { CrossFileFinding, TreeChange } from '../../check.ts';
import type { JavaScriptFacts, ScriptFacts } from './facts.ts';
import { isSilencedFile } from './silenced.ts';
import { placeOf, quoted } from './words.ts';

type Change = TreeChange<JavaScriptFacts>;

/** Names that a module of TypeScript imports as types alone and uses as values since the change. */
export function typeAsValue(change: Change): CrossFileFinding[] {
  return [...change.changed.keys()].flatMap(path => {
    const script = scriptAt(change.head, path);
    if (script === undefined || isSilencedFile(change, path, script)) return [];
    const before = scriptAt(change.base, path)?.typesUsed ?? [];
    const used = (script.typesUsed ?? []).filter(([name]) => !before.some(([each]) => each === name));
    return used.map(([name, at]): CrossFileFinding => {
      const imported = script.imports?.flatMap(({ names = [] }) => names).find(({ local }) => local === name)?.at;
      return {
        rule: 'cross-file/type-as-value',
        severity: 'medium',
        category: 'bug',
        title: `${quoted(name)} is imported as a type, and used as a value here`,
        body: 'Such an import is gone where the code runs: the compiler refuses it, and the code throws a `ReferenceError`. Import it without `type`.',
        at: placeOf(path, at),
        related:
          imported === undefined ? [] : [{ ...placeOf(path, imported), message: `${quoted(name)} is imported here.` }],
      };
    });
  });
}

function scriptAt(tree: Change['head'], path: string): ScriptFacts | undefined {
  const facts = tree.facts(path);
  return facts?.kind === 'script' ? facts : undefined;
}
