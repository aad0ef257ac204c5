import assert from 'node:assert/strict';
import { placesOn } from '../../commentsOn.ts';
import { findingsOf, told, type Touched } from './pythonChange.ts';

const before = {
  'manage.py': '',
  'shop/__init__.py': 'from .errors import Refused\n\n__all__ = ["Refused", "errors", "rates"]\n',
  'shop/errors.py': 'class Refused(Exception):\n    pass\n',
  'shop/rates.py': '',
};

function title(touched: Touched): (string | undefined)[] {
  return findingsOf(before, touched).map(each => each.title);
}

describe('names that `__all__` lists', () => {
  it('are told where the package never had one', () => {
    const touched = { 'shop/__init__.py': before['shop/__init__.py'].replace('"rates"', '"rates", "Store"') };
    assert.deepEqual(told(before, touched), ['removed-name shop/__init__.py:3 <- shop/__init__.py:3']);
    assert.deepEqual(title(touched), ['`__all__` of `shop/__init__.py` lists `Store`, which the module does not have']);
  });

  it('are told where the package does not import one any more, or has lost a module', () => {
    const without = { 'shop/__init__.py': '__all__ = ["Refused", "errors", "rates"]\n' };
    assert.deepEqual(told(before, without), ['removed-name shop/__init__.py:1 of the base <- shop/__init__.py:1']);
    assert.deepEqual(told(before, { 'shop/rates.py': undefined }), [
      'removed-name shop/rates.py:1 of the base <- shop/__init__.py:3',
    ]);
  });

  it('are one finding of a module, and those of a list that another one replaces are none', () => {
    const text = '__all__ = ["Old"]\n__all__ = ["Store", "Shelf"]\n__all__ += ["Row"]\n';
    assert.deepEqual(told(before, { 'kits/__init__.py': text }), [
      'removed-name kits/__init__.py:2 <- kits/__init__.py:2, kits/__init__.py:2, kits/__init__.py:3',
    ]);
  });

  it('are told once of a module that still lists what it had', async () => {
    const files = { ...before, 'shop/a.py': '__all__ = ["one", "three"]\n\none = 1\nthree = 3\n' };
    const places = await placesOn(files, { ...files, 'shop/a.py': '__all__ = ["one", "three"]\n\ntwo = 1\n' });
    assert.deepEqual(places, ['shop/a.py:1 ruff/F822']);
  });

  for (const [what, text] of [
    ['makes its names', 'globals().update(names())\n__all__ = ["Store"]\n'],
    ['makes them another way', 'locals().update(names())\n__all__ = ["Store"]\n'],
    ['gives them on demand', 'def __getattr__(name): ...\n\n__all__ = ["Store"]\n'],
    ['has all of what is installed', 'from kit import *\n__all__ = ["Store"]\n'],
    ['lists what a build makes', '__all__ = ["orders_pb2", "_core"]\n'],
    ['binds one on a condition', 'if True:\n    Store = 1\n__all__ = ["Store"]\n'],
  ] as const)
    it(`are nothing where the package ${what}`, () =>
      assert.deepEqual(told({ 'manage.py': '' }, { 'kits/__init__.py': text }), []));

  it('are nothing where one was missing before', () => {
    const broken = { ...before, 'shop/__init__.py': '__all__ = ["Store"]\n' };
    assert.deepEqual(told(broken, { 'shop/__init__.py': '__all__ = ["Store"]  # see below\n' }), []);
    const moved = { 'shop/__init__.py': undefined, 'kits/__init__.py': '__all__ = ["Store"]\n' };
    assert.deepEqual(told(broken, moved), []);
  });
});

describe('modules that settings load', () => {
  const settings = 'INSTALLED_APPS = [\n    "django.contrib.admin",\n    "shop",\n]\nROOT_URLCONF = "config.urls"\n';
  const files = { ...before, 'config/settings.py': settings, 'config/urls.py': '', 'config/__init__.py': '' };

  it('are told where one is gone', () => {
    const gone = { 'shop/__init__.py': undefined, 'shop/errors.py': undefined, 'shop/rates.py': undefined };
    assert.deepEqual(told(files, gone), ['removed-name shop/__init__.py:1 of the base <- config/settings.py:3']);
    assert.deepEqual(told(files, { 'config/urls.py': undefined }), [
      'removed-name config/urls.py:1 of the base <- config/settings.py:5',
    ]);
  });

  it('are nothing where they stay, or are left out on a condition', () => {
    assert.deepEqual(told(files, { 'shop/rates.py': 'rate = 1\n' }), []);
    const open = { ...files, 'config/settings.py': 'if LOCAL:\n    INSTALLED_APPS = ["shop"]\n' };
    const gone = { 'shop/__init__.py': undefined, 'shop/errors.py': undefined, 'shop/rates.py': undefined };
    assert.deepEqual(told(open, gone), []);
  });
});
