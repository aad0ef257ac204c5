import assert from 'node:assert/strict';
import { python } from '../../../../../../src/service/reviewers/crossFile/checks/python/python.ts';
import { findingsOf, unexplainedIn, type Texts } from '../memoryTrees.ts';

const shop = { 'shop/__init__.py': '', 'shop/rates.py': 'def load():\n    return 1\n' };

function named(text: string, before: Texts = shop): string[] {
  const after = { ...before, 'shop/cli.py': text };
  assert.deepEqual(findingsOf(python, before, after), []);
  return unexplainedIn(python, before, after);
}

describe('an import of Python that nothing explains', () => {
  for (const [text, name] of [
    ['from .rates import names\n', '.rates.names'],
    ['from shop.rates import load, names\n', 'shop.rates.names'],
    ['from .rate import load\n', '.rate'],
    ['from . import rate\n', '.rate'],
  ] as const)
    it(`is named: ${text.trim()}`, () => assert.deepEqual(named(text), [`${name} at shop/cli.py:1`]));

  for (const [what, text, before] of [
    ['is there', 'from .rates import load\nfrom . import rates\n', shop],
    ['may be missing', 'try:\n    from .rates import names\nexcept ImportError:\n    names = None\n', shop],
    ['is of what is installed', 'from requests import get\n', shop],
    [
      'is of a module that makes its names',
      'from .rates import names\n',
      { ...shop, 'shop/rates.py': 'globals()["names"] = 1\n' },
    ],
    ['is of a star', 'from .rates import names\n', { ...shop, 'shop/rates.py': 'from requests import *\n' }],
    [
      'was there before',
      'from .rates import names\nprint(1)\n',
      { ...shop, 'shop/cli.py': 'from .rates import names\n' },
    ],
  ] as const)
    it(`is nothing where it ${what}`, () => assert.deepEqual(named(text, before), []));
});
