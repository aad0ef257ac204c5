import type { Language } from '../../../check.ts';
import { missingSchemaMigrations } from './missingSchemaMigrations.ts';
import { hasSchemaFacts, readSchemaFacts, type SchemaFacts } from './readSchema.ts';

/** Schemas of Prisma and their migrations. */
export const schemas: Language<SchemaFacts> = {
  id: 'schemas',
  version: 2,
  reads: hasSchemaFacts,
  isConcernedBy: path => path.endsWith('.prisma'),
  judges: () => false,
  extract: readSchemaFacts,
  checks: [missingSchemaMigrations],
};
