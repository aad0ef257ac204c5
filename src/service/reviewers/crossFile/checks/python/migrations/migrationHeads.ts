import path from 'node:path/posix';
import { isTestPath } from '../../../../../engine/reviewer.ts';
import type { CrossFileFinding, Tree } from '../../../check.ts';
import type { Comparison } from '../comparison.ts';
import type { MigrationFacts, PythonFacts } from '../facts.ts';

interface Migration extends MigrationFacts {
  readonly file: string;
}

/** Folders of migrations that have several last ones at the head, of which the change adds one, and had one at the base. */
export function migrationHeads({ change: { base, head, changed } }: Comparison): CrossFileFinding[] {
  const isAdded = (file: string): boolean =>
    head.facts(file)?.migration !== undefined && !base.has(file) && !isTestPath(file);
  const folders = new Set([...changed.keys()].filter(isAdded).map(file => path.dirname(file)));
  return [...folders].flatMap((folder): CrossFileFinding[] => {
    const last = lastOf(head, folder);
    const added = last.filter(({ file }) => isAdded(file));
    const [first] = added;
    if (first === undefined || last.length < 2 || lastOf(base, folder).length > 1) return [];
    const others = last.filter(each => each !== first);
    const isOfDjango = path.basename(folder) === 'migrations';
    const names = [first, ...others].map(({ id }) => `\`${id}\``);
    return [
      {
        rule: 'cross-file/migration-heads',
        severity: 'medium',
        category: 'bug',
        title: `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''} are each the last migration of \`${folder}\`, so \`${isOfDjango ? 'migrate' : 'alembic upgrade head'}\` stops`,
        body: `It does not know which comes first. Have one come after the other, or join them with \`${isOfDjango ? 'python manage.py makemigrations --merge' : 'alembic merge heads'}\`.`,
        at: placeOf(first),
        related: others.map(each => ({ ...placeOf(each), message: `comes after ${each.after.join(', ') || 'none'}` })),
      },
    ];
  });
}

/** The migrations of a folder that no other comes after; none where it has branches on purpose, or lacks one. */
function lastOf(tree: Tree<PythonFacts>, folder: string): Migration[] {
  const all = tree.paths.flatMap((file): Migration[] => {
    const migration = path.dirname(file) === folder ? tree.facts(file)?.migration : undefined;
    return migration === undefined ? [] : [{ ...migration, file }];
  });
  const ids = new Set(all.map(({ id }) => id));
  const followed = new Set(all.flatMap(({ after }) => after));
  if (all.some(({ isBranch }) => isBranch === true) || [...followed].some(id => !ids.has(id))) return [];
  return all.filter(({ id }) => !followed.has(id));
}

function placeOf({ file, line }: Migration): CrossFileFinding['at'] {
  return { path: file, line, column: 1, endColumn: 1 };
}
