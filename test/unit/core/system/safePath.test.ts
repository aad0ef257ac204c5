import assert from 'node:assert/strict';
import fc from 'fast-check';
import { safePath } from '../../../../src/core/system/safePath.ts';
import { tries } from '../../../host/seed.ts';

describe('a path that a service names', () => {
  it('is relative to the top folder, however it is spelled', () => {
    for (const path of [
      'src/app.ts',
      './src/app.ts',
      '/src/app.ts',
      '/./src/app.ts',
      'src\\app.ts',
      '.\\src\\app.ts',
      'file:src/app.ts',
      'FILE:src%2Fapp.ts',
    ]) {
      assert.equal(safePath(path), 'src/app.ts', path);
    }
  });

  it('keeps what a name may hold', () => {
    for (const path of [
      'a b.ts',
      'ü/名.ts',
      '.github/x.yml',
      '.gitignore',
      'x.git/y',
      'con-fig.ts',
      '100%.md',
      'a#b?.ts',
    ]) {
      assert.equal(safePath(path), path);
    }
  });

  it('keeps a and b in front, which are folders as well as the marks of a diff', () => {
    assert.equal(safePath('a/src/app.ts'), 'a/src/app.ts');
    assert.equal(safePath('b/src/app.ts'), 'b/src/app.ts');
  });

  for (const [why, paths] of [
    [
      'leads out of the repository',
      ['..', '../x', 'a/../../x', 'a\\..\\x', 'file:%2e%2e/x', 'file:a/..%5Cx', './../x'],
    ],
    [
      'is of a machine',
      [
        'C:\\x',
        'c:/x',
        'C:x',
        '\\\\host\\share\\x',
        '//host/x',
        'file:///etc/passwd',
        'file:/x',
        'https://x.example/a',
      ],
    ],
    [
      'is of the git directory',
      [
        '.git',
        '.git/config',
        'a/.GIT/hooks/x',
        'git~1/config',
        '.git./x',
        '.git /x',
        '.g\u200cit/config',
        '.git::$INDEX_ALLOCATION/x',
      ],
    ],
    ['is a device on Windows', ['con', 'src/NUL.txt', 'aux', 'COM1', 'lpt9.log', 'com¹', 'nul .txt', 'CONOUT$']],
    [
      'names no file',
      [
        '',
        ' ',
        '/',
        './',
        '.',
        'a//b',
        'a/',
        'a/./b',
        'x\0y',
        'x\ny',
        'x\u0085y',
        'file:%00',
        'file:%zz',
        'a'.repeat(5_000),
      ],
    ],
  ] as const) {
    it(`is refused where it ${why}`, () => {
      for (const path of paths) assert.equal(safePath(path), undefined, JSON.stringify(path));
    });
  }

  it('leads nowhere else, whatever it is made of', () => {
    const piece = fc.constantFrom(
      ...['..', '.', '/', '\\', 'file:', '%2e', '%2f', '%5c', '.git', 'GIT~1', 'c:', ' ', 'a', '\u200d', '\0', '~'],
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(piece, { maxLength: 8 }).map(parts => parts.join('')),
          fc.string(),
        ),
        raw => {
          const path = safePath(raw);
          if (path === undefined) return;
          assert.doesNotMatch(path, /^\/|\\|:|\p{Cc}/u);
          for (const part of path.split('/')) {
            assert.ok(!['', '.', '..', '.git', 'git~1'].includes(part.replace(/\p{Cf}/gu, '').toLowerCase()), path);
          }
          assert.equal(safePath(path), path, 'reading it again changes nothing');
        },
      ),
      { numRuns: tries(2_000) },
    );
  });
});
