import assert from 'node:assert/strict';
import type { Reviewer } from '../../../../../src/service/engine/reviewer.ts';
import { startAnalysers } from '../../startAnalysers.ts';
import { places, review } from '../reviewing.ts';

type Texts = Readonly<Record<string, string>>;

describe('names that nothing uses', () => {
  /** As reviews run them: in processes of their own. */
  let analysers: readonly Reviewer[];
  const told = async (before: Texts, after: Texts): Promise<string[]> =>
    places(await review(analysers, { 'x.txt': '', ...before }, after));

  before(() => {
    analysers = startAnalysers().reviewers();
  });

  const fresh = { 'shop/new.py': 'import json\n' };
  const python = ['shop/new.py:1 ruff/F401'];

  it('are told where the project has none, or one, in the files that it changes', async () => {
    const old = { 'shop/old.py': 'import os\n\nprint(1)\n' };
    const changed = { 'shop/old.py': 'import os\n\nprint(2)\n' };
    assert.deepEqual(await told({}, fresh), python);
    assert.deepEqual(await told(old, { ...changed, ...fresh }), python);
  });

  it('are not told where the project lives with others, in any of the files that it changes', async () => {
    const old = { 'shop/old.py': 'import os\n\nprint(1)\n', 'shop/older.py': 'import re\n\nprint(1)\n' };
    const changed = { 'shop/old.py': 'import os\n\nprint(2)\n', 'shop/older.py': 'import re\n\nprint(2)\n' };
    assert.deepEqual(await told(old, { ...changed, ...fresh }), []);
    // Those of files that are not changed are not known.
    assert.deepEqual(await told(old, fresh), python);
  });

  it('of one language say nothing of another', async () => {
    const old = { 'a.ts': "import a from 'a';\nimport b from 'b';\nexport const c = 1;\n" };
    const changed = { 'a.ts': "import a from 'a';\nimport b from 'b';\nexport const c = 2;\n" };
    const script = { 'b.ts': "import d from 'd';\nexport const e = 1;\n" };
    assert.deepEqual(await told(old, { ...changed, ...fresh, ...script }), python);
  });

  it('are told where the change itself leaves the others unused, or a comment says that they are meant', async () => {
    const uses = { 'shop/old.py': 'import os\nimport re\n\nprint(os.sep, re.I)\n' };
    assert.deepEqual(await told(uses, { 'shop/old.py': 'import os\nimport re\n\nprint(1)\n', ...fresh }), python);
    const meant = { 'shop/old.py': 'import os  # noqa: F401\nimport re  # noqa: F401\n\nprint(1)\n' };
    const changed = { 'shop/old.py': 'import os  # noqa: F401\nimport re  # noqa: F401\n\nprint(2)\n' };
    assert.deepEqual(await told(meant, { ...changed, ...fresh }), python);
  });
});
