import assert from 'node:assert/strict';
import { TestRepository, type Files } from '../../../../host/git/repository.ts';
import { engineInProcess } from '../../engineInProcess.ts';

const engine = engineInProcess({ gitExecutable: 'git', onError: assert.ifError });

/** The places of the comments. */
async function told(before: Files, after: Files): Promise<string[]> {
  const repository = await TestRepository.create({ 'README.md': 'A shop.\n', ...before });
  try {
    const base = await repository.git('rev-parse', 'HEAD');
    const result = await engine.review({ root: repository.folder, base, head: await repository.commit(after) });
    if (result.status !== 'completed') assert.fail(result.reason);
    return result.comments.map(({ path, start_line }) => `${path}:${start_line}`).sort();
  } finally {
    await repository.dispose();
  }
}

describe('files that stand twice in the tree', () => {
  const lines = Array.from({ length: 30 }, (_, at) => `const a${at} = load(${at});\n`).join('');
  const slip = 'if (b !== b) go();\n';
  const text = `${lines}${slip}`;

  it('are told of where the original is', async () => {
    assert.deepEqual(await told({}, { 'src/a.js': text, 'pack/_bundle/src/a.js': text }), ['src/a.js:31']);
    const almost = `// Copied by the build.\n${text}`;
    assert.deepEqual(await told({}, { 'src/a.js': text, 'pack/_bundle/src/a.js': almost }), ['src/a.js:31']);
  });

  it('say nothing new where the original has long been there', async () => {
    assert.deepEqual(await told({ 'src/a.js': text }, { 'pack/_bundle/src/a.js': text }), []);
  });

  it('are told of where the copy has a line of its own, or is none', async () => {
    assert.deepEqual(await told({ 'src/a.js': lines }, { 'pack/_bundle/src/a.js': text }), [
      'pack/_bundle/src/a.js:31',
    ]);
    assert.deepEqual(await told({ 'src/a.js': `${slip}go(1);\n` }, { 'pack/src/a.js': text }), ['pack/src/a.js:31']);
    assert.deepEqual(await told({ 'src/a.js': text }, { 'pack/src/b.js': text }), ['pack/src/b.js:31']);
  });
});
