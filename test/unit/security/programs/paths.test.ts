import assert from 'node:assert/strict';
import { mkdir, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { decodeReview } from '../../../../src/api/decode/review.ts';
import { safePath } from '../../../../src/core/system/safePath.ts';
import type { SettledRecord } from '../../../../src/reviews/store/reviewRecord.ts';
import { needs } from '../../../host/needs.ts';
import { TestRepository } from '../../../host/git/repository.ts';
import { aSubject } from '../../reviews/builders.ts';
import { standInForEditor } from '../shown/editor.ts';
import { noReviewedText } from '../shown/noReviewedText.ts';
import { openReviewsOf } from '../shown/openReviews.ts';

describe('the path of a comment', () => {
  for (const [attack, paths] of Object.entries({
    'climbs out': ['../x', 'a/../../x', 'a/..\\..\\x', '..', '.. /x', '..\u200b/x', 'file:../x', 'file:%2e%2e%2fx'],
    'is one of the machine': [
      'C:/x',
      'c:x',
      '\\\\?\\C:\\x',
      '\\\\.\\pipe\\x',
      '//host/share',
      'file:///etc/passwd',
      '~/x:y',
    ],
    'has a scheme': ['https://evil.example/x', 'command:x', 'vscode:x', 'javascript:x', 'data:x', 'git:/x'],
    'is in the git directory': [
      '.git/config',
      '.GIT/hooks/pre-commit',
      'a/.git/x',
      '.git./x',
      '.git /x',
      '.git\u200d/x',
      'git~1/x',
      'GIT~2/x',
      '.git\\config',
    ],
    'is a stream beside a file': ['a.ts:evil', 'a.ts::$DATA', '.git::$INDEX_ALLOCATION/x', 'a:b/c'],
    'is a device': ['CON', 'nul', 'a/aux.ts', 'COM1', 'com0', 'LPT9.txt', 'conin$', 'com²', 'prn .x'],
    'ends in a point or a space': ['a.', 'a /b', 'a./b', 'a.ts ', 'a/b. '],
    'holds a control character': ['a\0b', 'a\nb', 'a\rb', 'a\u001b[2Jb', 'a\u007f', 'a\u0085b'],
    'is endless': ['a/'.repeat(5_000) + 'b', 'a'.repeat(10_000)],
  })) {
    it(`is none that ${attack}, and its comment stays`, () => {
      for (const raw of paths) {
        assert.equal(safePath(raw), undefined, JSON.stringify(raw));
        const { comments = [] } = decodeReview({
          id: 'r',
          status: 'completed',
          comments: [{ path: raw, line: 1, body: 'x' }],
        });
        const [comment, ...others] = comments;
        assert.deepEqual([comment?.path, others], [undefined, []]);
        // Its name is text, as code, without what nobody sees.
        assert.match(comment?.body ?? '', /^(?:`+[^\p{C}]{1,210}`+\n\n)?x$/u, JSON.stringify(raw));
      }
    });
  }

  it('stays in the repository on every system, whatever it is made of', () => {
    const pieces = fc.constantFrom(
      ...[
        '..',
        '.',
        '/',
        '\\',
        ':',
        'C:',
        '.git',
        'git~1',
        'CON',
        'nul',
        ' ',
        '\0',
        '\u200c',
        'a',
        'é',
        '%2e',
        '%5c',
        'file:',
        '\\\\?\\',
        '~',
        '$',
      ],
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 10 }), parts => {
        const found = safePath(parts.join(''));
        if (found === undefined) return;
        const posix = path.posix.resolve('/root/repository', found);
        assert.ok(posix.startsWith('/root/repository/'), posix);
        const windows = path.win32.resolve('C:\\root\\repository', found);
        assert.ok(windows.startsWith('C:\\root\\repository\\'), windows);
        for (const part of found.replace(/\p{Cf}/gu, '').split('/'))
          assert.doesNotMatch(part, /^(?:\.git|git~\d+|\.\.?)$/i);
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('a finding in a file that a link leads to', () => {
  let repository: TestRepository;

  before(async function () {
    needs(this, 'symbolic links');
    standInForEditor();
    repository = await TestRepository.create({ 'src/a.ts': 'a();\n' });
    const outside = await realpath(tmpdir());
    await symlink('.git', path.join(repository.folder, 'settings'));
    await symlink('src', path.join(repository.folder, 'inside'));
    await symlink(outside, path.join(repository.folder, 'outside'));
    await symlink('/etc/passwd', path.join(repository.folder, 'passwd'));
    await symlink('..', path.join(repository.folder, 'up'));
    await symlink('loop', path.join(repository.folder, 'loop'));
    await mkdir(`${repository.folder}-beside`);
    await symlink(`${repository.folder}-beside`, path.join(repository.folder, 'beside'));
  });

  after(async () => {
    await repository.dispose();
    await rm(`${repository.folder}-beside`, { recursive: true });
  });

  it('is shown without a place where that is outside of the repository', async () => {
    const { PlacedFindings } = await import('../../../../src/vscode/findings/placedFindings.ts');
    const paths = [
      'src/a.ts',
      'inside/a.ts',
      'passwd',
      'outside/x',
      'up/x',
      'up',
      'loop',
      'beside',
      'gone.ts',
      'src',
      'inside',
      'settings/config',
    ];
    const comments = paths.map(file => ({ path: file, line: 1, body: file }));
    const review = decodeReview({ id: 'r', status: 'completed', comments });
    const subject = aSubject({ root: repository.folder, pullRequest: { repository: 'acme/app', number: 7 } });
    const times = { triggeredAt: 0, settledAt: 1 };
    const shown: SettledRecord = { state: 'completed', reviewId: 'r', review, subject, ...times };
    const changes: (() => void)[] = [];
    const errors: unknown[] = [];
    const placed = new PlacedFindings(
      openReviewsOf(repository.folder, [shown]),
      noReviewedText,
      listener => {
        changes.push(listener);
        return { dispose: () => undefined };
      },
      error => errors.push(error),
    );
    for (const change of changes) change();
    await placed.settled();
    assert.deepEqual(errors, []);
    assert.deepEqual(
      placed.uris.map(({ fsPath }) => path.relative(repository.folder, fsPath)),
      ['src/a.ts', 'inside/a.ts'],
    );
    assert.deepEqual(placed.general.map(({ comment }) => comment.body).sort(), [
      'beside',
      'gone.ts',
      'inside',
      'loop',
      'outside/x',
      'passwd',
      'settings/config',
      'src',
      'up',
      'up/x',
    ]);
    placed.dispose();
  });
});
