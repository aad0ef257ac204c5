import assert from 'node:assert/strict';
import { findingsOf, told } from './pythonChange.ts';

const urls = (name: string): string =>
  `from django.urls import path\n\nfrom . import views\n\nurlpatterns = [\n    path("", views.index, name="index"),\n    path("<slug>/", views.detail, name="${name}"),\n]\n`;
const views = (name: string): string =>
  `from django.shortcuts import redirect\n\n\ndef index(request):\n    return redirect(${name}, slug="a")\n\n\ndef detail(request): ...\n`;
const before = {
  'manage.py': '',
  'posts/__init__.py': '',
  'posts/urls.py': urls('post'),
  'posts/views.py': views('"posts:post"'),
};

describe('names of addresses that a change removes', () => {
  it('are told at the new name, with the places that ask for one', () => {
    const after = { 'posts/urls.py': urls('article') };
    assert.deepEqual(told(before, after), ['removed-route posts/urls.py:7 <- posts/views.py:5']);
    const [finding] = findingsOf(before, after);
    const title = 'No address is called `post` any more in `posts/urls.py`, but `posts/views.py` still asks for it';
    assert.equal(finding?.title, title);
    assert.deepEqual(told({ ...before, 'posts/views.py': views('"post"') }, after).length, 1);
  });

  for (const [what, text, after] of [
    [
      'who asks changes too',
      views('"posts:post"'),
      { 'posts/urls.py': urls('article'), 'posts/views.py': views('"posts:article"') },
    ],
    [
      'another file has the name',
      views('"posts:post"'),
      { 'posts/urls.py': urls('article'), 'blog/urls.py': urls('post') },
    ],
    ['a variable is asked for', views('post'), { 'posts/urls.py': urls('article') }],
    ['an address is asked for', views('"/post/"'), { 'posts/urls.py': urls('article') }],
  ] as const)
    it(`are nothing where ${what}`, () => assert.deepEqual(told({ ...before, 'posts/views.py': text }, after), []));

  it('are nothing where a library may have the name', () => {
    const files = { ...before, 'posts/urls.py': urls('post-detail'), 'posts/views.py': views('"post-detail"') };
    assert.deepEqual(told(files, { 'posts/urls.py': urls('article') }), []);
  });
});
