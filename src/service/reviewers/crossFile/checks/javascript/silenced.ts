import type { TreeChange } from '../../check.ts';
import type { ImportFacts, JavaScriptFacts, ScriptFacts } from './facts.ts';

type Change = TreeChange<JavaScriptFacts>;

/** Whether marks in a file keep it from being judged. What the change itself brings takes nothing out of its review. */
export function isSilencedFile(change: Change, path: string, script: ScriptFacts): boolean {
  return script.isSilenced === true && scriptBefore(change, path)?.isSilenced === true;
}

/** Whether a comment keeps an import from being judged, and did so at the base. */
export function isSilencedImport(change: Change, path: string, { from, isSilenced }: ImportFacts): boolean {
  if (isSilenced !== true) return false;
  const before = scriptBefore(change, path)?.imports ?? [];
  return before.some(each => each.from === from && each.isSilenced === true);
}

function scriptBefore({ base }: Change, path: string): ScriptFacts | undefined {
  const facts = base.facts(path);
  return facts?.kind === 'script' ? facts : undefined;
}
