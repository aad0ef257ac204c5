import path from 'node:path/posix';
import { isTestPath } from '../../../../../engine/reviewer.ts';
import type { CrossFileFinding, Tree } from '../../../check.ts';
import { isNew, type Comparison } from '../comparison.ts';
import type { Column, PythonFacts } from '../facts.ts';
import { listed, placeOf } from '../places.ts';

const numbered = /^\d{4}_\w+\.py$/;
/** What users of Django have already: a model may say it anew, as it is. */
const ofUsers =
  /^(?:username|first_name|last_name|email|password|last_login|is_(?:active|staff|superuser)|date_joined)$/;

/** The folder of an app of Django that a file of models belongs to: `shop/models.py`, `shop/models/order.py`. */
function appOf(file: string): string | undefined {
  const folder = path.dirname(file);
  if (path.basename(file) === 'models.py') return folder;
  return path.basename(folder) === 'models' ? path.dirname(folder) : undefined;
}

/**
 * New models and fields of a Django app that has kept up its migrations beside them, where none is new and none has their
 * names. What is removed stays out: it is often taken out of the code first, and of the database later.
 */
export function missingMigrations(comparison: Comparison): CrossFileFinding[] {
  const { base, head, changed } = comparison.change;
  const touched = [...changed.keys()].filter(file => head.facts(file)?.columns !== undefined && !isTestPath(file));
  return [...Map.groupBy(touched, appOf)].flatMap(([app, files]): CrossFileFinding[] => {
    if (app === undefined) return [];
    const migrations = path.join(app, 'migrations/');
    if ([...changed.keys()].some(file => file.startsWith(migrations))) return [];
    const kept = migrationsIn(head, migrations);
    if (kept.length === 0 || migrationsIn(base, migrations).length === 0) return [];
    const models = base.paths.filter(file => appOf(file) === app);
    const isUnread = files.some(file => base.has(file) && base.facts(file) === undefined);
    if (isUnread) return [];
    const migrated = new Set(kept.flatMap(file => head.facts(file)?.migration?.names ?? []));
    const before = models.flatMap(file => base.facts(file)?.columns ?? []);
    const known = new Set(before.map(keyOf));
    const knownModels = new Set(before.map(({ model }) => model));
    if (before.some(each => each.isTableless !== true && !migrated.has(each.model))) return [];
    // What its models inherited before, and may have themselves now.
    const inherited = new Set(before.filter(each => each.isTableless).map(({ name }) => name));
    const isMissing = (file: string, each: Column): boolean =>
      each.isTableless !== true &&
      isNew(comparison, file, each.at[0]) &&
      !known.has(keyOf(each)) &&
      !inherited.has(each.name) &&
      !ofUsers.test(each.name) &&
      !migrated.has(knownModels.has(each.model) ? each.name : each.model);
    const missing = files.flatMap(file =>
      (head.facts(file)?.columns ?? []).flatMap(each => (isMissing(file, each) ? [{ file, ...each }] : [])),
    );
    const names = [...new Set(missing.map(each => (knownModels.has(each.model) ? keyOf(each) : each.model)))];
    const [first, ...more] = missing;
    if (first === undefined) return [];
    return [
      {
        rule: 'cross-file/missing-migration',
        severity: 'medium',
        category: 'bug',
        title: `No migration brings ${listed(names)} to the database`,
        body: `The app keeps its migrations in \`${migrations}\`, and this change adds none: queries that need what is new fail. Run \`python manage.py makemigrations\`, and commit what it writes.`,
        at: placeOf(first.file, first.at),
        related: more.map(each => ({ ...placeOf(each.file, each.at), message: `adds \`${keyOf(each)}\`` })),
      },
    ];
  });
}

function migrationsIn(tree: Tree<PythonFacts>, folder: string): string[] {
  return tree.paths.filter(file => file.startsWith(folder) && numbered.test(file.slice(folder.length)));
}

function keyOf({ model, name }: Column): string {
  return `${model}.${name}`;
}
