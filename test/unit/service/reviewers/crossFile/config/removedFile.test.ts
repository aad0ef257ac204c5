import assert from 'node:assert/strict';
import { namedFiles } from '../../../../../../src/service/reviewers/crossFile/checks/config/namedFiles/namedFileLanguage.ts';
import { doubted, findingsOf, told, type Texts } from '../memoryTrees.ts';

/** What is told where files are deleted that others name. */
function found(before: Texts, gone: readonly string[], added: Texts = {}): string[] {
  return told(findingsOf(namedFiles, before, after(before, gone, added)));
}

function after(before: Texts, gone: readonly string[], added: Texts): Texts {
  return { ...Object.fromEntries(Object.entries(before).filter(([path]) => !gone.includes(path))), ...added };
}

const manifest = (json: object): string => JSON.stringify(json, undefined, 2);
const step = (run: string): string => `on: push\njobs:\n  a:\n    steps:\n      - name: x\n        run: ${run}\n`;

/** A file that names `x/a.js` or so, and what is deleted. */
const naming: readonly (readonly [what: string, path: string, text: string, gone: string, line: number])[] = [
  ['main of a package', 'package.json', manifest({ main: 'x/a.js' }), 'x/a.js', 2],
  ['main without its ending', 'p/package.json', manifest({ main: './x/a' }), 'p/x/a.js', 2],
  ['main that is a folder', 'package.json', manifest({ main: 'x' }), 'x/index.js', 2],
  ['a program', 'package.json', manifest({ bin: { a: 'x/a.js' } }), 'x/a.js', 3],
  ['types', 'package.json', manifest({ types: 'x/a.d.ts' }), 'x/a.d.ts', 2],
  ['exports', 'package.json', manifest({ exports: { '.': { import: './x/a.mjs' } } }), 'x/a.mjs', 4],
  ['a command of node', 'package.json', manifest({ scripts: { a: 'B=1 node --no-warnings x/a.js -v' } }), 'x/a.js', 3],
  ['a later command', 'package.json', manifest({ scripts: { a: 'tsc -b && npx tsx x/a.ts' } }), 'x/a.ts', 3],
  ['what node loads first', 'package.json', manifest({ scripts: { a: 'node -r ./x/a b.js' } }), 'x/a.js', 3],
  ['a module of Python', 'package.json', manifest({ scripts: { a: 'python3 -m x.a' } }), 'x/a.py', 3],
  ['a script of the shell', 'package.json', manifest({ scripts: { a: 'bash -e ./x/a.sh' } }), 'x/a.sh', 3],
  ['a script that is run itself', 'package.json', manifest({ scripts: { a: './x/a.sh --all' } }), 'x/a.sh', 3],
  ['settings of a tool', 'package.json', manifest({ scripts: { a: 'jest --config=x/a.json' } }), 'x/a.json', 3],
  ['a script of a page', 'web/p.html', '<p>\n<script type="module" src="x/a.js?v=1"></script>\n', 'web/x/a.js', 2],
  ['a style of a page', 'p.html', '<link rel="stylesheet" href=\'/x/a.css\'>\n', 'public/x/a.css', 1],
  ['a template of Django', 'a/views.py', "\nreturn render(request, 'a/b.html', {})\n", 'a/templates/a/b.html', 2],
  ['a template of Flask', 'a/views.py', "\nrender_template(\n  'b.html', c=1)\n", 'templates/b.html', 3],
  ['the template of a view', 'a/b/views.py', 'class A:\n    template_name = "a/b.html"\n', 'a/templates/a/b.html', 2],
  ['what a template extends', 'a/templates/a/c.html', '{% extends "a/b.html" %}\n', 'a/templates/a/b.html', 1],
  ['what a template includes', 'templates/c.html', "<p>\n{%- include 'b.html' %}\n", 'templates/b.html', 2],
  ['a style of a template', 'a/templates/c.html', '<link href="{% static \'a/b.css\' %}">\n', 'a/static/a/b.css', 1],
  [
    'a script of a template',
    'a/templates/c.html',
    "<script src=\"{{ url_for('static', filename='b.js') }}\"></script>\n",
    'a/static/b.js',
    1,
  ],
  ['the script of a component', 'src/A.vue', '<template/>\n<script src="./a.js"></script>\n', 'src/a.js', 2],
  [
    'the template of a component of Angular',
    'a/b.component.ts',
    "@Component({\n  templateUrl: './b.component.html',\n})\n",
    'a/b.component.html',
    2,
  ],
  ['settings of Angular', 'angular.json', '{ "a": {\n  "styles": ["x/a.css"] } }\n', 'x/a.css', 2],
  ['extended settings', 'a/tsconfig.json', '{\n  "extends": "../tsconfig.base"\n}\n', 'tsconfig.base.json', 2],
  ['a step', '.github/workflows/a.yml', step('python x/a.py --all'), 'x/a.py', 6],
  ['a step of lines', '.github/workflows/a.yml', step('|\n          npm ci\n          ./x/a.sh\n'), 'x/a.sh', 8],
  ['an action', '.github/workflows/a.yml', 'jobs:\n  a:\n    steps:\n      - uses: ./x/a\n', 'x/a/action.yml', 4],
  ['a workflow', '.github/workflows/a.yml', 'jobs:\n  a:\n    uses: "./x/a.yml" # later\n', 'x/a.yml', 3],
  ['a script of an action', 'x/action.yml', 'runs:\n  using: node24\n  main: a.js\n', 'x/a.js', 3],
  [
    'a step of an action',
    'x/action.yml',
    'runs:\n  steps:\n    - run: bash ${{ github.action_path }}/a.sh\n',
    'x/a.sh',
    3,
  ],
  ['a copied file', 'Dockerfile', 'FROM a\nCOPY --chown=a x/a.txt \\\n  b.txt /app/\n', 'x/a.txt', 2],
  ['a copied lock file', 'p/Dockerfile', 'FROM a\nCOPY package.json package-lock.json ./\n', 'package-lock.json', 2],
];

