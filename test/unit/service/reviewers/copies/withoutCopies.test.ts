import assert from 'node:assert/strict';
import { reviewNotes } from '../../../../../src/service/engine/result/reviewNotes.ts';
import { TestRepository, type Files } from '../../../../host/git/repository.ts';
import { engineInProcess } from '../../engineInProcess.ts';

const engine = engineInProcess({ gitExecutable: 'git', onError: assert.ifError });

const path = 'kit/contrib/flash.py';
const flash = '# Copyright (C) 2014-2016 Fredrik Ahlberg\ndef write(port):\n    port.speed == 9600\n    return port\n';

/** The rules of the comments, and whether the notes call the file a copy. */
async function reviewed(before: Files, after: Files = { [path]: flash }, between: readonly Files[] = []) {
  const repository = await TestRepository.create({ 'README.md': 'Kit by Ada Lovelace.\n', ...before });
  try {
    for (const files of between) await repository.commit(files);
    const base = await repository.git('rev-parse', 'HEAD');
    const result = await engine.review({ root: repository.folder, base, head: await repository.commit(after) });
    if (result.status !== 'completed') assert.fail(result.reason);
    const isCalledCopy = reviewNotes(result).some(each => each.includes(`${path} (a copy, as `));
    return { rules: result.comments.map(each => each.rule_id), isCalledCopy };
  } finally {
    await repository.dispose();
  }
}

