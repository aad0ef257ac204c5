/** A field of a model of Prisma that has a column: those of an enum are left out, which look like relations. */
interface Field {
  readonly name: string;
  /** What it is called in the database. */
  readonly column: string;
  /** From 1. */
  readonly line: number;
}

/** A model of Prisma. */
interface Model {
  readonly name: string;
  /** What it is called in the database. */
  readonly table: string;
  readonly line: number;
  readonly fields: readonly Field[];
}

/** What is known of a schema of Prisma, of a migration, or of a manifest. */
export interface SchemaFacts {
  readonly models?: readonly Model[];
  /** Names in the SQL of a migration. */
  readonly migrated?: readonly string[];
  /** Set if a command brings the schema to the database without migrations. */
  readonly isPushed?: true;
}

const model = /^model[ \t]+(\w{1,100})[ \t]*\{/;
const field = /^[ \t]+(\w{1,100})[ \t]+(?:String|Boolean|Int|BigInt|Float|Decimal|DateTime|Json|Bytes|Unsupported)\b/;
const mapped = /@map\([ \t]*(?:name:[ \t]*)?"([^"\n]{1,100})"/;
const ignored = /@@?ignore\b/;
const quotedInSql = /["`[]([\w-]{1,100})["`\]]/g;
const push = /\bprisma[ \t]+db[ \t]+push\b/;

const migrationFile = /(?:^|\/)migrations\/[^/]+\/migration\.sql$/;
const manifest = /(?:^|\/)package\.json$/;

/** Whether a file has such facts. */
export function hasSchemaFacts(path: string): boolean {
  return path.endsWith('.prisma') || migrationFile.test(path) || manifest.test(path);
}

export function readSchemaFacts(path: string, text: string): SchemaFacts {
  if (manifest.test(path)) return push.test(text) ? { isPushed: true } : {};
  if (path.endsWith('.prisma')) return { models: modelsIn(text) };
  return { migrated: [...new Set([...text.matchAll(quotedInSql)].map(([, name = '']) => name))] };
}

function modelsIn(text: string): Model[] {
  const models: (Model & { table: string; readonly fields: Field[]; isIgnored?: boolean })[] = [];
  let isInside = false;
  for (const [index, line] of text.split('\n').entries()) {
    const [named, current] = [model.exec(line)?.[1], models.at(-1)];
    const map = mapped.exec(line)?.[1];
    if (named !== undefined) {
      models.push({ name: named, table: named, line: index + 1, fields: [] });
      isInside = true;
    } else if (line.startsWith('}')) isInside = false;
    else if (!isInside || current === undefined) continue;
    else if (/^\s+@@/.test(line)) {
      if (ignored.test(line)) current.isIgnored = true;
      if (map !== undefined && line.includes('@@map')) current.table = map;
    } else if (!ignored.test(line)) {
      const name = field.exec(line)?.[1];
      if (name !== undefined) current.fields.push({ name, column: map ?? name, line: index + 1 });
    }
  }
  return models.filter(({ isIgnored }) => isIgnored !== true);
}
