import assert from 'node:assert/strict';
import { findingsOf, told } from './pythonChange.ts';

const before = {
  'shop/__init__.py': '',
  'shop/errors.py': 'class Refused(Exception):\n    pass\n',
  'shop/schemas.py': 'from .errors import Refused\n\n\nclass User:\n    pass\n',
};
const back = 'from .schemas import User\n\n\nclass Refused(Exception):\n    pass\n';

describe('two files of Python that import from each other', () => {
  it('are told where neither can be loaded', () => {
    assert.deepEqual(told(before, { 'shop/errors.py': back }), [
      'circular-import shop/errors.py:1 <- shop/schemas.py:1',
    ]);
    assert.deepEqual(
      findingsOf(before, { 'shop/errors.py': back }).map(({ title }) => title),
      [
        '`shop/errors.py` and `shop/schemas.py` import from each other before they define what they are asked for, so neither can be loaded',
      ],
    );
  });

  it('are told once where both imports are new', () => {
    const { 'shop/schemas.py': schemas, ...without } = before;
    assert.equal(told(without, { 'shop/errors.py': back, 'shop/schemas.py': schemas }).length, 1);
  });

  for (const [what, text] of [
    ['one is loaded first in the right order', 'class Refused(Exception):\n    pass\n\n\nfrom .schemas import User\n'],
    ['an import is for types alone', `from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    ${back}`],
    [
      'an import is in a function',
      'class Refused(Exception):\n    def a(self):\n        from .schemas import User\n        return User\n',
    ],
    ['the module is imported as a whole', back.replace('from .schemas import User', 'import shop.schemas')],
    [
      'an import may fail',
      `try:\n    from .schemas import User\nexcept ImportError:\n    User = None\n${back.slice(26)}`,
    ],
  ] as const)
    it(`are nothing where ${what}`, () => assert.deepEqual(told(before, { 'shop/errors.py': text }), []));

  it('are nothing where the other one has defined what is asked for by then', () => {
    const early = { ...before, 'shop/schemas.py': 'class User:\n    pass\n\n\nfrom .errors import Refused\n' };
    assert.deepEqual(told(early, { 'shop/errors.py': back }), []);
  });

  it('are nothing where they did before', () => {
    const known = { ...before, 'shop/errors.py': back };
    const moved = back.replace('import User', 'import (\n    User,\n)');
    assert.deepEqual(told(known, { 'shop/errors.py': moved }), []);
  });
});
