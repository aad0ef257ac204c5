import assert from 'node:assert/strict';
import { dependencies } from '../../../../../../src/service/reviewers/crossFile/checks/config/dependencies/dependencyLanguage.ts';
import { findingsOf, told, type Texts } from '../memoryTrees.ts';

interface Case {
  readonly manifest: string;
  readonly lock: string;
  readonly before: string;
  readonly locked: string;
  /** What the manifest is changed to: what the lock file does not have, and what it still does. */
  readonly breaks: string;
  readonly keeps: string;
  readonly title: string;
}

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;
const npm = (dependencies: object, rest: object = {}): string => json({ name: 'shop', ...rest, dependencies });
const pyproject = (range: string): string => `[project]\nname = "shop"\ndependencies = [\n  "httpx${range}",\n]\n`;
const toml = 'version = 4\n\n[[package]]\nname = "httpx"\nversion = "0.27.2"\n\n[[package]]\nname = "shop"\n';

const cases: readonly Case[] = [
  {
    ...{ manifest: 'package.json', lock: 'package-lock.json', before: npm({ zod: '^3.1.0' }) },
    locked: json({
      lockfileVersion: 3,
      packages: { '': { dependencies: { zod: '^3.1.0' } }, 'node_modules/zod': { version: '3.9.0' } },
    }),
    ...{ breaks: npm({ zod: '^4.0.0' }), keeps: npm({ zod: '^3.2.0' }, { scripts: { test: 'mocha' } }) },
    title: '`zod` ^4.0.0 is not in `package-lock.json`: `npm ci` fails',
  },
  {
    ...{ manifest: 'package.json', lock: 'npm-shrinkwrap.json', before: npm({ zod: '^3.1.0' }) },
    locked: json({ lockfileVersion: 1, dependencies: { zod: { version: '3.9.0' } } }),
    ...{ breaks: npm({ zod: '^3.1.0', ky: '1.0.0' }), keeps: npm({ zod: '3.9.0' }) },
    title: '`ky` 1.0.0 is not in `npm-shrinkwrap.json`: `npm ci` fails',
  },
  {
    ...{ manifest: 'package.json', lock: 'yarn.lock', before: npm({ zod: '^3.1.0' }) },
    locked: '# yarn lockfile v1\n\n"@acme/ui@^1", zod@^3.1.0, zod@^3.2.0:\n  version "3.9.0"\n',
    ...{ breaks: npm({ zod: '^3.3.0' }), keeps: npm({ zod: '^3.2.0', '@acme/ui': '^1' }) },
    title: '`zod` ^3.3.0 is not in `yarn.lock`: each installation resolves it anew',
  },
  {
    ...{ manifest: 'package.json', lock: 'yarn.lock', before: npm({ zod: '^3.1.0' }) },
    locked:
      '__metadata:\n  version: 8\n\n"shop@workspace:.":\n  version: 0.0.0-use.local\n  dependencies:\n    zod: "npm:^3.1.0"\n  languageName: unknown\n\n"zod@npm:^3.1.0":\n  version: 3.9.0\n  dependencies:\n    ky: "npm:1"\n',
    ...{ breaks: npm({ zod: '^3.1.0', ky: '1' }), keeps: npm({ zod: '^3.1.0' }, { version: '2.0.0' }) },
    title: '`ky` 1 is not in `yarn.lock`: `yarn install --frozen-lockfile` fails',
  },
  {
    ...{ manifest: 'package.json', lock: 'pnpm-lock.yaml', before: npm({ zod: '^3.1.0' }) },
    locked:
      "lockfileVersion: '9.0'\n\nimporters:\n\n  .:\n    dependencies:\n      zod:\n        specifier: ^3.1.0\n        version: 3.9.0\n\npackages:\n\n  ky@1.0.0: {}\n",
    ...{ breaks: npm({ zod: '^3.2.0' }), keeps: npm({ zod: '^3.1.0', local: 'link:../local' }) },
    title: '`zod` ^3.2.0 is not in `pnpm-lock.yaml`: `pnpm install --frozen-lockfile` fails',
  },
  {
    ...{ manifest: 'package.json', lock: 'bun.lock', before: npm({ zod: '^3.1.0' }) },
    locked: '{\n  "workspaces": {\n    "": { "dependencies": { "zod": "^3.1.0", }, },\n  },\n}\n',
    ...{ breaks: npm({ zod: '^3.2.0' }), keeps: npm({ zod: '^3.1.0' }, { private: true }) },
    title: '`zod` ^3.2.0 is not in `bun.lock`: `bun install --frozen-lockfile` fails',
  },
  {
    ...{ manifest: 'pyproject.toml', lock: 'uv.lock', before: pyproject('>=0.27'), locked: toml },
    ...{ breaks: pyproject('>=0.28'), keeps: pyproject('[http2]>=0.27.1,<1') },
    title: '`httpx` >=0.28 is not in `uv.lock`: `uv sync --locked` fails',
  },
  {
    ...{ manifest: 'pyproject.toml', lock: 'poetry.lock', locked: toml },
    before: '[tool.poetry.dependencies]\npython = "^3.12"\nHttpx = "^0.27"\n',
    breaks: '[tool.poetry.dependencies]\npython = "^3.13"\nHttpx = "^0.27"\nattrs = "*"\n',
    keeps: '[tool.poetry.dependencies]\npython = "^3.13"\nHttpx = { version = "^0.27.1", extras = ["http2"] }\n',
    title: '`attrs` * is not in `poetry.lock`: `poetry install` fails',
  },
  {
    ...{ manifest: 'Pipfile', lock: 'Pipfile.lock', locked: json({ default: { httpx: { version: '==0.27.2' } } }) },
    ...{ before: '[packages]\nhttpx = "*"\n', breaks: '[packages]\nhttpx = ">=0.28"\n' },
    keeps: '[packages]\nhttpx = "~=0.27.0"\n',
    title: '`httpx` >=0.28 is not in `Pipfile.lock`: `pipenv install --deploy` fails',
  },
  {
    ...{ manifest: 'Cargo.toml', lock: 'Cargo.lock', before: '[dependencies]\nserde_json = "1"\n' },
    locked: '[[package]]\nname = "serde_json"\nversion = "1.0.99"\n\n[[package]]\nname = "url"\nversion = "2.5.0"\n',
    breaks: '[dependencies]\nserde_json = "1"\nrand = { version = "0.8", optional = true }\n',
    keeps: '[dependencies]\njson = { package = "serde_json", version = "1.0.50" }\nurl = { workspace = true }\n',
    title: '`rand` 0.8 is not in `Cargo.lock`: `cargo build --locked` fails',
  },
  {
    ...{ manifest: 'go.mod', lock: 'go.sum', before: 'module shop\n\nrequire golang.org/x/net v0.30.0\n' },
    locked: 'golang.org/x/net v0.30.0 h1:a=\ngolang.org/x/net v0.30.0/go.mod h1:b=\n',
    breaks: 'module shop\n\nrequire (\n\tgolang.org/x/net v0.31.0 // indirect\n)\n',
    keeps: 'module shop\n\ngo 1.24\n\nrequire (\n\tgolang.org/x/net v0.30.0\n)\n',
    title: '`golang.org/x/net` v0.31.0 is not in `go.sum`: `go build` fails',
  },
  {
    ...{ manifest: 'composer.json', lock: 'composer.lock', before: json({ require: { php: '>=8', 'a/b': '^1.0' } }) },
    locked: json({ packages: [{ name: 'a/b', version: 'v1.4.0', replace: { 'a/c': 'self.version' } }] }),
    breaks: json({ require: { php: '>=8', 'a/b': '^2.0' } }),
    keeps: json({ require: { php: '>=8.2', 'ext-json': '*', 'a/b': '~1.2', 'a/c': '^1.0' } }),
    title: '`a/b` ^2.0 is not in `composer.lock`: `composer install` fails',
  },
  {
    ...{ manifest: 'Gemfile', lock: 'Gemfile.lock', before: "gem 'rails', '~> 8.0'\n" },
    locked:
      'GEM\n  specs:\n    puma (6.0)\n    rails (8.0.1)\n\nDEPENDENCIES\n  rails (~> 8.0)\n\nBUNDLED WITH\n   2.5\n',
    ...{
      breaks: "gem 'rails', '~> 8.0'\ngem 'puma'\n",
      keeps: "# gem 'puma'\n=begin\ngem 'sidekiq'\n=end\ngem 'rails', '~> 8.0'\n",
    },
    title: '`puma` is not in `Gemfile.lock`: `bundle install --frozen` fails',
  },
];

