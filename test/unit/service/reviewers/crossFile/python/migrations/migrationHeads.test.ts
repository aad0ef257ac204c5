import assert from 'node:assert/strict';
import { findingsOf, told } from '../pythonChange.ts';

const alembic = (revision: string, before: string, more = ''): string =>
  `"""A migration."""\n\nrevision: str = ${JSON.stringify(revision)}\ndown_revision: str | None = ${before}\n${more}`;
const django = (...after: readonly string[]): string =>
  `from django.db import migrations\n\n\nclass Migration(migrations.Migration):\n    dependencies = [\n${after.map(each => `        (${each}),\n`).join('')}    ]\n    operations = []\n`;

const before = {
  'db/versions/a1_first.py': alembic('a1', 'None'),
  'db/versions/b2_second.py': alembic('b2', '"a1"'),
  'shop/migrations/0001_initial.py': django("'auth', '0001_initial'"),
  'shop/migrations/0002_note.py': django("'shop', '0001_initial'"),
};

describe('migrations of which several are the last', () => {
  it('are told where a revision of Alembic comes after what another one follows already', () => {
    const touched = { 'db/versions/c3_third.py': alembic('c3', '"a1"') };
    assert.deepEqual(told(before, touched), [
      'migration-heads db/versions/c3_third.py:4 <- db/versions/b2_second.py:4',
    ]);
    assert.equal(
      findingsOf(before, touched)[0]?.title,
      '`c3` and `b2` are each the last migration of `db/versions`, so `alembic upgrade head` stops',
    );
  });

  it('are told once where two are new', () => {
    const touched = {
      'db/versions/c3_third.py': alembic('c3', '"b2"'),
      'db/versions/d4_fourth.py': alembic('d4', '"b2"'),
    };
    assert.deepEqual(told(before, touched), [
      'migration-heads db/versions/c3_third.py:4 <- db/versions/d4_fourth.py:4',
    ]);
  });

  it('are told where two migrations of Django come after one', () => {
    assert.deepEqual(told(before, { 'shop/migrations/0002_state.py': django("'shop', '0001_initial'") }), [
      'migration-heads shop/migrations/0002_state.py:5 <- shop/migrations/0002_note.py:5',
    ]);
  });

  for (const [what, touched, more] of [
    ['one comes after the other', { 'db/versions/c3_third.py': alembic('c3', '"b2"') }, {}],
    [
      'one joins them',
      { 'db/versions/c3_third.py': alembic('c3', '"a1"'), 'db/versions/d4_join.py': alembic('d4', '("b2", "c3")') },
      {},
    ],
    ['it begins a branch', { 'db/versions/c3_third.py': alembic('c3', '"a1"', 'branch_labels = ("other",)\n') }, {}],
    [
      'there were several before',
      { 'db/versions/d4_fourth.py': alembic('d4', '"a1"') },
      { 'db/versions/c3_third.py': alembic('c3', '"a1"') },
    ],
    ['one between them cannot be read', { 'db/versions/d4_fourth.py': alembic('d4', '"c3"') }, {}],
    [
      'one of Django joins them',
      {
        'shop/migrations/0002_state.py': django("'shop', '0001_initial'"),
        'shop/migrations/0003_merge.py': django("'shop', '0002_note'", "'shop', '0002_state'"),
      },
      {},
    ],
    [
      'one of Django says otherwise what comes before it',
      {
        'shop/migrations/0003_state.py': django("'shop', '0002_note'").replace(
          'dependencies =',
          'dependencies: list[tuple[str, str]] =',
        ),
        'shop/migrations/0004_kind.py': django().replace(
          'dependencies = [\n    ]',
          'dependencies = after("0003_state")',
        ),
      },
      {},
    ],
    [
      'an app of Django has another label than its folder',
      { 'people/migrations/0002_note.py': django("'accounts', '0001_initial'") },
      { 'people/migrations/0001_initial.py': django() },
    ],
    [
      'one of Django stands for others',
      { 'shop/migrations/0001_squashed.py': `${django()}    replaces = [('shop', '0001_initial')]\n` },
      {},
    ],
    [
      'they are for tests',
      { 'tests/db/versions/c3.py': alembic('c3', '"a1"') },
      { 'tests/db/versions/a1.py': alembic('a1', 'None'), 'tests/db/versions/b2.py': alembic('b2', '"a1"') },
    ],
  ] as const)
    it(`are nothing where ${what}`, () => assert.deepEqual(told({ ...before, ...more }, touched), []));
});
