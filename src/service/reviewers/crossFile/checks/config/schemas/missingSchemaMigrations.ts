import path from 'node:path/posix';
import type { Check, CrossFileFinding, Tree } from '../../../check.ts';
import { listed } from '../../python/places.ts';
import type { SchemaFacts } from './readSchema.ts';

/** A table or column that a schema asks for, by its name there. */
interface Wanted {
  readonly name: string;
  readonly inDatabase: string;
  readonly file: string;
  readonly line: number;
}

/**
 * Models and fields of Prisma that are new, where the migrations beside the schema had all that it had before, the change
 * adds none, and none has their names.
 */
export const missingSchemaMigrations: Check<SchemaFacts> = ({ base, head, changed }) => {
  const schemas = [...changed.keys()].filter(file => head.facts(file)?.models !== undefined && base.has(file));
  const folders = new Set(schemas.map(file => path.dirname(file)));
  if (folders.size === 0 || head.paths.some(file => head.facts(file)?.isPushed === true)) return [];
  return [...folders].flatMap((folder): CrossFileFinding[] => {
    const migrations = path.join(folder, 'migrations/');
    if ([...changed.keys()].some(file => file.startsWith(migrations))) return [];
    const migrated = new Set(
      head.paths.flatMap(file => (file.startsWith(migrations) ? (head.facts(file)?.migrated ?? []) : [])),
    );
    const before = wantedIn(base, folder);
    if (migrated.size === 0 || before.some(({ inDatabase }) => !migrated.has(inDatabase))) return [];
    const known = new Set(before.map(({ name }) => name));
    const missing = wantedIn(head, folder).filter(
      ({ name, inDatabase, file, line }) =>
        !known.has(name) && !migrated.has(inDatabase) && changed.get(file)?.has(line) === true,
    );
    // The fields of a new model are part of it.
    const models = new Set(missing.map(({ name }) => name));
    const told = missing.filter(({ name }) => !models.has(name.slice(0, Math.max(0, name.indexOf('.')))));
    const [first, ...more] = told;
    if (first === undefined) return [];
    const placeOf = ({ file, line }: Wanted): CrossFileFinding['at'] => ({ path: file, line, column: 1, endColumn: 1 });
    return [
      {
        rule: 'cross-file/missing-migration',
        severity: 'medium',
        category: 'bug',
        title: `No migration brings ${listed(told.map(({ name }) => name))} to the database`,
        body: `The migrations in \`${migrations}\` have all that was in the schema before, and this change adds none: queries that need what is new fail. Run \`prisma migrate dev\`, and commit what it writes.`,
        at: placeOf(first),
        related: more.map(each => ({ ...placeOf(each), message: `adds \`${each.name}\`` })),
      },
    ];
  });
};

/** What the schemas of a folder ask for. */
function wantedIn(tree: Tree<SchemaFacts>, folder: string): Wanted[] {
  const files = tree.paths.filter(file => path.dirname(file) === folder);
  return files.flatMap(file =>
    (tree.facts(file)?.models ?? []).flatMap(({ name: model, table, line, fields }): Wanted[] => [
      { name: model, inDatabase: table, file, line },
      ...fields.map(({ name, column, line: at }) => ({ name: `${model}.${name}`, inDatabase: column, file, line: at })),
    ]),
  );
}
