import assert from 'node:assert/strict';
import { schemas } from '../../../../../../src/service/reviewers/crossFile/checks/config/schemas/schemaLanguage.ts';
import { findingsOf, told, type Texts } from '../memoryTrees.ts';

const schema = `datasource db {
  provider = "postgresql"
}

model User {
  id     Int     @id
  orders Order[]

  @@map("users")
}

model Order {
  id     Int  @id
  user   User @relation(fields: [userId], references: [id])
  userId Int  @map("user_id")
}
`;
const before: Texts = {
  'api/package.json': '{ "scripts": { "deploy": "prisma migrate deploy" } }',
  'api/prisma/schema.prisma': schema,
  'api/prisma/migrations/20250101000000_first/migration.sql':
    'CREATE TABLE "users" ("id" INTEGER NOT NULL);\nCREATE TABLE "Order" ("id" INTEGER NOT NULL, "user_id" INTEGER NOT NULL);\n',
};
const withField = schema.replace('  orders', '  note   String?\n  orders');
const item = '\nmodel Item {\n  id    Int @id\n  price Int\n}\n';
const migration = 'api/prisma/migrations/20250201000000_note/migration.sql';

const of = (touched: Texts, base: Texts = before): string[] => told(findingsOf(schemas, base, { ...base, ...touched }));

describe('a schema of Prisma without a migration', () => {
  it('is told where a field is new', () => {
    const touched = { 'api/prisma/schema.prisma': withField };
    assert.deepEqual(of(touched), ['api/prisma/schema.prisma:7 cross-file/missing-migration']);
    const [finding] = findingsOf(schemas, before, { ...before, ...touched });
    assert.equal(finding?.title, 'No migration brings `User.note` to the database');
  });

  it('is told once where a model is new, without its fields', () => {
    assert.deepEqual(of({ 'api/prisma/schema.prisma': schema + item }), [
      'api/prisma/schema.prisma:18 cross-file/missing-migration',
    ]);
  });

  for (const [what, touched, base] of [
    ['its migration comes with it', { 'api/prisma/schema.prisma': withField, [migration]: 'ALTER TABLE "users";' }, {}],
    [
      'its migration came before',
      { 'api/prisma/schema.prisma': withField },
      { [migration]: 'ADD COLUMN "note" TEXT;' },
    ],
    ['there are no migrations', { 'db/schema.prisma': withField }, { 'db/schema.prisma': schema }],
    [
      'migrations have not kept up',
      { 'api/prisma/schema.prisma': withField },
      { 'api/prisma/schema.prisma': schema + item },
    ],
    [
      'a command brings the schema to the database',
      { 'api/prisma/schema.prisma': withField },
      { 'api/package.json': '{ "scripts": { "deploy": "prisma db push" } }' },
    ],
    [
      'a relation to a model of another folder is new',
      { 'api/prisma/schema.prisma': schema.replace('  orders', '  item   Item?\n  orders') },
      { 'api/prisma/models/item.prisma': item },
    ],
    [
      'only a relation is new',
      { 'api/prisma/schema.prisma': schema.replace('  orders', '  order Order?\n  orders') },
      {},
    ],
    ['the client ignores it', { 'api/prisma/schema.prisma': withField.replace('String?', 'String? @ignore') }, {}],
    [
      'a field has another name in code alone',
      { 'api/prisma/schema.prisma': schema.replace('  userId Int ', '  owner  Int ') },
      {},
    ],
    ['it is new itself', { 'web/schema.prisma': withField }, {}],
    ['it only loses fields', { 'api/prisma/schema.prisma': schema.replace(/ {2}userId.*\n/, '') }, {}],
  ] as const)
    it(`is nothing where ${what}`, () => assert.deepEqual(of(touched, { ...before, ...base }), []));
});