describe('files that were copied from elsewhere', () => {
  it('are named in place of comments, where nothing else has the name in their copyright', async () => {
    assert.deepEqual(await reviewed({}), { rules: [], isCalledCopy: true });
  });

  it('are copies too where they stand beside others of the same author', async () => {
    assert.deepEqual(await reviewed({ 'kit/contrib/stub.py': '# Copyright 2014 Fredrik Ahlberg\n' }), {
      rules: [],
      isCalledCopy: true,
    });
  });

  it('are copies where a newer release takes the place of an older one', async () => {
    const older = flash.replace('2016', '2015').replace('9600', '9601');
    assert.deepEqual(await reviewed({ [path]: older }), { rules: [], isCalledCopy: true });
  });

  it('are copies too where other libraries name the same author', async () => {
    const others = ['a', 'b', 'c', 'd'].map(
      each => [`web/${each}/lib.py`, '# Copyright 2014 Fredrik Ahlberg\n'] as const,
    );
    const is = async (before: Files): Promise<boolean> => (await reviewed(before)).isCalledCopy;
    assert.equal(await is(Object.fromEntries(others)), true);
    assert.equal(
      await is({ ...Object.fromEntries(others), 'src/own.py': '# Copyright 2014 Fredrik Ahlberg\n' }),
      false,
    );
    assert.equal(await is({ 'pkg/package.json': '{ "author": "Fredrik Ahlberg" }' }), false);
  });

  it('are copies where they begin with the address that they are from', async () => {
    const from = flash.replace(/^#.*\n/, '# From: https://example.com/kit/flash.py\n');
    assert.deepEqual(await reviewed({}, { [path]: from }), { rules: [], isCalledCopy: true });
  });

  const plain = flash.replace(/^#.*\n/, '');

  it('are copies where they are of a release that was unpacked', async () => {
    const release = { 'kit/PKG-INFO': 'Metadata-Version: 1.0\nName: kit\n' };
    assert.deepEqual(await reviewed({}, { ...release, [path]: plain }), { rules: [], isCalledCopy: true });
    // What fails whenever it runs is told all the same.
    const failing = `${plain}\n\ndef close(port):\n    return '%s %s' % (port,)\n`;
    assert.deepEqual((await reviewed({}, { ...release, [path]: failing })).rules, ['ruff/F507']);
    const older = { ...release, [path]: plain.replace('9600', '9601') };
    assert.deepEqual(await reviewed(older, { [path]: plain }), { rules: [], isCalledCopy: true });
  });

  for (const [what, before, after, between] of [
    [
      'the change adds what a release has to what was there',
      { [path]: 'import port\n' },
      { 'kit/PKG-INFO': 'Name: kit\n' },
    ],
    ['the release is the project itself', { 'PKG-INFO': 'Name: kit\n' }, {}],
    ['the release is beside them', { 'kit/other/PKG-INFO': 'Name: other\n' }, {}],
    [
      'the release is changed here again and again',
      { 'kit/PKG-INFO': 'Name: kit\n' },
      {},
      ['1', '2', '3', '4'].map(each => ({ 'kit/port.py': `speed = ${each}\n` })),
    ],
  ] as const)
    it(`are reviewed where ${what}`, async () => {
      const expected = { rules: ['ruff/B015'], isCalledCopy: false };
      assert.deepEqual(await reviewed(before, { ...after, [path]: plain }, between), expected);
    });

  for (const [what, before, after] of [
    ['another folder has the name', { LICENSE: 'Copyright Fredrik Ahlberg\n' }, undefined],
    ['what looks like it is code', {}, { [path]: flash.replace(/^#.*\n/, "source: str = 'https://example.com'\n") }],
    [
      'the copyright stands further down',
      {},
      { [path]: `${flash.replace(/^#.*\n/, '')}${'\n'.repeat(60)}${flash.split('\n', 1)[0]}\n` },
    ],
    ['the change adds the copyright', { [path]: 'import port\n' }, undefined],
    ['they have no copyright', {}, { [path]: flash.replace(/^#.*\n/, '') }],
    ['one of the names is known', {}, { [path]: `# Copyright Ada Lovelace\n${flash}` }],
  ] as const)
    it(`are reviewed where ${what}`, async () => {
      assert.deepEqual(await reviewed(before, after), { rules: ['ruff/B015'], isCalledCopy: false });
    });

  describe('that name a repository beside their licence', () => {
    const script = 'web/semantic/api.js';
    const text =
      '/*!\n * https://github.com/fomantic/Fomantic-UI/\n * Released under the MIT license\n */\ngo(a !== a);\n';
    const told = async (before: Files, after: Files): Promise<string[]> => (await reviewed(before, after)).rules;

    it('are copies where no file at the top names it', async () => {
      const others = {
        'web/semantic/modal.js': text,
        'web/readme.md': 'See https://github.com/fomantic/Fomantic-UI.\n',
      };
      assert.deepEqual(await told(others, { [script]: text }), []);
    });

    for (const [what, before, after] of [
      [
        'it is that of the project',
        { 'package.json': '{ "homepage": "https://github.com/fomantic/fomantic-ui" }' },
        text,
      ],
      ['a commit is by its owner', {}, text.replace('fomantic/', 'robin/')],
      ['they name no licence', {}, text.replace(/.*MIT.*\n/, '')],
      ['they name it further down', {}, text.replace('/*!', '/* An API. */\n/*!')],
    ] as const)
      it(`are reviewed where ${what}`, async () => {
        assert.deepEqual(await told(before, { [script]: after }), ['eslint/no-self-compare']);
      });
  });

  describe('that say nothing of themselves', () => {
    const script = 'web/editor/dialogs/spell.js';
    const text = 'go(a !== a);\n';
    const banner = '/*\n * Copyright (C) 2003 Fredrik Ahlberg\n */\n';
    const library = Object.fromEntries(['a', 'b', 'c'].map(each => [`web/editor/${each}.js`, `${banner}go();\n`]));
    const licence = { 'web/editor/license.txt': 'The editor\nCopyright (C) 2003 Fredrik Ahlberg\n' };
    const older = { [script]: 'go();\n' };

    for (const [what, before, after] of [
      ['of most files in a folder around them', library, {}],
      ['of most files that come with them', {}, library],
      [
        'of some files beside a licence without a name',
        {
          'web/editor/license.txt': 'LESSER GENERAL PUBLIC LICENSE\n',
          ...library,
          ...Object.fromEntries(['d', 'e', 'f', 'g'].map(each => [`web/editor/${each}.js`, 'go();\n'])),
        },
        {},
      ],
      ['of the licence of a folder around them', { ...licence, 'web/page.js': 'go();\n' }, {}],
      ['of the licence, which was there as they were', { ...licence, ...older }, {}],
    ] as const)
      it(`are copies where others have the copyright ${what}`, async () => {
        assert.deepEqual((await reviewed(before, { ...after, [script]: text })).rules, []);
      });

    for (const [what, before, after, between] of [
      ['few files have the copyright', { ...library, 'web/editor/a.js': '', 'web/editor/d.js': '' }, {}],
      ['the copyright is that of the project', { ...library, LICENSE: 'Copyright Fredrik Ahlberg\n' }, {}],
      [
        'who wrote the others makes commits here',
        { 'web/editor/license.txt': 'Copyright (C) 2003 Robin Sample\n' },
        {},
      ],
      ['the change adds the licence to what was there', older, licence],
      [
        'the licence names nobody',
        { 'web/editor/LICENSE': '(c) You must retain all copyright, patent and trademark notices.\n' },
        {},
      ],
      [
        'the copyright is of the licence itself',
        {
          'web/editor/COPYING':
            'Copyright (C) 2007 Licence Foundation\nEveryone is permitted to copy and distribute verbatim copies.\n',
        },
        {},
      ],
      ['the licence is at the top', { LICENSE: licence['web/editor/license.txt'] }, {}],
      ['the licence is in another folder', { 'web/other/LICENSE': licence['web/editor/license.txt'] }, {}],
      [
        'the folder is changed here again and again',
        licence,
        {},
        ['1', '2', '3', '4'].map(each => ({ 'web/editor/page.js': `go(${each});\n` })),
      ],
    ] as const)
      it(`are reviewed where ${what}`, async () => {
        const { rules } = await reviewed(before, { ...after, [script]: text }, between);
        assert.deepEqual(rules, ['eslint/no-self-compare']);
      });
  });

  it('are those of a release of the package index that was unpacked, also in the change', async () => {
    const [, ...lines] = flash.split('\n');
    const code = { 'kit.py/kit/flash.py': lines.join('\n') };
    const release = { 'kit.py/PKG-INFO': 'Name: kit\n', ...code };
    assert.deepEqual((await reviewed({}, release)).rules, []);
    assert.deepEqual((await reviewed({}, code)).rules, ['ruff/B015']);
    // What is installed to be worked on leaves one of the project's own.
    assert.deepEqual((await reviewed({ 'kit.py/kit.egg-info/PKG-INFO': 'Name: kit\n' }, code)).rules, ['ruff/B015']);
    assert.deepEqual((await reviewed({ 'PKG-INFO': 'Name: kit\n' }, code)).rules, ['ruff/B015']);
  });

  it('are told of what concerns security all the same', async () => {
    const sql = "export const one = (db, id) => db.query(`SELECT * FROM users WHERE id = '${id}'`);\n";
    const copy = 'kit/contrib/store.js';
    const { rules } = await reviewed({}, { [copy]: `// Copyright 2014 Fredrik Ahlberg\n${sql}` });
    assert.deepEqual(rules, ['eslint/review/sql-from-template']);
  });

  it('are reviewed where they were changed here again and again, by whatever name', async () => {
    const older = 'flash.py';
    const changes = ['1', '2', '3'].map(each => ({ [older]: `${flash}# ${each}\n` }));
    const moved = { [older]: undefined, [path]: flash.replace('9600', '9601') };
    const expected = { rules: ['ruff/B015'], isCalledCopy: false };
    assert.deepEqual(await reviewed({ [older]: flash }, moved, changes), expected);
    assert.deepEqual((await reviewed({ [older]: flash }, moved, changes.slice(1))).isCalledCopy, true);
  });

  it('are reviewed where a commit is by who wrote them', async () => {
    const own = flash.replace('Fredrik Ahlberg', 'Robin Sample');
    assert.deepEqual(await reviewed({}, { [path]: own }), { rules: ['ruff/B015'], isCalledCopy: false });
  });
});
