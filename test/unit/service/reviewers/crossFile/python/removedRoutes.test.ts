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

  it('are told once where two files had the name, of the one whose namespace is asked for', () => {
    const both = { ...before, 'blog/__init__.py': '', 'blog/urls.py': urls('post') };
    const after = { 'blog/urls.py': urls('a'), 'posts/urls.py': urls('b') };
    assert.deepEqual(told(both, after), ['removed-route posts/urls.py:7 <- posts/views.py:5']);
    for (const [asked, file] of [
      ['blog:post', 'blog'],
      ['post', 'posts'],
    ] as const)
      assert.deepEqual(told({ ...both, 'posts/views.py': views(`"${asked}"`) }, after), [
        `removed-route ${file}/urls.py:7 <- posts/views.py:5`,
      ]);
  });

  it('are nothing where a name that is put together may be the one', () => {
    const computed = (name: string): Record<string, string> => ({
      'posts/urls.py': urls('article').replace(']\n', `    path("all/", views.index, name=${name}),\n]\n`),
    });
    for (const name of ["'po%s' % kind()", "f'{kind}'", 'kind', "'p' + kind"])
      assert.deepEqual(told(before, computed(name)), [], name);
    for (const name of ["'show_%s' % kind()", "f'show_{kind}'", "'poster'"])
      assert.equal(told(before, computed(name)).length, 1, name);
    // One that was put together before names no address that is gone.
    assert.deepEqual(told({ ...before, ...computed("'a_%s' % kind()") }, { 'posts/urls.py': urls('post') }), []);
  });

  it('are nothing where a class has them for a blueprint that it is given', () => {
    const page = '@bp.route("/a")\ndef a():\n    return url_for("main.a")\n';
    const head = 'from flask import Blueprint, url_for\n\n';
    const flat = { 'app.py': `${head}bp = Blueprint("main", __name__)\n\n\n${page}` };
    const moved = `${head}\n\nclass Pages:\n    def add(self):\n        @self.bp.route("/a")\n        def a():\n            return url_for("main.a")\n`;
    assert.deepEqual(told(flat, { 'app.py': moved }), []);
    assert.equal(told(flat, { 'app.py': moved.replace('@self.bp.route("/a")', '@cached') }).length, 1);
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
    const after = { 'posts/urls.py': urls('article') };
    assert.deepEqual(told(files, after), ['removed-route posts/urls.py:7 <- posts/views.py:5']);
    const router = 'from rest_framework.routers import DefaultRouter\n\nrouter = DefaultRouter()\n';
    assert.deepEqual(told({ ...files, 'posts/api.py': router }, after), []);
    const login = { ...before, 'posts/urls.py': urls('login'), 'posts/views.py': views('"login"') };
    assert.deepEqual(told(login, after), []);
  });

  it('are told with their module where it is gone and another includes it', () => {
    const files = {
      ...before,
      'site/__init__.py': '',
      'site/urls.py': 'urlpatterns = [path("", include("posts.urls"))]\n',
    };
    assert.deepEqual(told(files, { 'posts/urls.py': undefined, 'posts/views.py': '' }), [
      'removed-name posts/urls.py:1 of the base <- site/urls.py:1',
    ]);
  });

  it('are told where a template asks for one, unless it takes none as well', () => {
    const files = {
      ...before,
      'posts/views.py': '',
      'posts/templates/a.html': '<a\n  href="{% url \'posts:post\' 1 %}">\n',
    };
    const after = { 'posts/urls.py': urls('article') };
    assert.deepEqual(told(files, after), ['removed-route posts/urls.py:7 <- posts/templates/a.html:2']);
    const asked = { 'posts/templates/a.html': "{% url 'post' 1 as link %}\n" };
    assert.deepEqual(told({ ...files, ...asked }, after), []);
  });
});

describe('endpoints of Flask that a change removes', () => {
  const flask = (name: string, by = 'bp.route'): string =>
    `from flask import Blueprint\n\nbp = Blueprint("main", __name__)\n\n\n@${by}("/")\ndef ${name}():\n    return 1\n`;
  const files = {
    'site/__init__.py': '',
    'site/routes.py': flask('index'),
    'site/users.py': 'from flask import url_for\n\n\ndef home():\n    return url_for("main.index")\n',
    'site/templates/a.html':
      "<a href=\"{{ url_for('main.index', a=1) }}\">\n<script src=\"{{ url_for('static', filename='a.js') }}\">\n",
  };
  const lost = ['removed-route site/routes.py:7 <- site/templates/a.html:1, site/users.py:5'];

  it('are told with the code and the templates that ask for one', () => {
    assert.deepEqual(told(files, { 'site/routes.py': flask('home') }), lost);
    const [finding] = findingsOf(files, { 'site/routes.py': flask('home') });
    assert.equal(
      finding?.title,
      'No address is called `main.index` any more in `site/routes.py`, but 2 files still ask for it',
    );
    assert.match(finding.body, /^Flask raises/);
    const app = (name: string): string => flask(name).replace('Blueprint("main", __name__)', 'Flask(__name__)');
    const plain = { 'site/routes.py': app('index'), 'site/users.py': files['site/users.py'].replace('main.', '') };
    assert.deepEqual(told(plain, { 'site/routes.py': app('home') }), [
      'removed-route site/routes.py:7 <- site/users.py:5',
    ]);
  });

  for (const [what, after] of [
    ['its name stays', flask('home').replace('("/")', '("/", endpoint="index")')],
    ['it only gets another method', flask('index', 'bp.get')],
    ['it is added by a call', `${flask('home')}bp.add_url_rule("/a", view_func=index)\n`],
    ['its blueprint is elsewhere', flask('index').replace('bp = Blueprint("main", __name__)', 'from . import bp')],
  ] as const)
    it(`are nothing where ${what}`, () => assert.deepEqual(told(files, { 'site/routes.py': after }), []));
});
