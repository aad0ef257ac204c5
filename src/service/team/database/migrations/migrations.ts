import type { Migration } from 'kysely/migration';
import { tables } from './0001-tables.ts';

/**
 * All changes of the schema, in order. A name begins with its number and never changes. A migration only adds, since older
 * processes go on beside it; one that they cannot go on beside raises `schema_floor` to its own number.
 */
export const migrations: Readonly<Record<string, Migration>> = { '0001-tables': tables };
