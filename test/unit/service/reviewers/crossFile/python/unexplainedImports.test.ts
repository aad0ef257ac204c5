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
    ['from shop.rate import load\n', 'shop.rate'],
    ['import shop.rate\n', 'shop.rate'],
    ['urlpatterns = [path("", include("shop.rate"))]\n', 'shop.rate'],
    ['pytest_plugins = ["shop.clock"]\n', 'shop.clock'],
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
    [
      'is of a package that finds its modules elsewhere',
      'from shop.rate import load\n',
      { ...shop, 'shop/__init__.py': '__path__ = find()\n' },
    ],
    [
      'is of a folder that may be a part of a package',
      'from common.rate import load\n',
      { ...shop, 'common/rates.py': '' },
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

describe('an import of Python from a package', () => {
  const text = 'import numpy as np\n';
  const line = ['numpy at shop/cli.py:1'];
  for (const [path, manifest] of [
    ['pyproject.toml', '[project]\nname = "shop"\ndependencies = ["requests>=2"]\n'],
    ['requirements.txt', 'requests==2.32 --hash=sha256:0000numpy0000\n'],
    ['requirements/dev.txt', 'requests\n'],
    ['uv.lock', '[[package]]\nname = "requests"\n'],
    ['Pipfile.lock', '{\n    "default": {\n        "requests": {}\n    }\n}\n'],
    ['setup.py', 'from setuptools import setup\nsetup(install_requires=["requests"])\n'],
  ] as const)
    it(`is named where ${path} does not have it`, () => {
      assert.deepEqual(named(text, { ...shop, [path]: manifest }), line);
      assert.deepEqual(named(text, { ...shop, [path]: manifest.replace('requests', 'numpy') }), []);
    });

  const manifest = { 'requirements.txt': 'requests\n' };

  it('is none of a folder that is called like one that is installed, and is no package itself', () => {
    const migrations = { 'alembic/env.py': 'x = 1\n', 'requirements.txt': 'alembic==1.13\n' };
    const use = 'from alembic import op\n';
    const found = (before: Texts): string[] =>
      unexplainedIn(python, before, { ...before, 'alembic/versions/first.py': use });
    assert.deepEqual(found(migrations), []);
    const own = { ...migrations, 'alembic/__init__.py': '' };
    assert.deepEqual(found(own), ['alembic.op at alembic/versions/first.py:1']);
  });

  it('is named once, wherever else it is imported', () =>
    assert.deepEqual(
      named(`${text}from numpy.linalg import norm\nfrom numpy import array, dot\n`, { ...shop, ...manifest }),
      line,
    ));

  for (const [what, code, before] of [
    ['nothing says what is installed', text, shop],
    ['another file imports it', text, { ...shop, ...manifest, 'shop/a.py': text }],
    ['it may be missing', 'try:\n    import numpy\nexcept ImportError:\n    numpy = None\n', { ...shop, ...manifest }],
    ['Python has it', 'import tomllib\nfrom os.path import join\n', { ...shop, ...manifest }],
    [
      'its package has another name',
      'from PIL import Image\nimport yaml\n',
      { ...shop, 'requirements.txt': 'Pillow\nPyYAML\n' },
    ],
    [
      'its package begins with it',
      'import google.cloud.storage\n',
      { ...shop, 'requirements.txt': 'google-cloud-storage\n' },
    ],
  ] as const)
    it(`is nothing where ${what}`, () => assert.deepEqual(named(code, before), []));
});
