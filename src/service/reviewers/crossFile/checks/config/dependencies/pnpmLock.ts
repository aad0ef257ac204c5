import { yamlEntries, type YamlEntry } from '../yamlEntries.ts';
import { overriddenName, type Lock } from './dependencyFacts.ts';

/** Reads who asks for what in `pnpm-lock.yaml`, whose first document may be that of pnpm itself. */
export function readPnpmLock(text: string): Lock {
  const asked = new Map<string, Map<string, string>>();
  const overrides: string[] = [];
  for (const { path, value } of text.split(/^---[ \t]*$/m).flatMap(entriesOf)) {
    if (path[0] === 'overrides' && path[1] !== undefined) overrides.push(overriddenName(path[1]));
    const isShared = path[0] === 'importers';
    const folder = isShared ? path[1] : '.';
    const [group = '', name, field] = isShared ? path.slice(2) : path;
    if (folder === undefined) continue;
    // Up to version 5 there was one list of ranges; since then each stands with its package.
    const isRange =
      group === 'specifiers'
        ? field === undefined
        : group.toLowerCase().endsWith('dependencies') && field === 'specifier';
    const known = asked.get(folder) ?? new Map<string, string>();
    if (isShared || isRange) asked.set(folder, known);
    if (isRange && name !== undefined) known.set(name, value);
  }
  return {
    asked: Object.fromEntries([...asked].map(([folder, each]) => [folder, Object.fromEntries(each)])),
    overrides,
  };
}

/** The packages, which are most of a document, follow. */
function entriesOf(document: string): YamlEntry[] {
  const end = document.search(/^(?:packages|snapshots):/m);
  return [...yamlEntries(end < 0 ? document : document.slice(0, end))];
}
