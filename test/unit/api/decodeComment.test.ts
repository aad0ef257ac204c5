import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decodeComment } from '../../../src/api/decodeComment.ts';
import type { ReviewComment } from '../../../src/core/review.ts';

function decode(raw: unknown): ReviewComment {
  return decodeComment(raw) ?? assert.fail('no comment');
}

describe('a comment of any service', () => {
  describe('stands on the right lines', () => {
    it('where line is the last of a range, and where it is the first', () => {
      assert.deepEqual(decode({ path: 'a.ts', start_line: 3, line: 5 }).range, { startLine: 3, endLine: 5 });
      assert.deepEqual(decode({ path: 'a.ts', line: 3, end_line: 5 }).range, { startLine: 3, endLine: 5 });
      assert.deepEqual(decode({ path: 'a.ts', line: 3 }).range, { startLine: 3, endLine: 3 });
      assert.deepEqual(decode({ path: 'a.ts', startLine: 9, endLine: 2 }).range, { startLine: 2, endLine: 9 });
      assert.deepEqual(decode({ file: 'a.ts', lines: 'L12-L15' }).range, { startLine: 12, endLine: 15 });
    });

    it('counted from 0 only where language servers count', () => {
      const range = { start: { line: 0, character: 4 }, end: { line: 0, character: 9 } };
      assert.deepEqual(decode({ uri: 'a.ts', range }).range, {
        startLine: 1,
        endLine: 1,
        startColumn: 5,
        endColumn: 10,
      });
      assert.equal(decode({ path: 'a.ts', line: 0 }).range, undefined);
      assert.deepEqual(decode({ path: 'a.ts', line: 1, column: 4 }).range?.startColumn, 4);
    });

    it('where position is a line, and not where it counts into a diff', () => {
      assert.deepEqual(decode({ path: 'a.ts', position: 7 }).range, { startLine: 7, endLine: 7 });
      assert.equal(decode({ path: 'a.ts', position: 7, diff_hunk: '@@ -1 +1 @@' }).range, undefined);
      assert.deepEqual(decode({ path: 'a.ts', position: 7, line: 40 }).range, { startLine: 40, endLine: 40 });
    });

    it('where only the line it once stood at is left, and says that it is outdated', () => {
      const comment = decode({ path: 'a.ts', line: null, original_line: 12 });
      assert.deepEqual([comment.range, comment.outdated], [{ startLine: 12, endLine: 12 }, true]);
    });

    it('of the removed side', () => {
      assert.equal(decode({ path: 'a.ts', line: 4, side: 'LEFT' }).side, 'left');
      assert.deepEqual(decode({ inline: { path: 'a.ts', from: 4, to: null } }).side, 'left');
      assert.equal(decode({ position: { new_path: 'a.ts', old_line: 3, new_line: 4 } }).side, 'right');
    });
  });

  describe('is about the right file', () => {
    it('however its path is written', () => {
      for (const path of ['src/a.ts', './src/a.ts', '/src/a.ts', 'src\\a.ts', 'file:src/a.ts']) {
        assert.equal(decode({ path }).path, 'src/a.ts', path);
      }
    });

    it('and about none where the path leads out of the repository', () => {
      for (const path of [
        '',
        '../a.ts',
        'src/../../a.ts',
        'C:\\a.ts',
        '\\\\host\\a.ts',
        'file:///etc/passwd',
        '.git/config',
        'src/.GIT/x',
        'a\0b',
        null,
      ]) {
        assert.equal(decode({ path, body: 'Look here' }).path, undefined, path ?? 'null');
      }
    });
  });

  describe('offers code', () => {
    it('from a field that holds code', () => {
      assert.equal(decode({ suggested_code: 'x = 1\n' }).suggestion?.text, 'x = 1');
      assert.equal(decode({ suggestion: 'x = 1', existing_code: 'x = 2' }).suggestion?.oldText, 'x = 2');
      assert.equal(decode({ suggested_fix: '```ts\nx = 1\n```' }).suggestion?.text, 'x = 1');
    });

    it('but not from prose', () => {
      const comment = decode({ body: 'Too long.', suggestion: 'Consider a shorter name.' });
      assert.equal(comment.suggestion, undefined);
    });

    it('from a fenced block, which is then no part of the text; an empty one deletes', () => {
      const comment = decode({ path: 'a.ts', line: 2, body: 'Use this:\n```suggestion\nx = 1\n```\nSure.' });
      assert.deepEqual([comment.suggestion?.text, comment.body], ['x = 1', 'Use this:\n\nSure.']);
      assert.equal(decode({ line: 2, body: 'Drop it.\n```suggestion\n```' }).suggestion?.text, '');
    });

    it("with GitLab's lines above and below", () => {
      const comment = decode({ path: 'a.ts', line: 10, body: '```suggestion:-2+1\nx\n```' });
      assert.deepEqual(comment.suggestion?.range, { startLine: 8, endLine: 11 });
    });
  });

  it('keeps the code it quotes, so that the text can win over a wrong number', () => {
    assert.equal(decode({ path: 'a.ts', line: 99, code_snippet: 'if (a)\r\n' }).quotedCode, 'if (a)');
  });

  it('may be praise, which is no problem', () => {
    assert.equal(decode({ type: 'good', body: 'Nice.' }).severity, 'praise');
  });

  it('loses nothing that it came with', () => {
    const raw = { path: 'a.ts', line: 1, cwe: ['CWE-79'], nested: { x: 1 } };
    assert.equal(decode(raw).raw, raw);
  });

  it('links to https pages only', () => {
    assert.equal(decode({ html_url: 'https://x.example/1' }).url, 'https://x.example/1');
    for (const url of [
      'http://x.example',
      'command:workbench.action.quit',
      'javascript:alert(1)',
      'https://user:pass@x.example',
    ]) {
      assert.equal(decode({ url }).url, undefined, url);
    }
  });

  it('tells its severity in any vocabulary', () => {
    for (const [raw, severity] of [
      [{ severity: 'BLOCKER' }, 'critical'],
      [{ level: 'error' }, 'high'],
      [{ priority: 'P2' }, 'medium'],
      [{ severity: 'nitpick' }, 'low'],
      [{ severity: 'optional' }, 'info'],
      [{ severity: 'purple' }, 'unknown'],
      [{ rank: 9 }, 'high'],
      [{ body: '_🟠 Major_\nBroken' }, 'high'],
      [{ body: '**nit:** rename' }, 'low'],
    ] as const) {
      assert.equal(decode(raw).severity, severity, JSON.stringify(raw));
    }
    assert.equal(decode({ severity: 'purple' }).severityWord, 'purple');
  });

  it('has a title whatever it lacks', () => {
    assert.equal(decode({ body: '\n### **Bad name**\nIt is bad.' }).title, 'Bad name');
    assert.equal(decode('Only text').title, 'Only text');
    assert.equal(decode({}).title, 'Comment without text');
  });

  it('is never more than text and numbers that hold, whatever comes', () => {
    fc.assert(
      fc.property(
        fc.object({
          key: fc.constantFrom(
            'path',
            'line',
            'start_line',
            'end_line',
            'body',
            'title',
            'severity',
            'suggestion',
            'range',
            'start',
            'end',
            'position',
            'x',
          ),
          maxDepth: 3,
        }),
        raw => {
          const comment = decode(raw);
          assert.notEqual(comment.title, '');
          if (comment.range !== undefined) {
            assert.ok(comment.range.startLine >= 1 && comment.range.endLine >= comment.range.startLine);
          }
          if (comment.path !== undefined) assert.doesNotMatch(comment.path, /^\/|(?:^|\/)\.\.(?:\/|$)/);
        },
      ),
    );
  });
});
