import assert from 'node:assert/strict';
import { TestRepository, type Files } from '../../../../host/git/repository.ts';
import { engineInProcess } from '../../engineInProcess.ts';

const engine = engineInProcess({ gitExecutable: 'git', onError: assert.ifError });

/** What is said of unused names. */
async function toldOf(before: Files, after: Files) {
  const repository = await TestRepository.create({ 'README.md': 'A shop.\n', ...before });
  try {
    const base = await repository.git('rev-parse', 'HEAD');
    const result = await engine.review({ root: repository.folder, base, head: await repository.commit(after) });
    if (result.status !== 'completed') assert.fail(result.reason);
    return result.comments.filter(({ category }) => category === 'maintainability');
  } finally {
    await repository.dispose();
  }
}

describe('names that nothing uses', () => {
  const fresh = { 'web/src/a.ts': "import { go } from './b.js';\nexport const a = 1;\n" };
  const strict = '{\n  // As the build has it.\n  "compilerOptions": { "noUnusedLocals": true },\n}\n';

  it('are not told of in a new file where nothing follows from them', async () => {
    assert.deepEqual(await toldOf({}, { ...fresh, 'app/a.py': 'import os\n\na = 1\n' }), []);
    assert.deepEqual(await toldOf({ 'web/tsconfig.json': strict.replace('true', 'false') }, fresh), []);
  });

  it('are told of where the compiler refuses them, with the settings that say so', async () => {
    const [comment, ...others] = await toldOf({ 'web/tsconfig.json': strict }, fresh);
    assert.deepEqual(others, []);
    assert.equal(comment?.title, '`go` is imported and not used, which the compiler refuses.');
    assert.match(comment.body, /`noUnusedLocals` is on in `web\/tsconfig\.json`/);
    assert.equal(comment.severity, 'medium');
  });

  it('are of low severity where no command builds with the compiler, but one for the types alone', async () => {
    for (const [scripts, severity] of [
      [{ build: 'vite build', typecheck: 'tsc --noEmit' }, 'low'],
      [{ build: 'tsc -b && vite build' }, 'medium'],
      [{ build: 'next build' }, 'medium'],
      [{}, 'medium'],
    ] as const) {
      const before = { 'web/tsconfig.json': strict, 'web/package.json': JSON.stringify({ scripts }) };
      const comments = await toldOf(before, fresh);
      assert.deepEqual(
        comments.map(each => each.severity),
        [severity],
        JSON.stringify(scripts),
      );
    }
    const [ofDeno] = await toldOf({ 'web/tsconfig.json': strict, 'web/deno.json': '{}' }, fresh);
    assert.equal(ofDeno?.severity, 'low');
  });

  it('are told of by what the settings extend, and by those of the part that a file is in', async () => {
    const extending = { 'base.json': strict, 'web/tsconfig.json': '{ "extends": "../base" }' };
    assert.equal((await toldOf(extending, fresh)).length, 1);
    const parts = {
      'web/tsconfig.json': '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }, { "path": "tools" }] }',
      'web/tsconfig.app.json': strict.replace('{\n', '{\n  "include": ["src"],\n'),
      'web/tools/tsconfig.json': '{}',
    };
    assert.equal((await toldOf(parts, fresh)).length, 1);
    assert.deepEqual(await toldOf(parts, { 'web/other/a.ts': fresh['web/src/a.ts'] }), []);
  });

  it('are not told of where those settings leave the file out, or are nearer and say nothing', async () => {
    const excluding = strict.replace('{\n', '{\n  "exclude": ["src"],\n');
    assert.deepEqual(await toldOf({ 'web/tsconfig.json': excluding }, fresh), []);
    assert.deepEqual(await toldOf({ 'tsconfig.json': strict, 'web/tsconfig.json': '{}' }, fresh), []);
    assert.deepEqual(await toldOf({ 'web/tsconfig.json': strict }, { 'web/src/a.js': fresh['web/src/a.ts'] }), []);
  });

  it('are told of where the change takes their last use away', async () => {
    const used = {
      'a.py': 'from os import path, sep\n\nprint(path, sep)\n',
      'b.js': "import { a } from './a.js';\na();\n",
    };
    const after = {
      'a.py': 'from os import path, sep, walk\n\nprint(sep)\n',
      'b.js': "import { a, b } from './a.js';\nb();\n",
    };
    const [comment, ...others] = await toldOf(used, after);
    assert.deepEqual(others, []);
    assert.match(comment?.title ?? '', /^2 names are not used: `os\.path` and `a`\.$/);
    // `walk` is new there, and was never used.
    assert.doesNotMatch(JSON.stringify(comment), /walk`/);
  });

  it('are told of once the settings refuse them, also in a file that is as it was reviewed', async () => {
    const repository = await TestRepository.create({ 'web/tsconfig.json': '{}' });
    try {
      const base = await repository.git('rev-parse', 'HEAD');
      const [root, first] = [repository.folder, await repository.commit(fresh)];
      const result = await engine.review({ root, base, head: first });
      if (result.status !== 'completed') assert.fail(result.reason);
      assert.deepEqual(result.comments, []);
      const head = await repository.commit({ 'web/tsconfig.json': strict });
      const { reports, memory } = result;
      assert.ok(memory);
      const next = await engine.review({ root, base, head, earlier: { head: first, reports, memory } });
      if (next.status !== 'completed') assert.fail(next.reason);
      assert.match(next.comments[0]?.title ?? '', /which the compiler refuses/);
    } finally {
      await repository.dispose();
    }
  });

  it('are not told of in a line that changes otherwise where nothing used them before', async () => {
    const before = { 'a.py': 'from os import path, sep\n\nprint(sep)\n' };
    assert.deepEqual(await toldOf(before, { 'a.py': 'from os import path, sep, walk\n\nprint(sep, walk)\n' }), []);
  });
});