describe('a file that is removed and still named', () => {
  for (const [what, path, text, gone, line] of naming)
    it(`is told: ${what}`, () => {
      const before = { [path]: text, [gone]: 'x' };
      assert.deepEqual(found(before, [gone]), [`${gone}:1 cross-file/removed-file → ${path}:${line}`]);
      // It stays, or was not there.
      assert.deepEqual(found(before, []), []);
      assert.deepEqual(found({ [path]: text, 'other.js': 'x' }, ['other.js']), []);
      // What names it goes too, or names another.
      assert.deepEqual(found(before, [gone, path]), []);
      assert.deepEqual(found(before, [gone], { [path]: '{}\n' }), []);
    });

  it('is none that `npm init` names in each manifest, unless that says what is published', () => {
    const of = (more: object): string[] =>
      found({ 'package.json': manifest({ main: 'index.js', ...more }), 'index.js': 'x' }, ['index.js']);
    assert.deepEqual(of({ version: '1.0.0' }), []);
    assert.deepEqual(of({ files: ['index.js'] }), ['index.js:1 cross-file/removed-file → package.json:2']);
    assert.deepEqual(of({ files: ['src'], main: '' }), []);
  });

  it('is none where a template is in another folder now, or a library has one of its name', () => {
    const view = { 'a/views.py': "render(request, 'b/c.html')\n", 'templates/b/c.html': 'x' };
    assert.deepEqual(found(view, ['templates/b/c.html']), [
      'templates/b/c.html:1 cross-file/removed-file → a/views.py:1',
    ]);
    assert.deepEqual(found(view, ['templates/b/c.html'], { 'b/templates/b/c.html': 'x' }), []);
    const login = { 'a/views.py': "render(request, 'registration/c.html')\n", 'templates/registration/c.html': 'x' };
    assert.deepEqual(found(login, ['templates/registration/c.html']), []);
  });

  it('says what follows, with all places, and is of low severity for types, tests and what may be no package', () => {
    const text = manifest({ main: 'src/a.js', bin: { a: 'src/a.js' } });
    const [finding, ...others] = findingsOf(
      namedFiles,
      { 'package.json': text, 'src/a.js': '' },
      { 'package.json': text },
    );
    assert.deepEqual(others, []);
    assert.deepEqual(
      [finding?.title, finding?.severity, finding?.related.length],
      ['`src/a.js` is removed or renamed, but `package.json` still names it', 'medium', 2],
    );
    for (const [path, json, title] of [
      [
        'package.json',
        { types: 'a.d.ts' },
        '`a.d.ts` is removed or renamed, but `package.json` still names it, so types are not found',
      ],
      [
        'package.json',
        { main: 'a.d.ts' },
        '`a.d.ts` is removed or renamed, but `package.json` still names it, so the package cannot be loaded',
      ],
      [
        'test/package.json',
        { main: '../a.d.ts', files: ['a'] },
        '`a.d.ts` is removed or renamed, but `test/package.json` still names it, so the package cannot be loaded',
      ],
    ] as const) {
      const before = { [path]: manifest(json), 'a.d.ts': '' };
      const [low] = findingsOf(namedFiles, before, after(before, ['a.d.ts'], {}));
      assert.deepEqual([low?.severity, low?.title], ['low', title]);
    }
  });

  it('says that a part of the package cannot be loaded where another path leads to the rest of it', () => {
    const before = {
      'package.json': manifest({ exports: { '.': './a.js', './b': { default: './b.js' } } }),
      ...{ 'a.js': '', 'b.js': '' },
    };
    const of = (gone: string): (string | undefined)[] =>
      findingsOf(namedFiles, before, after(before, [gone], {})).flatMap(({ severity, title }) => [
        severity,
        title.split(', so ')[1],
      ]);
    assert.deepEqual(of('a.js'), ['medium', 'the package cannot be loaded']);
    assert.deepEqual(of('b.js'), ['low', 'a part of the package cannot be loaded']);
  });

  it('is one finding with others that the same files name', () => {
    const before = {
      'package.json': manifest({ scripts: { a: 'node x/a.js', b: 'node x/b.js', c: 'node x/c.js' } }),
      'p.html': '<script src="x/c.js"></script>\n',
      ...{ 'x/a.js': '', 'x/b.js': '', 'x/c.js': '' },
    };
    const gone = ['x/a.js', 'x/b.js', 'x/c.js'];
    const findings = findingsOf(namedFiles, before, after(before, gone, {}));
    assert.deepEqual(told(findings), [
      'x/c.js:1 cross-file/removed-file → p.html:1 → package.json:5',
      'x/a.js:1 cross-file/removed-file → package.json:3 → package.json:4',
    ]);
    assert.deepEqual(
      findings.map(({ title }) => title),
      [
        '`x/c.js` is removed or renamed, but 2 files still name it',
        '`x/a.js` and 1 more are removed or renamed, but `package.json` still names them, so a command fails',
      ],
    );
  });

  for (const [what, path, text, gone, added] of [
    ['what is built', 'package.json', manifest({ main: 'dist/a.js' }), 'dist/a.js', {}],
    ['another ending that is chosen then', 'package.json', manifest({ main: 'x/a' }), 'x/a.js', { 'x/a.json': '1' }],
    ['data that a command is given', 'package.json', manifest({ scripts: { a: 'node b.js x/a.js' } }), 'x/a.js', {}],
    ['what a command makes', 'package.json', manifest({ scripts: { a: 'node b.js > x/a.js' } }), 'x/a.js', {}],
    ['a path in another folder', 'package.json', manifest({ scripts: { a: 'cd y && node x/a.js' } }), 'x/a.js', {}],
    [
      'what a command asks for first',
      'package.json',
      manifest({ scripts: { a: '[ -f x/a.js ] && node x/a.js' } }),
      'x/a.js',
      {},
    ],
    ['what may fail', 'package.json', manifest({ scripts: { a: 'node x/a.js || true' } }), 'x/a.js', {}],
    ['code that is given as a text', 'package.json', manifest({ scripts: { a: 'node -e x/a.js' } }), 'x/a.js', {}],
    ['a package', 'package.json', manifest({ scripts: { a: 'node -r x/a.js b.js' } }), 'x/a.js', {}],
    ['a pattern', 'package.json', manifest({ exports: { './*': './x/*.js' } }), 'x/a.js', {}],
    ['a page that is only linked', 'p.html', '<link rel="alternate" href="x/a.xml"><a href="x/a.js">', 'x/a.js', {}],
    ['a comment of a page', 'p.html', '<!-- <script src="x/a.js"></script> -->', 'x/a.js', {}],
    ['an address', 'p.html', '<script src="//cdn.example/x/a.js"></script>', 'x/a.js', {}],
    ['a template', 'p.html', '<script src="{{ root }}x/a.js"></script>', 'x/a.js', {}],
    ['a page with a base', 'p.html', '<base href="/y/"><script src="x/a.js"></script>', 'x/a.js', {}],
    ['a script of a package', 'src/A.vue', '<script src="x/a.js"></script>', 'src/x/a.js', {}],
    [
      'a step elsewhere',
      '.github/workflows/a.yml',
      `${step('python x/a.py')}        working-directory: y\n`,
      'x/a.py',
      {},
    ],
    [
      'a step that makes it',
      '.github/workflows/a.yml',
      step('|\n          echo 1 > x/a.py\n          python x/a.py\n'),
      'x/a.py',
      {},
    ],
    [
      'a comment of a step',
      '.github/workflows/a.yml',
      step('|\n          # python x/a.py\n          ls\n'),
      'x/a.py',
      {},
    ],
    ['a file of another image', 'Dockerfile', 'COPY --from=b x/a.txt /\n', 'x/a.txt', {}],
    ['a pattern of an image', 'Dockerfile', 'COPY x/*.txt yarn.lock* /\n', 'yarn.lock', {}],
    ['where it is put', 'Dockerfile', 'COPY b.txt x/a.txt\n', 'x/a.txt', {}],
    ['a fixture', 'test/fixtures/package.json', manifest({ main: 'x/a.js' }), 'test/fixtures/x/a.js', {}],
  ] as const)
    it(`is not told: ${what}`, () => {
      assert.deepEqual(found({ [path]: text, [gone]: 'x', 'b.js': '', 'b.txt': '' }, [gone], added), []);
    });

  it('is told of the file in the folder that an image is built in, which may be any above its Dockerfile', () => {
    const before = { 'app/docker/Dockerfile': 'FROM a\nCOPY a.txt /\n', 'a.txt': '', 'app/a.txt': '' };
    assert.deepEqual(found(before, ['a.txt'], {}), []);
    assert.deepEqual(found(before, ['a.txt', 'app/a.txt'], {}), [
      'app/a.txt:1 cross-file/removed-file → app/docker/Dockerfile:2',
    ]);
  });

  it('is of low severity where a page lacks its icon, and works without', () => {
    const page = '<link rel="icon" href="/a.svg">\n<script src="/a.js"></script>\n';
    const before = { 'index.html': page, 'public/a.svg': '', 'public/a.js': '' };
    const severities = (...gone: string[]): string[] =>
      findingsOf(namedFiles, before, after(before, gone, {})).map(({ severity }) => severity);
    assert.deepEqual(severities('public/a.svg'), ['low']);
    assert.deepEqual(severities('public/a.js'), ['medium']);
    assert.deepEqual(severities('public/a.svg', 'public/a.js'), ['medium']);
  });

  it('is a doubt where the change brings what may make it', () => {
    const before = { 'package.json': manifest({ main: 'x/a.js' }), 'x/a.js': '' };
    const told = 'x/a.js:1 cross-file/removed-file → package.json:2';
    for (const [added, doubt] of [
      [{ 'x/a.ts': '' }, 'adds `x/a.ts`'],
      [{ '.gitignore': '/x/*.js\n' }, 'has `.gitignore` leave it out'],
    ] as const) {
      const findings = findingsOf(namedFiles, before, after(before, ['x/a.js'], added));
      assert.deepEqual(doubted(findings), [`${told}: ${doubt}`]);
      // The base had it already.
      const known = { ...before, ...added };
      assert.deepEqual(findingsOf(namedFiles, known, after(known, ['x/a.js'], {})), []);
    }
  });
});
