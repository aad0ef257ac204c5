import assert from 'node:assert/strict';
import { TestRepository, type Files } from '../../../../host/repository.ts';
import { engineInProcess } from '../../engineInProcess.ts';

const engine = engineInProcess({ gitExecutable: 'git', onError: assert.ifError });

const migration = (table: string, head = 'var type, seed;'): string =>
  `${head}\nexports.setup = function (options) {\n  type = options.type;\n  seed = options.seed;\n};\nexports.up = db => db.drop('${table}');\n`;
const earlier: Files = {
  'migrations/01-users.js': migration('users'),
  'migrations/02-orders.js': migration('orders'),
  'src/a.js': migration('a', 'var type;\nvar other;'),
};

/** What is said of unused names. */
async function unusedIn(before: Files, after: Files): Promise<string[]> {
  const repository = await TestRepository.create({ 'README.md': 'A shop.\n', ...before });
  try {
    const base = await repository.git('rev-parse', 'HEAD');
    const result = await engine.review({ root: repository.folder, base, head: await repository.commit(after) });
    if (result.status !== 'completed') assert.fail(result.reason);
    return result.comments.filter(({ category }) => category === 'maintainability').map(({ title }) => title);
  } finally {
    await repository.dispose();
  }
}

describe('unused names of new files', () => {
  it('are not told of where a generator writes them into each file of the folder', async () => {
    assert.deepEqual(await unusedIn(earlier, { 'migrations/03-items.js': migration('items') }), []);
  });

  it('are not told of where those who wrote the last ones took the names out', async () => {
    const tidy: Record<string, string> = {};
    for (let at = 0; at < 8; at++) tidy[`migrations/02-orders-${at}.js`] = 'exports.up = db => db.drop();\n';
    const after = { 'migrations/03-items.js': migration('items') };
    assert.deepEqual(await unusedIn({ ...earlier, ...tidy }, after), []);
  });

  it('are told of where they are not what the others have', async () => {
    const own = { 'migrations/03-items.js': migration('items', "var type, seed;\nvar kept = 'x';") };
    assert.deepEqual(await unusedIn(earlier, own), ['`kept` is declared and not used.']);
  });

  it('are told of where one file beside them has them', async () => {
    const one = { ...earlier, 'migrations/02-orders.js': 'exports.up = db => db.drop();\n' };
    const said = await unusedIn(one, { 'migrations/03-items.js': migration('items') });
    assert.deepEqual(said, ['2 names are not used: `type` and `seed`.']);
  });
});
