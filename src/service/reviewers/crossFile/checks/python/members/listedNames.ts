import path from 'node:path/posix';
import { unreviewedPath } from '../../../../../engine/diff/excludedFiles.ts';
import type { CrossFileFinding } from '../../../check.ts';
import { isNew, predecessors, severityIn, type Comparison } from '../comparison.ts';
import { placeOf, placeOfRemoved } from '../places.ts';

type Side = Comparison['head'];

/**
 * Names that `__all__` lists and the module does not have, or not any more. What other files than packages lack in
 * themselves Ruff tells.
 */
export function listedNames(comparison: Comparison): CrossFileFinding[] {
  const { base, head } = comparison;
  return head.modules.tree.paths.flatMap((file): CrossFileFinding[] => {
    const lost = (head.modules.tree.facts(file)?.listed ?? []).flatMap(({ name, at }) => {
      if (!lacks(head, file, name) || predecessors(comparison, file).some(each => isBroken(base, each, name)))
        return [];
      const isPackage = path.basename(file) === '__init__.py';
      const own = isPackage ? placeOf(file, at) : undefined;
      const place = isNew(comparison, file, at[0]) ? own : removedAt(comparison, file, name);
      if (!isPackage && place?.path === file) return [];
      return place === undefined ? [] : [{ name, at, place }];
    });
    const [first, ...others] = lost;
    if (first === undefined) return [];
    const more = others.length === 0 ? '' : ` and ${others.length} more`;
    return [
      {
        rule: 'cross-file/removed-name',
        severity: severityIn(comparison, [file]),
        category: 'bug',
        title: `\`__all__\` of \`${file}\` lists \`${first.name}\`${more}, which the module does not have`,
        body: '`from … import *` raises an `AttributeError`. Import or define what it lists, or take it from the list.',
        at: first.place,
        related: lost.map(({ name, at }) => ({ ...placeOf(file, at), message: `lists \`${name}\`` })),
      },
    ];
  });
}

function isBroken(side: Side, file: string, name: string): boolean {
  return side.modules.tree.facts(file)?.listed?.some(each => each.name === name) === true && lacks(side, file, name);
}

/** Whether a module lacks a name, which no build makes either. */
function lacks({ modules }: Side, file: string, name: string): boolean {
  if (name.startsWith('_') || unreviewedPath(path.join(path.dirname(file), `${name}.py`)) !== undefined) return false;
  return modules.find(modules.of(file), name) === 'none';
}

function removedAt(comparison: Comparison, file: string, name: string): CrossFileFinding['at'] | undefined {
  const { modules } = comparison.base;
  const had = modules.find(modules.of(file), name);
  if (typeof had !== 'object') return undefined;
  const cause = had.kind === 'definition' ? had.file : had.module.file;
  return cause === undefined ? undefined : placeOfRemoved(comparison, cause, had.kind === 'definition' ? [name] : []);
}