const findings = (before: Texts, after: Texts) => findingsOf(dependencies, before, after);

describe('a lock file that does not follow its manifest', () => {
  for (const { manifest, lock, before, locked, breaks, keeps, title } of cases)
    it(`is told for ${manifest} and ${lock}, and not where it has what is asked for`, () => {
      const [found, ...others] = findings(
        { [manifest]: before, [lock]: locked },
        { [manifest]: breaks, [lock]: locked },
      );
      assert.equal(found?.title, title);
      assert.deepEqual(others, []);
      const [, name = ''] = /^`([^`]+)`/.exec(title) ?? [];
      assert.equal(breaks.split('\n')[found.at.line - 1]?.slice(found.at.column - 1, found.at.endColumn - 1), name);
      assert.deepEqual(findings({ [manifest]: before, [lock]: locked }, { [manifest]: keeps, [lock]: locked }), []);
    });

  const [{ manifest, lock, before, locked, breaks }] = cases as [Case];

  it('is told once, with all that it lacks', () => {
    const after = npm({ ky: '1.0.0', zod: '^4.0.0' });
    const found = findings({ [manifest]: before, [lock]: locked }, { [manifest]: after, [lock]: locked });
    assert.deepEqual(told(found), ['package.json:4 cross-file/lock-file → package.json:5']);
    assert.equal(found[0]?.title, '`ky` 1.0.0 and 1 more are not in `package-lock.json`: `npm ci` fails');
  });

  it('is told at each of the places that ask for the same', () => {
    const asks = (version: string): string =>
      `[project]\nname = "shop"\n\n[project.optional-dependencies]\nweb = [\n  "httpx==${version}",\n]\ntest = [\n  "httpx==${version}",\n]\n`;
    const found = findings(
      { 'pyproject.toml': asks('0.27.2'), 'uv.lock': toml },
      { 'pyproject.toml': asks('0.28.0'), 'uv.lock': toml },
    );
    assert.deepEqual(told(found), ['pyproject.toml:6 cross-file/lock-file → pyproject.toml:9']);
  });

  describe('of uv', () => {
    const project = (name: string, ...ranges: string[]): string =>
      `[project]\nname = "${name}"\ndependencies = ${JSON.stringify(ranges)}\n`;
    const uvLock =
      `${toml}source = { editable = "." }\n\n[package.metadata]\nrequires-dist = [\n` +
      '    { name = "httpx", specifier = ">=0.27,<1" },\n' +
      '    { name = "sphinx", marker = "python_full_version < \'3.11\'", specifier = "~=8.1.0" },\n' +
      '    { name = "sphinx", marker = "python_full_version >= \'3.11\'", specifier = "~=8.2.0" },\n]\n';
    const of = (path: string, before: string, after: string): string[] =>
      told(findings({ [path]: before, 'uv.lock': uvLock }, { [path]: after, 'uv.lock': uvLock }));

    it('has what was asked for alike, also for a Python that the project does not allow any more', () => {
      const before = project('shop', 'httpx');
      assert.deepEqual(of('pyproject.toml', before, project('shop', 'httpx <1, >=0.27', 'Sphinx~=8.1.0')), []);
      assert.deepEqual(of('pyproject.toml', before, project('shop', 'httpx', 'sphinx~=8.3.0')), [
        'pyproject.toml:3 cross-file/lock-file',
      ]);
    });

    it('knows nothing of a project that is not in its workspace', () => {
      const [before, after] = [project('tools', 'httpx'), project('tools', 'httpx', 'attrs')];
      assert.deepEqual(of('tools/pyproject.toml', before, after), []);
    });
  });

  it('is told where the lock file loses what is asked for, as by a merge', () => {
    const emptied = json({ lockfileVersion: 3, packages: { '': { dependencies: {} } } });
    const found = findings({ [manifest]: before, [lock]: locked }, { [manifest]: before, [lock]: emptied });
    assert.deepEqual(told(found), ['package.json:4 cross-file/lock-file']);
  });

  it('is told for a package of a workspace, by the lock file at its root', () => {
    const root = { 'package.json': npm({}), 'packages/ui/package.json': npm({ zod: '^3.1.0' }, { name: 'ui' }) };
    const shared = json({
      packages: {
        '': {},
        'packages/ui': { dependencies: { zod: '^3.1.0' } },
        'node_modules/zod': { version: '4.1.0' },
        'packages/ui/node_modules/zod': { version: '3.9.0' },
      },
    });
    const change = (range: string): string[] => {
      const after = { ...root, 'packages/ui/package.json': npm({ zod: range, shop: '^9.0.0' }, { name: 'ui' }) };
      return told(findings({ ...root, [lock]: shared }, { ...after, [lock]: shared }));
    };
    assert.deepEqual(change('^4.0.0'), ['packages/ui/package.json:4 cross-file/lock-file']);
    // What the workspace itself makes is not looked for.
    assert.deepEqual(change('^3.2.0'), []);
  });

  it('is not told where it was so before, where another one follows, or where nothing can be told', () => {
    const quiet = (base: Texts, head: Texts): void => assert.deepEqual(findings(base, head), []);
    quiet({ [manifest]: breaks, [lock]: locked }, { [manifest]: npm({ zod: '^5.0.0' }), [lock]: locked });
    const pnpm = cases[4]?.locked.replace('^3.1.0', '^4.0.0') ?? '';
    quiet(
      { [manifest]: before, [lock]: locked, 'pnpm-lock.yaml': pnpm },
      { [manifest]: breaks, [lock]: locked, 'pnpm-lock.yaml': pnpm },
    );
    // The lock file of the workspace follows; the one beside the manifest is a leftover.
    const workspace = { 'yarn.lock': '# yarn lockfile v1\n\nzod@^3.1.0, zod@^4.0.0:\n  version "3.9.0"\n' };
    quiet(
      { ...workspace, 'ui/package.json': before, [`ui/${lock}`]: locked },
      { ...workspace, 'ui/package.json': breaks, [`ui/${lock}`]: locked },
    );
    quiet({ [manifest]: before }, { [manifest]: breaks });
    quiet({ [manifest]: before, [lock]: locked }, { [manifest]: breaks, [lock]: '<<<<<<< HEAD' });
    // What is asked for twice is installed as the product needs it.
    const twice = json({ dependencies: { zod: '^3.1.0' }, devDependencies: { zod: '^2.0.0' } });
    quiet({ [manifest]: before, [lock]: locked }, { [manifest]: twice, [lock]: locked });
    // Of a package of a workspace, Yarn takes the range for its development.
    const berry = {
      'yarn.lock':
        '__metadata:\n  version: 8\n\n"shop@workspace:.":\n  resolution: "shop@workspace:."\n  dependencies:\n    zod: "npm:^3.1.0"\n',
    };
    const forDevelopment = json({ dependencies: { zod: '^2.0.0' }, devDependencies: { zod: '^3.1.0' } });
    quiet({ [manifest]: before, ...berry }, { [manifest]: forDevelopment, ...berry });
    quiet({ [manifest]: before, [lock]: locked }, { [manifest]: npm({ zod: 'github:colin/zod' }), [lock]: locked });
    quiet(
      { [manifest]: before, [lock]: locked },
      { [manifest]: npm({ zod: '^4.0.0' }, { overrides: { zod: '3' } }), [lock]: locked },
    );
    quiet(
      { 'test/a/package.json': before, [`test/a/${lock}`]: locked },
      { 'test/a/package.json': breaks, [`test/a/${lock}`]: locked },
    );
  });

  it('is not told of a lock file of npm that was left in a workspace of pnpm', () => {
    const found = (shared: Texts): string[] =>
      told(
        findings(
          { ...shared, 'packages/ui/package.json': before, [`packages/ui/${lock}`]: locked },
          { ...shared, 'packages/ui/package.json': breaks, [`packages/ui/${lock}`]: locked },
        ),
      );
    assert.equal(found({}).length, 1);
    assert.deepEqual(found({ 'pnpm-workspace.yaml': 'packages:\n  - packages/*\n' }), []);
  });

  for (const [manifest, above] of [
    ['package.json', npm({}, { workspaces: ['core', 'tools/*'] })],
    ['Cargo.toml', '[workspace]\nmembers = ["core", "tools/*"]\n'],
    ['pyproject.toml', '[tool.uv.workspace]\nmembers = ["core", "tools/*"]\n'],
    [
      'composer.json',
      json({ extra: { 'merge-plugin': { include: ['core/composer.json', 'tools/*/composer.json'] } } }),
    ],
  ] as const)
    it(`is not told of a lock file of its own where another \`${manifest}\` installs it`, () => {
      const { lock: name, before: was, locked: has, breaks: is } = cases.findLast(each => each.manifest === manifest)!;
      const found = (folder: string, top: Texts): number =>
        findings(
          { ...top, [`${folder}/${manifest}`]: was, [`${folder}/${name}`]: has },
          { ...top, [`${folder}/${manifest}`]: is, [`${folder}/${name}`]: has },
        ).filter(({ at }) => at.path === `${folder}/${manifest}`).length;
      assert.equal(found('core', { [manifest]: above }), 1);
      assert.equal(found('other/core', { [manifest]: above, [name]: '{}' }), 1);
      assert.equal(found('core', { [manifest]: above, [name]: '{}' }), 0);
      assert.equal(found('tools/kit', { [manifest]: above, [name]: '{}' }), 0);
    });

  describe('of Cargo, for a package below it', () => {
    const cargoLock = '[[package]]\nname = "anyhow"\nversion = "1.0.0"\n';
    const crate = (asked: string): string => `[package]\nname = "kit"\n\n[dependencies]\nanyhow = "1"\n${asked}`;
    const found = (root: string, others: Texts = {}): number => {
      const shared = { 'Cargo.toml': root, 'Cargo.lock': cargoLock, ...others };
      const of = (asked: string): Texts => ({ ...shared, 'crates/kit/Cargo.toml': crate(asked) });
      return findings(of(''), of('rand = "0.8"\n')).length;
    };
    const workspace = (members: string, rest = ''): string => `[workspace]\nmembers = [${members}]\n${rest}`;
    const shop = (rest: string): Texts => ({ 'crates/shop/Cargo.toml': `[package]\nname = "shop"\n\n${rest}` });

    it('is told where the workspace names it', () => {
      for (const members of ['"crates/kit"', '"./crates/*"', '"crates/kit/"'])
        assert.equal(found(workspace(members)), 1, members);
      assert.equal(found(workspace('"crates/*"', 'exclude = ["crates/fuzz"]\n')), 1);
      assert.equal(found(workspace('"crates/kit"', 'exclude = ["crates"]\n')), 1);
    });

    it('is told where a member or the root takes it from its folder', () => {
      for (const table of ['dependencies', 'dev-dependencies', 'target."cfg(unix)".build-dependencies'])
        assert.equal(found(workspace('"crates/shop"'), shop(`[${table}]\nkit = { path = "../kit" }\n`)), 1, table);
      assert.equal(found('[package]\nname = "top"\n\n[dependencies]\nkit = { path = "crates/kit" }\n'), 1);
      const offered = '\n[workspace.dependencies]\nkit = { path = "crates/kit" }\n';
      assert.equal(found(workspace('"crates/shop"', offered), shop('[dependencies]\nkit.workspace = true\n')), 1);
      const far = {
        'other/Cargo.toml': '[package]\nname = "other"\n\n[dependencies]\nkit = { path = "../crates/kit" }\n',
      };
      const through = shop('[dependencies]\nother = { path = "../../other" }\n');
      assert.equal(found(workspace('"crates/shop"'), { ...through, ...far }), 1);
    });

    it('is told by the name that the package has, where the workspace gives it another one', () => {
      const found = (renamed: string): (string | undefined)[] => {
        const offered = `\n[workspace.dependencies]\nstore = { package = "${renamed}", version = "1" }\n`;
        const files = (asked: string): Texts => ({
          'Cargo.toml': workspace('"crates/kit"', offered),
          'Cargo.lock': cargoLock,
          'crates/kit/Cargo.toml': crate(asked),
        });
        return findings(files(''), files('store = { workspace = true, optional = true }\n')).map(({ title }) => title);
      };
      assert.deepEqual(found('anyhow'), []);
      assert.deepEqual(found('sled'), ['`sled` is not in `Cargo.lock`: `cargo build --locked` fails']);
    });

    it('is not told where it is no package of the workspace', () => {
      assert.equal(found(workspace('"crates/shop"'), shop('[dependencies]\nanyhow = "1"\n')), 0);
      assert.equal(found(workspace('"crates/*"', 'exclude = ["crates/kit"]\n')), 0);
      assert.equal(found('[package]\nname = "top"\n'), 0);
      // Those that take it are none either, though they take each other.
      const circle = shop('[dependencies]\nkit = { path = "../kit" }\nshop = { path = "." }\n');
      assert.equal(found(workspace('"crates/other"'), circle), 0);
    });
  });

  it('is not told of what another document of pnpm has', () => {
    const lock = (range: string): string =>
      `---\nlockfileVersion: '9.0'\n\nimporters:\n\n  .:\n    packageManagerDependencies:\n      pnpm:\n        specifier: 11.0.0\n\npackages:\n\n  pnpm@11.0.0: {}\n\n---\nlockfileVersion: '9.0'\n\nimporters:\n\n  .:\n    dependencies:\n      zod:\n        specifier: ${range}\n\npackages:\n\n  zod@3.9.0: {}\n`;
    const files = (asked: string, locked: string): Texts => ({
      'package.json': npm({ zod: asked }),
      'pnpm-lock.yaml': lock(locked),
    });
    const found = (locked: string): string[] => told(findings(files('^3.1.0', '^3.1.0'), files('^3.2.0', locked)));
    assert.deepEqual(found('^3.2.0'), []);
    assert.equal(found('^3.1.0').length, 1);
  });

  it('is not told of a lock file of Poetry that was left where the project moved to another tool', () => {
    const lock = { 'poetry.lock': '[[package]]\nname = "httpx"\nversion = "0.27.0"\n' };
    const project = (names: string, rest: string): string =>
      `[project]\nname = "shop"\ndependencies = [${names}]\n${rest}`;
    const poetry = '[build-system]\nbuild-backend = "poetry.core.masonry.api"\n';
    const before = { 'pyproject.toml': project('"httpx>=0.27"', poetry), ...lock };
    const found = (rest: string): string[] =>
      told(findings(before, { 'pyproject.toml': project('"httpx>=0.27", "lxml"', rest), ...lock }));
    assert.equal(found(poetry).length, 1);
    assert.deepEqual(found('[tool.uv]\npackage = false\n'), []);
  });

  it('is not told of Bun where another package of the workspace asks for it alike', () => {
    const files = (range: string): Texts => ({
      'package.json': json({ workspaces: ['packages/*'] }),
      'bun.lock': json({
        workspaces: {
          '': {},
          'packages/a': { dependencies: { zod: '^3.1.0' } },
          'packages/b': { dependencies: { zod: '^3.0.0' } },
        },
      }),
      'packages/a/package.json': npm({ zod: '^3.1.0' }),
      'packages/b/package.json': npm({ zod: range }),
    });
    assert.equal(told(findings(files('^3.0.0'), files('^3.2.0'))).length, 1);
    assert.deepEqual(told(findings(files('^3.0.0'), files('^3.1.0'))), []);
  });

  it('is not told of Yarn 1 in a workspace, where it never insists on its lock file', () => {
    const lock = '# yarn lockfile v1\n\nzod@^3.1.0:\n  version "3.9.0"\n';
    const [before, after] = [npm({ zod: '^3.1.0' }), npm({ zod: '^3.1.0', pino: '1.0.0' })];
    const found = (root: object): string[] => {
      const shared = { 'package.json': json(root), 'yarn.lock': lock };
      return told(
        findings({ ...shared, 'frontend/package.json': before }, { ...shared, 'frontend/package.json': after }),
      );
    };
    assert.equal(found({ private: true }).length, 1);
    assert.deepEqual(found({ private: true, workspaces: ['frontend'] }), []);
    assert.deepEqual(found({ private: true, workspaces: { packages: ['frontend', 'kit/*'] } }), []);
  });

  it('is not told of versions of a Pipfile without an operator', () => {
    const of = (version: string): Texts => ({ Pipfile: `[packages]\nfastapi = "${version}"\n` });
    const lock = { 'Pipfile.lock': '{ "default": { "fastapi": { "version": "==0.88.0" } } }' };
    const found = (version: string): string[] =>
      told(findings({ ...of('==0.88.0'), ...lock }, { ...of(version), ...lock }));
    assert.equal(found('==0.90.0').length, 1);
    assert.deepEqual(found('0.90.0'), []);
  });

  it('is told once for all manifests of a workspace', () => {
    const asks = (range: string): Texts =>
      Object.fromEntries(['a', 'b'].map(name => [`packages/${name}/package.json`, npm({ zod: range }, { name })]));
    const lockOf = (range: string): string =>
      ['.', 'packages/a', 'packages/b']
        .map(
          folder =>
            `  ${folder}:\n    dependencies:\n      zod:\n        specifier: ${range}\n        version: 3.9.0\n`,
        )
        .reduce((all, each) => all + each, 'importers:\n\n');
    const root = { 'package.json': npm({ zod: '^3.1.0' }), 'pnpm-lock.yaml': lockOf('^3.1.0') };
    const found = findings({ ...root, ...asks('^3.1.0') }, { ...root, ...asks('^4.0.0') });
    assert.deepEqual(told(found), ['packages/a/package.json:4 cross-file/lock-file → packages/b/package.json:4']);
    // The lock file says that the version is decided elsewhere.
    const decided = { ...root, 'pnpm-lock.yaml': `overrides:\n  zod@>=3 <5: 3.9.0\n\n${lockOf('^3.1.0')}` };
    assert.deepEqual(findings({ ...decided, ...asks('^3.1.0') }, { ...decided, ...asks('^4.0.0') }), []);
  });

  it('is not told of a lock file that was left behind while the change brings another one up to date', () => {
    const [asked, wanted] = [npm({ zod: '^3.1.0' }), npm({ zod: '^3.1.0', ky: '1.0.0', got: '1.0.0' })];
    const behind = json({ lockfileVersion: 1, dependencies: { zod: { version: '3.9.0' } } });
    const yarn = '# yarn lockfile v1\n\nzod@^3.1.0:\n  version "3.9.0"\n';
    const base = { 'package.json': asked, 'package-lock.json': behind, 'yarn.lock': yarn };
    const kept = `${yarn}\nky@1.0.0:\n  version "1.0.0"\n`;
    const found = findings(base, { ...base, 'package.json': wanted, 'yarn.lock': kept });
    // No installation fails.
    assert.deepEqual(
      found.map(({ title, severity }) => `${severity}: ${title}`),
      ['low: `got` 1.0.0 is not in `yarn.lock`: each installation resolves it anew'],
    );
  });

  it('is low where nothing that installs the packages insists on the lock file', () => {
    const [{ manifest: asking, lock: name, before: base, locked: held, breaks }] = cases as [Case];
    const severity = (files: Texts): string | undefined => {
      const rest = { ...files, [name]: held };
      return findings({ [asking]: base, ...rest }, { [asking]: breaks, ...rest })[0]?.severity;
    };
    assert.equal(severity({}), 'low');
    assert.equal(severity({ Dockerfile: 'RUN npm install\n' }), 'low');
    assert.equal(severity({ 'docs/ci.md': 'Run `npm ci`.\n' }), 'low');
    assert.equal(severity({ 'docker/app.Dockerfile': 'RUN npm ci --omit=dev\n' }), 'medium');
    assert.equal(severity({ '.github/workflows/test.yml': 'jobs:\n  - run: npm ci\n' }), 'medium');
    assert.equal(severity({ 'kit/package.json': json({ scripts: { setup: 'npm ci' } }) }), 'medium');
    assert.equal(severity({ '.github/workflows/test.yml': 'jobs:\n  - run: bun install --frozen-lockfile\n' }), 'low');
  });

  it('survives hostile text', () => {
    const names = '{"dependencies":{"__proto__":"1.0.0","constructor":"1.0.0"}}';
    const found = findings({ [manifest]: before, [lock]: locked }, { [manifest]: names, [lock]: locked });
    assert.equal(found[0]?.related.length, 1);
    for (const path of ['package.json', 'pnpm-lock.yaml', 'Cargo.toml', 'yarn.lock', 'go.mod', 'Gemfile'])
      for (const text of ['['.repeat(200_000), '{"a":'.repeat(50_000), 'a: &a [*a]\n', 'x@1, '.repeat(100_000), '\0'])
        dependencies.extract(path, text);
  });
});
