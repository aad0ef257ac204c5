import assert from 'node:assert/strict';
import { reviewNotes } from '../../../../../src/service/engine/result/reviewNotes.ts';
import { TestRepository, type Files } from '../../../../host/git/repository.ts';
import { engineInProcess } from '../../engineInProcess.ts';

const engine = engineInProcess({ gitExecutable: 'git', onError: assert.ifError });

const source = 'export const a = (b: unknown) => { b = <string>b; return b; };\n';
const script = 'exports.a = b => { b = b; return b; };\n';
const slip = ['eslint/no-self-assign'];

/** The rules of the comments, and which file the notes call compiled. */
async function reviewed(after: Files, before: Files = {}) {
  const repository = await TestRepository.create({ 'README.md': 'A shop.\n', ...before });
  try {
    const base = await repository.git('rev-parse', 'HEAD');
    const result = await engine.review({ root: repository.folder, base, head: await repository.commit(after) });
    if (result.status !== 'completed') assert.fail(result.reason);
    const notes = reviewNotes(result).flatMap(each => /[\w/.]+ \(compiled, as [^)]*/.exec(each) ?? []);
    return { rules: result.comments.map(each => each.rule_id), notes };
  } finally {
    await repository.dispose();
  }
}

describe('scripts that are compiled from TypeScript beside them', () => {
  it('are named in place of comments', async () => {
    for (const [name, from] of [
      ['a.js', 'a.ts'],
      ['a.js', 'a.tsx'],
      ['a.mjs', 'a.mts'],
    ] as const) {
      const text = from.endsWith('x') ? 'export const a = 1;\n' : source;
      const body = name.endsWith('.mjs') ? script.replace('exports.a', 'export const a') : script;
      const found = await reviewed({ [`src/${name}`]: body, [`src/${from}`]: text });
      assert.deepEqual(found, { rules: [], notes: [`src/${name} (compiled, as \`${from}\` beside it says`] });
    }
  });

  it('are compiled too where both were there', async () => {
    const before = { 'src/a.js': script.replace('b = b', 'b = 1'), 'src/a.ts': source };
    assert.deepEqual((await reviewed({ 'src/a.js': script }, before)).rules, []);
  });

  it('are told of where what they would be made of is elsewhere, or has declarations alone', async () => {
    for (const from of ['lib/a.ts', 'src/b.ts', 'src/a.d.ts'])
      assert.deepEqual(
        await reviewed({ 'src/a.js': script, [from]: 'export {};\n' }),
        { rules: slip, notes: [] },
        from,
      );
  });

  it('are told of where the change brings the source of a script that was there', async () => {
    const before = { 'src/a.js': script.replace('b = b', 'b = 1') };
    assert.deepEqual(await reviewed({ 'src/a.js': script, 'src/a.ts': source }, before), { rules: slip, notes: [] });
  });

  it('are told of where the change takes their source away', async () => {
    const before = { 'src/a.js': script.replace('b = b', 'b = 1'), 'src/a.ts': source };
    assert.deepEqual((await reviewed({ 'src/a.js': script, 'src/a.ts': undefined }, before)).rules, slip);
  });

  it('are told of in what concerns security', async () => {
    const query = "exports.find = (db, id) => db.query(`SELECT * FROM orders WHERE id = '${id}'`);\n";
    const { rules, notes } = await reviewed({ 'src/a.js': script + query, 'src/a.ts': source });
    assert.deepEqual(rules, ['eslint/review/sql-from-template']);
    assert.equal(notes.length, 1);
  });
});
