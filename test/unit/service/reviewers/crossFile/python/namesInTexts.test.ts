import assert from 'node:assert/strict';
import { findingsOf, told } from './pythonChange.ts';

const timer = 'class Timer:\n    pass\n\n\ndef start():\n    return Timer()\n';
const before = { 'manage.py': '', 'posts/__init__.py': '', 'posts/middleware.py': timer };
const after = { 'posts/middleware.py': timer.replaceAll('Timer', 'Timing') };
const settings = 'MIDDLEWARE = [\n    "posts.middleware.Timer",\n]\n';

describe('names of Python in texts', () => {
  const place = 'removed-name posts/middleware.py:1';

  it('are told where what they name is renamed', () => {
    const files = { ...before, 'config/settings.py': settings };
    assert.deepEqual(told(files, after), [`${place} <- config/settings.py:2`]);
    const [finding] = findingsOf(files, after);
    const title = '`Timer` is removed from `posts/middleware.py`, but a text in `config/settings.py` still names it';
    assert.equal(finding?.title, title);
  });

  it('are told of what a test puts another in the place of, and where the module is gone', () => {
    const files = {
      ...before,
      'tests/test_a.py':
        'from unittest import mock\n\n\n@mock.patch("posts.middleware.start")\ndef test_a(start): ...\n',
    };
    assert.deepEqual(told(files, { 'posts/middleware.py': undefined, 'posts/timing.py': timer }), [
      'removed-name posts/middleware.py:5 of the base <- tests/test_a.py:4',
    ]);
  });

  it('are told of what a test puts another in the place of a part of', () => {
    const views = 'import requests\n\n\ndef load():\n    return requests.get("a", timeout=1)\n';
    const files = {
      ...before,
      'posts/views.py': views,
      'tests/test_a.py':
        'from unittest import mock\n\n\n@mock.patch("posts.views.requests.get")\ndef test_a(get): ...\n',
    };
    const moved = { 'posts/views.py': 'from .web import load\n', 'posts/web.py': views };
    assert.deepEqual(told(files, moved), ['removed-name posts/views.py:1 of the base <- tests/test_a.py:4']);
    assert.deepEqual(told(files, { 'posts/views.py': `${views}\n\nlast = 1\n` }), []);
  });

  it('are told once of a file that is gone', () => {
    const test =
      'from unittest import mock\n\n\n@mock.patch("posts.middleware.start")\n@mock.patch("posts.middleware.Timer")\ndef test_a(a, b): ...\n';
    const files = { ...before, 'posts/views.py': '', 'tests/test_a.py': test };
    const gone = { 'posts/middleware.py': undefined };
    assert.deepEqual(told(files, gone), [
      'removed-name posts/middleware.py:1 of the base <- tests/test_a.py:4, tests/test_a.py:5',
    ]);
    const title =
      '`start` and 1 more are removed from `posts/middleware.py`, but a text in `tests/test_a.py` still names them';
    assert.equal(findingsOf(files, gone)[0]?.title, title);
  });

  it('are not told of files that are kept and not used any more', () => {
    const test = 'from unittest import mock\n\n\n@mock.patch("posts.middleware.Timer")\ndef test_a(start): ...\n';
    const placesOf = (path: string): string[] => told({ ...before, [path]: test }, after);
    assert.deepEqual(placesOf('old_tests/test_a.py'), []);
    assert.deepEqual(placesOf('tests/test_a.py'), [`${place} <- tests/test_a.py:4`]);
  });

  for (const [what, text, touched] of [
    ['they are changed too', settings, { ...after, 'config/settings.py': settings.replace('Timer', 'Timing') }],
    ['the name is still there', settings, { 'posts/middleware.py': `${timer}\n\nlast = 1\n` }],
    [
      'the module imports it now',
      settings,
      { 'posts/middleware.py': 'from .timer import Timer\n', 'posts/timer.py': timer },
    ],
    ['the text has other words', settings.replace('"posts', '"see posts'), after],
    ['it was not there before', settings.replace('Timer', 'Counter'), after],
    [
      'a task has it as its own name',
      settings,
      { 'posts/middleware.py': `${after['posts/middleware.py']}\nname = "posts.middleware.Timer"\n` },
    ],
    ['the module may have more names', settings, { 'posts/middleware.py': 'from kit import *\n' }],
  ] as const)
    it(`are nothing where ${what}`, () =>
      assert.deepEqual(told({ ...before, 'config/settings.py': text }, touched), []));
});
