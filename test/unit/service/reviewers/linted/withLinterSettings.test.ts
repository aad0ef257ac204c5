import assert from 'node:assert/strict';
import { reviewNotes } from '../../../../../src/service/engine/result/reviewNotes.ts';
import { TestRepository, type Files } from '../../../../host/git/repository.ts';
import { engineInProcess } from '../../engineInProcess.ts';

const engine = engineInProcess({ gitExecutable: 'git', onError: assert.ifError });

/** Before each change the files use what they import. */
const used = {
  'web/lib/a.js': "import { go } from './b.js';\nexport const a = go();\n",
  'app/old/a.py': 'import os\n\na = os.sep\n',
};

/** The rules of the comments on some changed files, and whether the notes say that settings hide others. */
async function toldWith(before: Files, after: Files) {
  const repository = await TestRepository.create({ 'README.md': 'A shop.\n', ...used, ...before });
  try {
    const base = await repository.git('rev-parse', 'HEAD');
    const head = await repository.commit(after);
    const result = await engine.review({ root: repository.folder, base, head });
    if (result.status !== 'completed') assert.fail(result.reason);
    const rules = result.comments.map(({ rule_id }) => rule_id);
    return {
      rules,
      isHidden: reviewNotes(result).some(each => each.includes('hidden by the settings of the project')),
    };
  } finally {
    await repository.dispose();
  }
}

describe('names that nothing uses in files that the project keeps from its linters', () => {
  const script = { 'web/lib/a.js': "import { go, on } from './b.js';\nexport const a = on();\n" };
  const python = { 'app/old/a.py': 'import os, re\n\na = re.I\n' };
  const ignoring = "export default [{ ignores: ['lib/**'] }];\n";

  it('are told where nothing keeps them from any', async () => {
    assert.deepEqual(await toldWith({}, script), {
      rules: ['eslint/@typescript-eslint/no-unused-vars'],
      isHidden: false,
    });
    assert.deepEqual(await toldWith({}, python), { rules: ['ruff/F401'], isHidden: false });
  });

  it('are hidden, and counted, by settings in a folder above, old or new', async () => {
    const hidden = { rules: [], isHidden: true };
    assert.deepEqual(await toldWith({ 'web/eslint.config.js': ignoring }, script), hidden);
    assert.deepEqual(await toldWith({}, { ...script, 'web/eslint.config.js': ignoring }), hidden);
    assert.deepEqual(await toldWith({ 'pyproject.toml': '[tool.ruff]\nexclude = ["old"]\n' }, python), hidden);
  });

  it('are told where the nearest settings ask for them', async () => {
    const off = '{ "rules": { "no-unused-vars": "off" } }';
    const on = { 'web/.eslintrc.json': off.replace('off', 'warn') };
    assert.deepEqual((await toldWith({ '.eslintrc.json': off }, script)).rules, []);
    assert.equal((await toldWith({ '.eslintrc.json': off, ...on }, script)).rules.length, 1);
  });

  it('do not take a defect with them', async () => {
    const broken = { 'web/lib/a.js': 'const a = 1;\na = 2;\n' };
    assert.deepEqual((await toldWith({ 'web/eslint.config.js': ignoring }, broken)).rules, ['eslint/no-const-assign']);
  });
});
