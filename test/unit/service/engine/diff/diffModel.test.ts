import assert from 'node:assert/strict';
import { rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { Git } from '../../../../../src/git/run/git.ts';
import { readDiff } from '../../../../../src/service/engine/diff/diffModel.ts';
import { TestRepository, type Files } from '../../../../host/git/repository.ts';
import { diffOf } from '../reviewing.ts';

const { signal } = new AbortController();
const lines = (count: number, end = '\n'): string =>
  Array.from({ length: count }, (_, index) => `const value${index} = ${index};${end}`).join('');

describe('what the engine reads of a change', () => {
  it('is the new lines of changed files', async () => {
    const { files, addedLines } = await diffOf(
      { 'a.ts': lines(3) },
      { 'a.ts': `${lines(3)}const last = 1;\n`, 'b.ts': 'new\n' },
    );
    assert.deepEqual(
      files.map(({ path, added }) => [path, [...added]]),
      [
        ['a.ts', [4]],
        ['b.ts', [1]],
      ],
    );
    assert.equal(addedLines, 2);
  });

  it('is read with four runs of git: where it began, its files, what is known of them, and their texts', async () => {
    const repository = await TestRepository.create({ 'src/a.ts': lines(3), 'docs/b.md': 'x\n' });
    await repository.branch('change');
    await repository.commit({ 'src/a.ts': lines(4), 'docs/b.md': undefined, 'docs/c.md': 'x\n' });
    const runs: string[] = [];
    const git = new Git({ executable: 'git', log: line => runs.push(line.split(' ').slice(1, 3).join(' ')) });
    const { files } = await readDiff(git, { root: repository.folder, base: 'main', head: 'change' }, signal);
    await repository.dispose();
    assert.deepEqual(
      files.map(({ path, added }) => [path, [...added]]),
      [['src/a.ts', [4]]],
    );
    assert.deepEqual(
      runs.map(run => run.split(' ')[0]),
      ['merge-base', 'diff-tree', 'cat-file', 'cat-file'],
      runs.join('\n'),
    );
  });

  it('is not the whole file when its line endings were flipped', async () => {
    const { files } = await diffOf(
      { 'a.ts': lines(20) },
      { 'a.ts': lines(20, '\r\n').replace('value3 =', 'changed =') },
    );
    assert.deepEqual([...(files[0]?.added ?? [])], [4]);
    const python = await diffOf({ 'a.py': 'x = 1\ny = 2\n' }, { 'a.py': 'x = 1\r\ny = 3\r\n' });
    assert.deepEqual([...(python.files[0]?.added ?? [])], [2]);
  });

  it('leaves out a new indentation, but not in Python, where it has a meaning', async () => {
    const { files } = await diffOf({ 'a.ts': 'one();\n' }, { 'a.ts': 'if (x) {\n  one();\n}\n' });
    assert.deepEqual([...(files[0]?.added ?? [])], [1, 3]);
    const python = await diffOf({ 'a.py': 'one()\n' }, { 'a.py': 'if x:\n    one()\n' });
    assert.deepEqual([...(python.files[0]?.added ?? [])], [1, 2]);
  });

  it('leaves out lines that were moved, in the file or to another', async () => {
    const moved = 'export function moved() {\n  return computeSomething(1, 2);\n}\n';
    const { files } = await diffOf(
      { 'a.ts': `${moved}${lines(3)}` },
      { 'a.ts': lines(3), 'b.ts': `${moved}const fresh = 1;\n` },
    );
    assert.deepEqual(
      files.map(({ path, lines: text, added }) => [path, [...added].map(line => text[line - 1])]),
      [['b.ts', ['}', 'const fresh = 1;']]],
    );
  });

  describe('finds lines new that were no code where they were', () => {
    const code = 'export function moved() {\n  return computeSomething(1, 2);\n  // Nothing else.\n}\n';
    const python = 'def moved():\n    one = compute_something(1, 2)\n    return one\n';
    const addedTo = async (before: Files, after: Files, path: string): Promise<number> =>
      (await diffOf(before, after)).files.find(each => each.path === path)?.added.size ?? 0;
    const cases: Readonly<Record<string, readonly [path: string, around: string, code: string, to: string]>> = {
      'a comment over lines': ['a.ts', 'one();\n/*\n@@*/\ntwo();\n', code, 'b.ts'],
      'a text over lines': ['a.ts', 'one(`\n@@`);\ntwo();\n', code, 'b.ts'],
      'a text of Python': ['a.py', 'ONE = """\n@@"""\n', python, 'b.py'],
      'the template of a component': ['a.vue', '<template><pre>\n@@</pre></template>\n', code, 'b.vue'],
      'a file that analysers pass over': ['a.ts', '/* eslint-disable */\none();\n@@', code, 'b.ts'],
      'a file of Python that they pass over': ['a.py', '# ruff: noqa\nONE = 1\n@@', python, 'b.py'],
      'a snippet of documents': ['docs/a.py', 'ONE = 1\n@@', python, 'b.py'],
    };
    for (const [what, [from, around, moved, to]] of Object.entries(cases))
      it(what, async () => {
        const [before, after] = [around.replace('@@', moved), around.replace('@@', '')];
        const target = to.endsWith('.vue') ? `<script>\n${moved}</script>\n` : moved;
        assert.ok((await addedTo({ [from]: before }, { [from]: after, [to]: target }, to)) >= 3);
      });

    it('but not those that were, beside comments and texts', async () => {
      const beside = '/**\n * One.\n */\nexport const one = `\ntwo\n`; // eslint-disable-line\n';
      const documented = `/**\n * Computes.\n */\n${code}`;
      const change = [{ 'a.ts': `${beside}${documented}` }, { 'a.ts': beside, 'b.ts': documented }] as const;
      // The lines that say too little.
      assert.equal(await addedTo(...change, 'b.ts'), 4);
      const inComment = `/*\n${code}*/\n`;
      assert.equal(
        await addedTo({ 'a.ts': `${beside}${inComment}` }, { 'a.ts': beside, 'b.ts': inComment }, 'b.ts'),
        3,
      );
    });
  });

  it('counts white space behind a backslash, and a blank line below one', async () => {
    for (const after of ['a = 1 + \\ \n    2\n', 'a = 1 + \\\n\n    2\n'])
      for (const path of ['a.py', 'run.sh', 'Makefile'])
        assert.equal((await diffOf({ [path]: 'a = 1 + \\\n    2\n' }, { [path]: after })).files.length, 1, path);
    const other = await diffOf({ 'run.sh': 'a \\\n  b\n' }, { 'run.sh': 'a \\\n  b\n\n' });
    assert.deepEqual(other.files, []);
  });

  it('names files that change in white space alone where that may mean something', async () => {
    const named = async (path: string, before: string, after: string): Promise<readonly string[]> =>
      (await diffOf({ [path]: before }, { [path]: after })).unreviewed.map(({ why }) => why);
    const told = ['only its white space changed'];
    assert.deepEqual(await named('run.sh', 'cat <<END\na\nEND\n', 'cat <<END\na\n  END\n'), told);
    assert.deepEqual(await named('run.sh', '#!/bin/sh\n', '#!/bin/sh\r\n'), told);
    assert.deepEqual(await named('a.bzl', 'if x:\n    a()\nb()\n', 'if x:\n    a()\n    b()\n'), told);
    assert.deepEqual(await named('a.js', 'go(`\na\n`);\n', 'go(`\n  a\n`);\n'), told);
    assert.deepEqual(await named('run.sh', '\ufeff#!/bin/sh\n', '#!/bin/sh\n'), ['only its encoding changed']);
    assert.deepEqual(await named('a.js', 'if (a) {\n  b();\n}\n', 'if (a) {\n\tb();  \n\n}\n'), []);
    assert.deepEqual(await named('a.js', 'go(`\na\n`);\n', 'go(`\r\na\r\n`);\r\n'), []);
    assert.deepEqual(await named('README.md', '- a\n', '  - a\n'), []);
    assert.deepEqual((await diffOf({ 'a.txt': '' }, { 'b/__init__.py': '' })).unreviewed, []);
  });

  it('follows a renamed file', async () => {
    const { files } = await diffOf({ 'old.ts': lines(30) }, { 'old.ts': undefined, 'new.ts': `${lines(30)}more();\n` });
    assert.deepEqual(
      files.map(({ path, added }) => [path, [...added]]),
      [['new.ts', [31]]],
    );
  });

  it('names the file that git lacks, and reads the others', async () => {
    const repository = await TestRepository.create({ 'a.ts': lines(30), 'b.ts': lines(9) });
    await repository.branch('change');
    await repository.commit({ 'a.ts': undefined, 'moved.ts': `${lines(30)}last();\n`, 'b.ts': `${lines(9)}last();\n` });
    const blob = (await repository.git('rev-parse', 'HEAD:moved.ts')).trim();
    // Git would take it from the working copy.
    for (const file of [`.git/objects/${blob.slice(0, 2)}/${blob.slice(2)}`, 'moved.ts'])
      await rm(path.join(repository.folder, file), { force: true });
    const git = new Git({ executable: 'git', log: () => undefined });
    const range = { root: repository.folder, base: 'main', head: 'change' };
    const { files, unreviewed } = await readDiff(git, range, signal);
    await repository.dispose();
    assert.deepEqual(
      files.map(file => [file.path, [...file.added]]),
      [['b.ts', [10]]],
    );
    assert.deepEqual(unreviewed, [{ path: 'moved.ts', why: 'not readable', isGap: true }]);
  });

  it('tells of files of which only the name or the mode is another, other than pictures', async () => {
    const content = lines(3);
    const names = ['.ci/build.yml', 'notes.txt', 'run.sh', 'src/a.ts', 'docs/a.md', 'logo.png', 'edited.sh'];
    const repository = await TestRepository.create(
      Object.fromEntries(names.map(name => [name, `${name}\n${content}`])),
    );
    await repository.branch('change');
    for (const name of ['.ci/build.yml', 'notes.txt', 'src/a.ts', 'docs/a.md', 'logo.png'])
      await repository.git('mv', name, name.replace(/(\.\w+)$/, '2$1'));
    await repository.write({ 'edited.sh': content });
    await repository.git('add', '--all');
    await repository.git('update-index', '--chmod=+x', 'run.sh', 'notes2.txt', 'src/a2.ts', 'edited.sh');
    await repository.git('commit', '--quiet', '--message=Rename');
    const git = new Git({ executable: 'git', log: () => undefined });
    const diff = await readDiff(git, { root: repository.folder, base: 'main', head: 'change' }, signal);
    await repository.dispose();
    assert.deepEqual(diff.sameContent, [
      { path: '.ci/build2.yml', why: 'only another name' },
      { path: 'docs/a2.md', why: 'only another name' },
      { path: 'notes2.txt', why: 'only another name and mode' },
      { path: 'run.sh', why: 'only another mode' },
      { path: 'src/a2.ts', why: 'only another name and mode' },
    ]);
    assert.deepEqual(diff.unreviewed, []);
  });

  it('names deleted links and submodules', async () => {
    const repository = await TestRepository.create({ 'a.txt': lines(3) });
    await symlink('a.txt', path.join(repository.folder, 'link'));
    await repository.git('add', '--all');
    await repository.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},lib`);
    await repository.git('commit', '--quiet', '--message=Add');
    await repository.branch('change');
    await repository.git('rm', '--quiet', '--cached', 'link', 'lib');
    await repository.git('commit', '--quiet', '--message=Remove');
    const git = new Git({ executable: 'git', log: () => undefined });
    const { unreviewed } = await readDiff(git, { root: repository.folder, base: 'main', head: 'change' }, signal);
    await repository.dispose();
    assert.deepEqual(unreviewed, [
      { path: 'lib', why: 'submodule, deleted' },
      { path: 'link', why: 'symbolic link, deleted' },
    ]);
  });

  it('names links, wherever they lead', async () => {
    const repository = await TestRepository.create({ 'src/a.ts': lines(3) });
    await repository.branch('change');
    const links = {
      'src/b.ts': 'a.ts',
      'src/c.md': 'a.ts',
      'src/d.md': '../../a.ts',
      'src/e.md': '/tmp/a.ts',
      'src/f.md': '../.git/config',
      'src/g.md': '../README.md',
    };
    for (const [name, target] of Object.entries(links)) await symlink(target, path.join(repository.folder, name));
    await repository.commit({});
    const git = new Git({ executable: 'git', log: () => undefined });
    const { unreviewed } = await readDiff(git, { root: repository.folder, base: 'main', head: 'change' }, signal);
    await repository.dispose();
    assert.deepEqual(
      unreviewed,
      Object.keys(links).map(name => ({ path: name, why: 'symbolic link' })),
    );
  });

  it('says which files are not read and why', async () => {
    const letters = 'abcdefghijkl'.split('');
    const shortened = letters.flatMap(first => letters.map(second => `${first}${second}`));
    const { files, unreviewed } = await diffOf(
      {
        'a.ts': '',
        'api.ts': '// Code generated by a tool. DO NOT EDIT.\n',
        'client.py': '"""\n    Orders\n\n    Generated by: https://openapi-generator.tech\n"""\n',
        'check.js': '/*\n * This file was automatically generated.\n * DO NOT MODIFY BY HAND.\n */\n',
        'office.ts': '/**\n * Office API\n * DO NOT MODIFY - This file has been generated using a tool.\n */\n',
        'libEs5/a.js': '"use strict";\n\nObject.defineProperty(exports, "__esModule", {\n  value: true\n});\n',
      },
      {
        'package-lock.json': '{}\n',
        'vendor/x.js': 'x\n',
        'app/vendored_libs/x.pyi': 'x\n',
        'third_party_code/x.py': 'x\n',
        'vendored_prices.py': 'x\n',
        'dist/app.js': 'x\n',
        'public/lib.prod.js': `!function(){${'var a=b&&c;'.repeat(150)}}();\n//# sourceMappingURL=lib.prod.js.map\n`,
        'static/index.94b01c79.js': `/*!\n * A licence.\n */function f(a){${'var a=b&&c;'.repeat(50)}return\`<p>\n  <b>\${a?\`a\n\`:b}</b>\n\`}\n`,
        'static/bezier.b593bb19.cjs': 'x\n',
        'webui/chunks/katex-C5jXJg4s.js': 'x\n',
        'webui/assets/flow-BvKqLmZe.css': 'x\n',
        'webui/user-settings.js': 'x\n',
        'webui/my-DatePick.js': 'x\n',
        'src/sqlite.js': `${'var a=b&&c;'.repeat(40)}\n`.repeat(9),
        'static/editor.es.js': shortened.map(each => `const ${each} = (t) => t.from;\n`).join(''),
        'image.png': Buffer.from([1, 0, 2]),
        'large.ts': 'x\n'.repeat(600_000),
        'api.ts': '// Code generated by a tool. DO NOT EDIT.\nx\n',
        'client.py': '"""\n    Orders\n\n    Generated by: https://openapi-generator.tech\n"""\nx\n',
        'check.js': '/*\n * This file was automatically generated.\n * DO NOT MODIFY BY HAND.\n */\nx\n',
        'office.ts': '/**\n * Office API\n * DO NOT MODIFY - This file has been generated using a tool.\n */\nx\n',
        'libEs5/a.js': '"use strict";\n\nObject.defineProperty(exports, "__esModule", {\n  value: true\n});\nx\n',
        'src/proto/gen/orders.ts': 'x\n',
        'ok.ts': 'x\n',
        'report-20240101.js': 'x\n',
        'loops.js': 'for (let i = 0; i < 9; i++) {}\n'.repeat(200),
      },
    );
    assert.deepEqual(
      files.map(({ path }) => path),
      [
        'loops.js',
        'ok.ts',
        'report-20240101.js',
        'vendored_prices.py',
        'webui/my-DatePick.js',
        'webui/user-settings.js',
      ],
    );
    assert.deepEqual(Object.fromEntries(unreviewed.map(({ path, why }) => [path, why])), {
      'package-lock.json': 'lock file',
      'vendor/x.js': 'vendored',
      'app/vendored_libs/x.pyi': 'vendored',
      'third_party_code/x.py': 'vendored',
      'dist/app.js': 'built or minified',
      'public/lib.prod.js': 'built or minified',
      'static/index.94b01c79.js': 'built or minified',
      'static/bezier.b593bb19.cjs': 'built or minified',
      'webui/chunks/katex-C5jXJg4s.js': 'built or minified',
      'webui/assets/flow-BvKqLmZe.css': 'built or minified',
      'src/sqlite.js': 'built or minified',
      'static/editor.es.js': 'built or minified',
      'image.png': 'binary',
      'large.ts': 'larger than 1 MB',
      'api.ts': 'generated',
      'check.js': 'generated',
      'client.py': 'generated',
      'office.ts': 'generated',
      'libEs5/a.js': 'built or minified',
      'src/proto/gen/orders.ts': 'generated',
    });
  });

  it('leaves out new scripts that are longer than people write at once, as a gap, and none that were there', async () => {
    const lines = (count: number): string => 'go(1);\n'.repeat(count);
    const { files, unreviewed } = await diffOf(
      { 'old.js': lines(10) },
      { 'old.js': lines(3_100), 'new.js': lines(3_000), 'new.ts': lines(2_999), 'short.js': lines(2_999) },
    );
    assert.deepEqual(
      files.map(({ path }) => path),
      ['new.ts', 'old.js', 'short.js'],
    );
    assert.deepEqual(unreviewed, [
      { path: 'new.js', why: 'copied or built: more than 3,000 lines at once', isGap: true },
    ]);
  });

  it('leaves out a new script that says that it is a release of a library, as a gap', async () => {
    const { files, unreviewed } = await diffOf(
      { 'a.js': 'go();\n' },
      {
        'static/filestyle.js':
          '/*\n * Copyright (c) 2017 Robin Sample\n * Version 2.1.0\n * Licensed under the MIT license.\n */\ngo();\n',
        'packages/kit.js': '// @acme/kit@1.12.0\n(functors => {})();\n',
        'packages/studio.js': '/******/ (() => { // webpackBootstrap\n/******/ \tgo();\n',
        'samples/bundle.js': 'var sample =\n/******/ (function(modules) { // webpackBootstrap\n/******/ \tgo();\n',
        'samples/plugin.js': `// webpackBootstrap\n${'go();\n'.repeat(24)}/******/ (() => { // webpackBootstrap\n`,
        'static/own.js': '/*\n * Copyright (c) 2017 Acme\n */\ngo();\n',
      },
    );
    assert.deepEqual(
      files.map(({ path }) => path),
      ['samples/plugin.js', 'static/own.js'],
    );
    assert.deepEqual(unreviewed, [
      { path: 'packages/kit.js', why: 'built, as its first lines say', isGap: true },
      { path: 'packages/studio.js', why: 'built, as its first lines say', isGap: true },
      { path: 'samples/bundle.js', why: 'built, as its first lines say', isGap: true },
      { path: 'static/filestyle.js', why: 'a copy of a library, as its first comment says', isGap: true },
    ]);
  });

  it('leaves out what was copied: Python packages beside well-known ones at the merge base, and releases that are served', async () => {
    const copied = ['certifi', 'idna', 'pytz'].map(name => [`libs/${name}/a.py`, 'a = 1\n'] as const);
    const own = ['flask', 'pytz', 'requests'].map(name => [`integrations/${name}/a.py`, 'a = 1\n'] as const);
    const { files } = await diffOf(Object.fromEntries([...copied, ...own]), {
      'libs/rebulk/b.py': 'b = 1\n',
      'project-static/fontawesome-7.0.1/js/brands.js': 'b = 1\n',
      'src/__snapshots__/a.storyshot': 'b = 1\n',
      'libs/idna/a.py': 'a = 2\n',
      'integrations/flask/a.py': 'a = 2\n',
    });
    assert.deepEqual(
      files.map(({ path }) => path),
      ['integrations/flask/a.py'],
    );
  });

  it('leaves out Python packages that were installed beside the code at the merge base', async () => {
    const module = 'def f():\n    return "a text of some length"\n'.repeat(5);
    const before = {
      'libs/pkg-1.0.dist-info/METADATA': 'Name: pkg\n',
      'libs/pkg/a.py': 'a = 1\n',
      'libs/pkg/taken.py': module,
      'libs/pkg/whole.py': `${module}whole = 1\n`,
      'src/b.py': 'b = 1\n',
    };
    const { files, unreviewed } = await diffOf(before, {
      'libs/pkg/a.py': 'a = 2\n',
      'libs/handler.py': 'own = 1\n',
      'libs/new/c.py': 'c = 1\n',
      'libs/pkg/taken.py': undefined,
      'src/taken.py': `${module}c = 1\n`,
      'libs/pkg/whole.py': undefined,
      'src/whole.py': `${module}whole = 1\n`,
      'src/b.py': 'b = 2\n',
      'own/own-1.0.dist-info/METADATA': 'Name: own\n',
      'own/d.py': 'd = 1\n',
    });
    const python = files.filter(({ path }) => path.endsWith('.py'));
    assert.deepEqual(
      python.map(({ path, added }) => [path, added.size]),
      [
        ['libs/handler.py', 1],
        ['own/d.py', 1],
        ['src/b.py', 1],
        ['src/taken.py', 11],
        ['src/whole.py', 11],
      ],
    );
    assert.deepEqual(unreviewed, [
      { path: 'libs/new/c.py', why: 'vendored' },
      { path: 'libs/pkg/a.py', why: 'vendored' },
    ]);
  });

  it('leaves out what the merge base calls vendored or generated, or keeps out of diffs', async () => {
    const before = {
      '.gitattributes': [
        '# Statistics of languages say nothing of who writes a file.',
        '*.ts linguist-vendored',
        'static/public/* -diff linguist-vendored',
        'static/public/own.js diff -linguist-vendored',
        'api/** linguist-generated=true',
        'jquery.js linguist-vendored',
        'kept.js linguist-vendored=false',
        '/top.js binary',
        '',
      ].join('\n'),
      'lib/.gitattributes': '* linguist-vendored\nmine.js !linguist-vendored\n',
      'static/public/taken.js': lines(20),
    };
    const { files, unreviewed, leftOut } = await diffOf(before, {
      '.gitattributes': '*.js linguist-vendored\nsrc/** linguist-generated\n',
      'static/public/app.js': 'x\n',
      'static/public/own.js': 'x\n',
      'static/public/deep/own.js': 'x\n',
      'api/client/a.ts': 'x\n',
      'web/jquery.js': 'x\n',
      'kept.js': 'x\n',
      'top.js': 'x\n',
      'sub/top.js': 'x\n',
      'lib/a/b.js': 'x\n',
      'lib/mine.js': 'x\n',
      'src/a.ts': 'x\n',
      'static/public/taken.js': undefined,
      'src/taken.js': `${lines(20)}more();\n`,
    });
    assert.deepEqual(
      files.filter(({ path }) => path !== '.gitattributes').map(({ path, added }) => [path, added.size]),
      [
        ['kept.js', 1],
        ['lib/mine.js', 1],
        ['src/a.ts', 1],
        ['src/taken.js', 21],
        ['static/public/deep/own.js', 1],
        ['static/public/own.js', 1],
        ['sub/top.js', 1],
      ],
    );
    assert.deepEqual(Object.fromEntries(unreviewed.map(({ path, why }) => [path, why])), {
      'api/client/a.ts': 'generated',
      'lib/a/b.js': 'vendored',
      'static/public/app.js': 'vendored',
      'top.js': 'kept out of diffs by .gitattributes',
      'web/jquery.js': 'vendored',
    });
    // They are still searched for secrets.
    assert.equal(leftOut?.length, 5);
  });

  it('reviews what an exception may be for that it does not understand or has no room for', async () => {
    const marks = Array.from({ length: 300 }, (_, at) => `marked/${at}.js linguist-vendored`);
    const exceptions = Array.from({ length: 201 }, (_, at) => `${at}.js -linguist-vendored`);
    const paths = [
      'marked/1.js',
      'marked/299.js',
      'foreign/a.js',
      'foreign/long/a.js',
      'foreign/[class]/mine.js',
      'quoted/a b/mine.js',
      'end/own.js',
      'start-1/deep/own.js',
    ];
    const changes = Object.fromEntries(paths.map(path => [path, 'x\n']));
    const reviewed = async (before: Readonly<Record<string, string>>): Promise<string[]> =>
      (await diffOf(before, changes)).files.map(({ path }) => path);
    const root = [
      ...marks,
      'foreign/** linguist-vendored',
      'end/** linguist-vendored',
      'end/own.js -linguist-vendored',
      'start-** linguist-vendored',
    ].join('\n');
    // A mark that has no room marks nothing, and two stars within a name match no folder.
    assert.deepEqual(await reviewed({ '.gitattributes': root }), [
      'end/own.js',
      'foreign/[class]/mine.js',
      'foreign/a.js',
      'foreign/long/a.js',
      'marked/299.js',
      'quoted/a b/mine.js',
      'start-1/deep/own.js',
    ]);
    const few = 'foreign/** linguist-vendored\nquoted/** -diff\n';
    assert.deepEqual(
      await reviewed({
        '.gitattributes': `${few}"quoted/a b/*" diff\n`,
        'foreign/[class]/.gitattributes': '[m]ine.js !linguist-vendored\n',
        'foreign/long/.gitattributes': `# ${'long '.repeat(20_000)}`,
      }),
      [
        'end/own.js',
        'foreign/[class]/mine.js',
        'foreign/long/a.js',
        'marked/1.js',
        'marked/299.js',
        'quoted/a b/mine.js',
        'start-1/deep/own.js',
      ],
    );
    assert.deepEqual(await reviewed({ '.gitattributes': `${few}${exceptions.join('\n')}\n` }), paths.sort());
  });

  it('reviews what is in more folders than it looks for marks in', async () => {
    const deep = 'foreign/a/b/c/own.js';
    const others = Array.from({ length: 2_000 }, (_, at) => [`foreign/${at}/x.js`, 'x\n'] as const);
    const { files } = await diffOf(
      { '.gitattributes': 'foreign/** -diff\n', 'foreign/a/b/c/.gitattributes': '* diff\n' },
      { ...Object.fromEntries(others), [deep]: 'x\n' },
    );
    assert.ok(files.some(({ path }) => path === deep));
    assert.ok(files.length < 100);
  });

  it('leaves out folders of other people’s code, and not those of the project', async () => {
    const foreign = [
      '_vendor/a.py',
      'web/vendors/a.js',
      '.history/src/a_20260202.py',
      'app/static/libs/jQuery/src/a.js',
      'notes/.ipynb_checkpoints/a.py',
      'app/static/js/vendors/a.js',
      'src/thirdparty/a.ts',
      '3rd-party/a.js',
      'ios/Pods/a.js',
      'shop/webroot/js/tiny_mce/plugins/table/table.js',
      'shop/static/rest_framework/js/form.js',
      'shop/static/js/client-0.1.1.js',
      'client/semantic/tasks/build.js',
      'webapp/resources/DataTables/1.10.4/plugins/page.js',
      'docs/_static/underscore-1.3.1.js',
    ];
    const own = [
      'lib/a.js',
      'libs/a.ts',
      'packages/core/a.ts',
      'src/vendor.ts',
      'src/vendoring/a.py',
      'external/a.ts',
      'app/pods/a.js',
      // Of a shop.
      'vendors/models.py',
      'src/views/vendors/a.ts',
      'plugins/maps/public/lib/a.ts',
      'src/plugins/ckeditor/index.js',
      'js/editor/semantic/words.js',
      'migrations/upgrade-1.2.3.js',
      'migrations/1.2.3/upgrade.js',
      'docs/_static/own.js',
    ];
    const { files, unreviewed } = await diffOf(
      { 'packages/core/package.json': '{}', 'packages/core/LICENSE': 'MIT' },
      Object.fromEntries([...foreign, ...own].map(path => [path, 'x = 1\n'])),
    );
    assert.deepEqual(
      files.map(({ path }) => path),
      [...own].sort(),
    );
    assert.deepEqual(
      unreviewed.map(({ path, why }) => `${path} ${why}`),
      foreign.map(path => `${path} vendored`).sort(),
    );
  });

  it('says that a submodule is not read', async () => {
    const repository = await TestRepository.create({ 'a.ts': '' });
    try {
      const base = (await repository.git('rev-parse', 'HEAD')).trim();
      await repository.git('update-index', '--add', '--cacheinfo', `160000,${base},lib`);
      await repository.git('commit', '--quiet', '--message', 'Add a library');
      const head = (await repository.git('rev-parse', 'HEAD')).trim();
      const git = new Git({ executable: 'git', log: () => undefined });
      const { unreviewed } = await readDiff(git, { root: repository.folder, base, head }, new AbortController().signal);
      assert.deepEqual(unreviewed, [{ path: 'lib', why: 'submodule', isGap: true }]);
    } finally {
      await repository.dispose();
    }
  });

  it('reads names with spaces, quotes and letters of any language, and a byte order mark', async () => {
    const { files } = await diffOf({ 'a.ts': '' }, { 'with space/tür "x".ts': '\ufeffone\r\ntwo' });
    assert.deepEqual(
      files.map(({ path, lines: text, added }) => [path, text, [...added]]),
      [['with space/tür "x".ts', ['one', 'two'], [1, 2]]],
    );
  });

  it('is empty where nothing was added', async () => {
    const { files, addedLines } = await diffOf(
      { 'a.ts': lines(3), 'b.ts': 'x' },
      { 'a.ts': lines(2), 'b.ts': undefined },
    );
    assert.deepEqual(files, []);
    assert.equal(addedLines, 0);
  });
});
