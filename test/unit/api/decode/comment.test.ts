import assert from 'node:assert/strict';
import { timeWithin } from '../../../host/threadTime.ts';
import fc from 'fast-check';
import { decodeComment } from '../../../../src/api/decode/comment.ts';
import type { ReviewComment } from '../../../../src/core/review/review.ts';
import { anyCharacter } from '../../../host/texts/anyCharacter.ts';

function decode(raw: unknown, group = {}): ReviewComment {
  return decodeComment(raw, group) ?? assert.fail('no comment');
}

/** "3-5" for lines, "file" for a comment on the whole file. */
function lines(raw: unknown): string {
  const { range } = decode(raw);
  return range === undefined ? 'file' : `${range.startLine}-${range.endLine}`;
}

describe('a comment of any service', () => {
  describe('through the ten traps of the shapes it comes in', () => {
    it('covers the right lines where line is the last of a range, and where it is the first', () => {
      assert.equal(lines({ start_line: 3, line: 5 }), '3-5');
      assert.equal(lines({ line: 3, end_line: 5 }), '3-5');
      assert.equal(lines({ line: 3 }), '3-3');
      assert.equal(lines({ end_line: 3 }), '3-3');
      assert.equal(lines({ start_line: 3, end_line: 5, line: 4 }), '3-5');
      assert.equal(lines({ start_line: null, line: 5 }), '5-5');
      assert.equal(lines({ startLine: 9, endLine: 2 }), '2-9');
      for (const [value, expected] of [
        [12, '12-12'],
        ['12', '12-12'],
        ['12-15', '12-15'],
        ['L12-L15', '12-15'],
        ['12:15', '12-15'],
        [[12, 15], '12-15'],
        [[15, 12], '12-15'],
        [['12'], '12-12'],
        [[], 'file'],
        ['soon', 'file'],
      ] as const) {
        assert.equal(lines({ lines: value }), expected, JSON.stringify(value));
      }
    });

    it('is not a line off: lines count from 0 only beside a character, and 0 means the whole file', () => {
      const range = { start: { line: 0, character: 4 }, end: { line: 2, character: 9 } };
      const expected = { startLine: 1, endLine: 3, startColumn: 5, endColumn: 10 };
      assert.deepEqual(decode({ uri: 'a.ts', range }).range, expected);
      assert.deepEqual(decode({ location: { path: 'a.ts', range } }).range, expected);
      const columns = { start: { line: 1, column: 4 }, end: { line: 1, column: 9 } };
      assert.deepEqual(decode({ range: columns }).range, { startLine: 1, endLine: 1, startColumn: 4, endColumn: 9 });
      const offsets = { rightFileStart: { line: 7, offset: 1 }, rightFileEnd: { line: 7, offset: 5 } };
      assert.deepEqual(decode({ threadContext: offsets }).range, {
        startLine: 7,
        endLine: 7,
        startColumn: 1,
        endColumn: 5,
      });
      assert.deepEqual(decode({ line: 3, column: 0 }).range, { startLine: 3, endLine: 3 });
      const swapped = { startLine: 9, startColumn: 3, endLine: 2, endColumn: 7 };
      assert.deepEqual(decode(swapped).range, { startLine: 2, endLine: 9 }, 'columns of swapped lines say nothing');
      assert.equal(lines({ line: 0 }), 'file');
      assert.equal(lines({ line: -1 }), 'file');
      assert.equal(lines({ start_line: 0, line: 12 }), '12-12');
      assert.equal(lines({ start_line: 12, end_line: 0 }), '12-12');
      assert.equal(lines({ line: 1.5 }), 'file');
    });

    it('does not land where an offset into the diff would point', () => {
      assert.equal(lines({ position: 7 }), '7-7');
      assert.equal(lines({ position: 7, diff_hunk: '@@ -1 +1 @@' }), 'file');
      assert.equal(lines({ position: 7, diffHunk: '@@ -1 +1 @@' }), 'file');
      assert.equal(lines({ position: 7, line: 40 }), '40-40');
      assert.equal(lines({ position: 7, line: null, original_line: 40 }), '40-40');
    });

    it('is still there, and called outdated, when its line is gone', () => {
      const comment = decode({ path: 'a.ts', line: null, original_start_line: 10, original_line: 12, body: 'Old.' });
      assert.deepEqual([comment.path, comment.range, comment.outdated], ['a.ts', { startLine: 10, endLine: 12 }, true]);
      assert.equal(decode({ line: 14, original_line: 12 }).outdated, false);
      const lost = decode({ path: 'a.ts', lineStart: null, body: 'Inline' });
      assert.deepEqual([lost.path, lost.range, lost.outdated], ['a.ts', undefined, false]);
    });

    it('belongs to the file however its path is written, and to no file where the path leads out', () => {
      for (const path of ['src/a.ts', './src/a.ts', '/src/a.ts', 'src\\a.ts', 'file:src%2Fa.ts']) {
        assert.equal(decode({ path }).path, 'src/a.ts', path);
      }
      for (const path of [null, '', '../a.ts', 'C:\\a.ts', '\\\\host\\a.ts', 'file:///etc/passwd', '.git/config']) {
        const comment = decode({ path, body: 'Look here' });
        assert.deepEqual([comment.path, comment.title], [undefined, 'Look here'], path ?? 'null');
      }
      assert.equal(decode({ path: 'a/src/app.ts' }).path, 'a/src/app.ts', 'a folder may be called a');
    });

    it('names in its text the file that its path does not lead to', () => {
      const said = (path: string): string => decode({ path, line: 1, title: 'T', body: 'Why.' }).body;
      assert.equal(said('docs/10:30.md'), '`docs/10:30.md`\n\nWhy.');
      assert.equal(said('new\nline`.ts'), "`new line'.ts`\n\nWhy.");
      assert.equal(said('docs/10.md'), 'Why.');
      assert.equal(said(' '), 'Why.');
      assert.equal(decode({ path: '../a.ts', body: 'Why.' }).title, 'Why.');
      assert.equal(decode({ path: `C:\\${'a'.repeat(9_000)}`, title: 'T' }).body.length, 202);
    });

    it('offers code and never a sentence as the fix, but still says the sentence', () => {
      const prose = decode({ path: 'a.ts', line: 1, body: 'Too long.', suggestion: 'Consider a shorter name.' });
      assert.deepEqual([prose.suggestion, prose.body], [undefined, 'Too long.\n\nConsider a shorter name.']);
      const several = decode({ body: 'Too long.', existing_code: 'x', suggestions: ['Call it a.', 'Call it b.'] });
      assert.deepEqual([several.suggestion, several.body], [undefined, 'Too long.\n\nCall it a.\n\nCall it b.']);
      assert.equal(decode({ suggestion: 'Consider a shorter name.' }).title, 'Consider a shorter name.');
      assert.equal(decode({ body: 'Shorter.', suggestion: 'Shorter.' }).body, 'Shorter.', 'and says it once');
      assert.equal(decode({ suggested_fix: '```ts\nx = 1\n```' }).suggestion?.text, 'x = 1');
      const choice = decode({ suggested_fix: '```\na\n```\nor\n```\nb\n```' });
      assert.deepEqual([choice.suggestion, choice.body], [undefined, '```\na\n```\nor\n```\nb\n```']);
      const beside = decode({ suggestion: 'x = 1', existing_code: 'x = 2\n' });
      assert.deepEqual(beside.suggestion, { text: 'x = 1', oldText: 'x = 2' });
      const mixed = decode({ suggestion: 'Write\n```\nx = 1\n```', existing_code: 'x = 2' });
      assert.equal(mixed.suggestion, undefined, 'a sentence with a block in it is no code');
    });

    it('keeps the code it quotes, so that the text can win over a wrong number', () => {
      assert.equal(decode({ path: 'a.ts', line: 99, code_snippet: 'if (a)\r\n' }).quotedCode, 'if (a)');
      assert.equal(decode({ existing_code: 'a\r\nb' }).quotedCode, 'a\nb');
      assert.equal(decode({ line: 9_007_199_254_740_991 }).range?.startLine, 9_007_199_254_740_991);
    });

    it('is no problem to solve when it is praise', () => {
      assert.equal(decode({ type: 'good', body: 'Nice.' }).severity, 'praise');
      assert.equal(decode({ severity: 'Praise', body: 'Nice.' }).severity, 'praise');
    });

    it('can be copied with every field it came with', () => {
      const raw = { path: 'a.ts', line: 1, cwe: ['CWE-79'], nested: { x: 1 } };
      assert.equal(decode(raw).raw, raw);
      assert.equal(decode('Only text', { path: 'a.ts' }).raw, 'Only text');
      assert.equal(decode(raw, { severity: 'high' }).raw, raw);
    });

    it('links to https pages only, is bounded, and names nothing that hides its spelling', () => {
      assert.equal(decode({ html_url: 'https://x.example/1' }).url, 'https://x.example/1');
      for (const url of [
        'http://x.example',
        'command:workbench.action.quit',
        'javascript:alert(1)',
        'https://user:pass@x.example',
        `https://x.example/${'a'.repeat(3_000)}`,
      ]) {
        assert.equal(decode({ url }).url, undefined, url);
      }
      const long = decode({ title: 'a'.repeat(9_000), body: 'b'.repeat(1 << 20), rule: 'c'.repeat(9_000) });
      assert.deepEqual([long.title.length, long.body.length, long.rule?.length], [200, 65_536, 200]);
      const hidden = decode({ title: 'fine\u202egnp\nSecond line', category: 'a\u0000b', severity: 'x\ty' });
      assert.deepEqual([hidden.title, hidden.category, hidden.severityWord], ['fine gnp Second line', 'a b', 'x y']);
    });
  });

  describe('of the removed side', () => {
    it('is told by its side or by a line of the old file only', () => {
      for (const raw of [
        { line: 4, side: 'LEFT' },
        { line: 4, diff_side: 'left' },
        { line: 4, type: 'old' },
        { line: 4, side: 'PARENT' },
        { line: 4, line_type: 'removed' },
        { line: 4, isNewFile: false },
        { inline: { path: 'a.ts', from: 4, to: null } },
        { position: { old_path: 'a.ts', old_line: 4, new_line: null } },
        { threadContext: { filePath: '/a.ts', leftFileStart: { line: 4 }, leftFileEnd: { line: 4 } } },
      ]) {
        assert.deepEqual([decode(raw).side, lines(raw)], ['left', '4-4'], JSON.stringify(raw));
      }
      assert.equal(decode({ position: { new_path: 'a.ts', old_line: 3, new_line: 4 } }).side, 'right');
      assert.equal(decode({ line: 4, type: 'removed' }).side, 'right');
    });

    it('has all of its lines', () => {
      const range = { start: { old_line: 3, new_line: null }, end: { old_line: 4, new_line: null } };
      assert.equal(lines({ position: { old_path: 'a.ts', old_line: 4, new_line: null, line_range: range } }), '3-4');
      const across = decode({ start_line: 2, start_side: 'LEFT', line: 4, side: 'RIGHT' });
      assert.deepEqual([across.side, across.range], ['right', { startLine: 4, endLine: 4 }], 'counted on one side');
    });
  });

  it('is found wherever its path and lines stand', () => {
    for (const [raw, expected] of [
      [{ location: { filename: 'a.ts', startLine: 3, endLine: 5 } }, 'a.ts:3-5'],
      [{ location: { file_path: 'a.ts', line: 3 } }, 'a.ts:3-3'],
      [{ location: { path: 'a.ts', start: { line: 3, column: 1 }, end: { line: 5, column: 2 } } }, 'a.ts:3-5'],
      [{ location: 'a.ts:12' }, 'a.ts:12-12'],
      [{ location: 'a.ts:12:5' }, 'a.ts:12-12'],
      [{ file: 'a.ts#L12-L15' }, 'a.ts:12-15'],
      [{ file: { path: 'a.ts', lines: 900 }, line: 3 }, 'a.ts:3-3'],
      [{ position: { path: 'a.ts', line: 3 } }, 'a.ts:3-3'],
      [{ anchor: { path: 'a.ts', line: 3, fileType: 'TO' } }, 'a.ts:3-3'],
      [{ locations: [{ file: 'a.ts', start_line: 3, end_line: 5 }] }, 'a.ts:3-5'],
      [{ codeLocation: { absolute_file_path: '/a.ts', line_range: { start: 3, end: 5 } } }, 'a.ts:3-5'],
      [{ path: 'a.ts', line_range: '3-5' }, 'a.ts:3-5'],
      [{ path: 'a.ts', lines: { start: 3, end: 5 } }, 'a.ts:3-5'],
      [{ path: 'a.ts', range: '3-5' }, 'a.ts:3-5'],
      [{ path: 'a.ts', range: [3, 5] }, 'a.ts:file'],
      [{ path: 'a.ts', start: { line: 3, col: 1 }, end: { line: 5, col: 9 } }, 'a.ts:3-5'],
      [{ path: 'a.ts', line: 1, subject_type: 'file' }, 'a.ts:file'],
      [{ path: 'a.ts\n', line: 3 }, 'a.ts:3-3'],
      [{ component: 'org:project:src/a.ts', textRange: { startLine: 3, endLine: 3 } }, 'src/a.ts:3-3'],
    ] as const) {
      assert.equal(`${decode(raw).path}:${lines(raw)}`, expected, JSON.stringify(raw));
    }
  });

  it('ends in front of a line whose first character its end excludes', () => {
    const range = { start: { line: 4, character: 0 }, end: { line: 5, character: 0 } };
    assert.equal(lines({ path: 'a.ts', range }), '5-5');
    assert.equal(lines({ line: 1, end_line: 3, column: 1, end_column: 1 }), '1-3', 'where columns may be included');
    const gerrit = { start_line: 22, start_character: 4, end_line: 23, end_character: 10 };
    assert.deepEqual(decode({ path: 'a.ts', line: 23, range: gerrit }).range, {
      startLine: 22,
      endLine: 23,
      startColumn: 5,
      endColumn: 11,
    });
  });

  it('is one with what wraps it', () => {
    for (const raw of [
      { id: 'c', type: 'comments', attributes: { path: 'a.ts', line: 3, title: 'T', severity: 'high' } },
      { cursor: 'x', node: { path: 'a.ts', beginLine: 3, issue: { title: 'T', severity: 'MAJOR' } } },
      { commitIssue: { filePath: 'a.ts', lineNumber: 3, message: 'T', patternInfo: { severityLevel: 'High' } } },
      { path: 'a.ts', start: { line: 3, col: 1 }, extra: { message: 'T', severity: 'ERROR' } },
    ]) {
      const { path, range, title, severity } = decode(raw);
      assert.deepEqual([path, range?.startLine, title, severity], ['a.ts', 3, 'T', 'high'], JSON.stringify(raw));
    }
  });

  describe('offers code', () => {
    it('from a field that holds code', () => {
      for (const raw of [
        { suggested_code: 'x = 1\n' },
        { suggestion: { code: 'x = 1' } },
        { improved_code: '```ts\nx = 1\n```' },
        { suggestions: [{ text: 'x = 1' }] },
      ]) {
        assert.equal(decode(raw).suggestion?.text, 'x = 1', JSON.stringify(raw));
      }
      assert.equal(decode({ suggested_code: '', existing_code: 'x' }).suggestion?.text, '', 'which deletes');
      assert.equal(decode({ suggestedCode: '', hasSuggestion: true }).suggestion?.text, '');
    });

    it('but deletes nothing where a program only writes that there is none', () => {
      for (const raw of [
        { suggested_code: '' },
        { suggestedCode: '', hasSuggestion: false, existing_code: 'x' },
        { suggested_code: 'N/A', existing_code: 'x' },
        { suggestion: 'None', existing_code: 'x' },
        { suggestion: { code: 'null' } },
      ]) {
        const comment = decode({ path: 'a.ts', line: 1, body: 'b', ...raw });
        assert.deepEqual([comment.suggestion, comment.body], [undefined, 'b'], JSON.stringify(raw));
      }
    });

    it('for lines of its own, beside the code they hold', () => {
      for (const suggestion of [
        { code: 'x', start_line: 3, end_line: 4 },
        { text: 'x\n', range: { start: { line: 3 }, end: { line: 4 } } },
        { newText: 'x\n', range: { start: { line: 2, character: 0 }, end: { line: 4, character: 0 } } },
      ]) {
        assert.deepEqual(
          decode({ path: 'a.ts', line: 9, suggestion }).suggestion,
          { text: 'x', range: { startLine: 3, endLine: 4 } },
          JSON.stringify(suggestion),
        );
      }
      assert.deepEqual(decode({ line: 9, fix: { old: 'a', new: 'b' } }).suggestion, { text: 'b', oldText: 'a' });
    });

    it('only as words where it replaces a part of a line, another file, or is not all there is to replace', () => {
      const part = { start: { line: 9, column: 5 }, end: { line: 9, column: 8 } };
      const region = { startLine: 9, startColumn: 5, endColumn: 8 };
      const edit = { deletedRegion: { startLine: 9 }, insertedContent: { text: 'x()' } };
      for (const raw of [
        { suggestions: [{ range: part, text: 'x()' }] },
        { fix: { range: [120, 124], text: 'x()' } },
        { suggestion: { start: 120, end: 124, text: 'x()' } },
        { fixes: [{ artifactChanges: [{ replacements: [{ ...edit, deletedRegion: region }] }] }] },
        { fixes: [{ artifactChanges: [{ replacements: [edit, edit] }] }] },
        { replacements: [{ path: 'b.ts', range: { start_line: 9, end_line: 9 }, replacement: 'x()' }] },
        { range: part, replacement: 'x()' },
      ]) {
        const { suggestion, body } = decode({ path: 'a.ts', line: 9, message: 'Wrong.', ...raw });
        assert.deepEqual([suggestion, body], [undefined, 'Wrong.\n\n```\nx()\n```'], JSON.stringify(raw));
      }
      const quoted = decode({ path: 'a.ts', range: part, suggested_code: 'x()', existing_code: 'y()' });
      assert.equal(quoted.suggestion?.text, 'x()', 'beside whole lines it replaces them');
    });

    it('from a diff that replaces just its lines, and shows any other', () => {
      const diff = '@@ -3,2 +3,1 @@\n-a\n b\n+c\n';
      const fenced = '```diff\n-a\n b\n+c\n```';
      for (const raw of [
        { suggestion: fenced },
        { suggested_code: fenced },
        { patch: diff },
        { suggested_fix: diff },
      ]) {
        const { suggestion } = decode({ path: 'a.ts', start_line: 3, end_line: 4, ...raw });
        assert.deepEqual(suggestion, { text: 'b\nc', oldText: 'a\nb' }, JSON.stringify(raw));
        const other = decode({ path: 'a.ts', line: 3, ...raw });
        assert.equal(other.suggestion, undefined, 'it has two lines to replace');
        assert.match(other.body, /^ b$/m);
      }
    });

    it('from a fenced block, which is then no part of the text; an empty one deletes', () => {
      const comment = decode({ path: 'a.ts', line: 2, body: 'Use this:\n```suggestion\nx = 1\n```\nSure.' });
      assert.deepEqual([comment.suggestion?.text, comment.body], ['x = 1', 'Use this:\n\nSure.']);
      assert.equal(decode({ line: 2, body: 'Drop it.\r\n```suggestion\r\n```' }).suggestion?.text, '');
      const inline = decode({ body: '```x``` is wrong\n```suggestion\ny\n```' });
      assert.equal(inline.suggestion?.text, 'y', 'code within a line opens no block');
      const fenced = decode({ body: '````suggestion\n```\nx\n```\n````' });
      assert.equal(fenced.suggestion?.text, '```\nx\n```', 'a longer fence holds a shorter one');
    });

    it('the first of two, and shows the other', () => {
      const comment = decode({ line: 2, body: 'Either\n```suggestion\nx\n```\nor\n```suggestion\ny\n```' });
      assert.equal(comment.suggestion?.text, 'x');
      assert.equal(comment.body, 'Either\n\nor\n```suggestion\ny\n```');
    });

    it('but not from a block that is only shown, or never closed', () => {
      for (const body of ['```ts\nx\n```', '````md\n```suggestion\nx\n```\n````', '```suggestion\nx', '`suggestion`']) {
        const comment = decode({ body });
        assert.deepEqual([comment.suggestion, comment.body], [undefined, body]);
      }
    });

    it("with GitLab's lines above and below", () => {
      const comment = decode({ path: 'a.ts', line: 10, body: '```suggestion:-2+1\nx\n```' });
      assert.deepEqual(comment.suggestion?.range, { startLine: 8, endLine: 11 });
      const first = decode({ path: 'a.ts', line: 1, body: '```suggestion:-2+0\nx\n```' });
      assert.deepEqual(first.suggestion?.range, { startLine: 1, endLine: 1 });
    });
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
      [{ suggestion_score: 75 }, 'medium'],
      [{ type: 'bug' }, 'high'],
      [{ type: 'suggestion' }, 'low'],
      [{ severity: 1 }, 'unknown'],
      [{ severity: 1, range: { start: { line: 0, character: 0 } } }, 'high'],
      [{ body: '_🟠 Major_\nBroken' }, 'high'],
      [{ title: 'Broken', body: 'P1: it leaks' }, 'high'],
      [{ title: 'P1: it leaks', body: 'Broken' }, 'high'],
      [{ body: '**nit:** rename' }, 'low'],
      [{ body: 'Plain.' }, 'unknown'],
      [{ severity: { id: 3, name: 'HIGH' } }, 'high'],
      [{ severity: 'SEVERITY_HIGH' }, 'high'],
      [{ severity: '🔴 Critical' }, 'critical'],
      [{ severity: 'P3 - Low' }, 'low'],
      [{ severity: 'not critical' }, 'unknown'],
      [{ impact: 'Attackers can read everything', type: 'bug' }, 'high'],
      [{ priority: 1, title: '[P1] It leaks' }, 'high'],
    ] as const) {
      assert.equal(decode(raw).severity, severity, JSON.stringify(raw));
    }
    assert.equal(decode({ severity: 'purple' }).severityWord, 'purple');
    assert.equal(decode({ body: 'Plain.' }).severityWord, undefined);
  });

  it('says that it is experimental where the service does', () => {
    assert.equal(decode({ experimental: true }).experimental, true);
    for (const raw of [{}, { experimental: false }, { experimental: 'perhaps' }])
      assert.ok(!('experimental' in decode(raw)), JSON.stringify(raw));
  });

  it('says whether it is resolved or outdated', () => {
    for (const raw of [
      { resolved: true },
      { is_resolved: true },
      { status: 'fixed' },
      { state: 'Dismissed' },
      { status: 'WontFix' },
    ])
      assert.equal(decode(raw).resolved, true, JSON.stringify(raw));
    for (const raw of [{ unresolved: false }, { resolved_at: '2026-11-21' }, { status: { name: 'resolved' } }])
      assert.equal(decode(raw).resolved, true, JSON.stringify(raw));
    for (const raw of [{}, { resolved: false }, { status: 'open' }])
      assert.equal(decode(raw).resolved, false, JSON.stringify(raw));
    for (const raw of [{ outdated: true }, { isOutdated: true }, { state: 'outdated' }])
      assert.equal(decode(raw).outdated, true, JSON.stringify(raw));
  });

  it('is spelled in any case, and what is null stands back', () => {
    assert.equal(decode({ File_Path: 'a.ts' }).path, 'a.ts');
    assert.equal(decode({ 'start-line': 3, ENDLINE: 4 }).range?.endLine, 4);
    assert.equal(decode({ filePath: null, file_path: 'a.ts' }).path, 'a.ts');
    assert.equal(decode({ file_path: 'a.ts', filePath: 'b.ts' }).path, 'a.ts');
    assert.equal(decode({ path: '', file: 'a.ts' }).path, 'a.ts');
  });

  it('takes from its group what it does not name itself', () => {
    const group = { path: 'a.ts', line: 4, severity: 'high', isResolved: true, id: 'group', body: 'Of the group' };
    const bare = decode({ body: 'x' }, group);
    assert.deepEqual(
      [bare.path, bare.range?.startLine, bare.severity, bare.resolved, bare.id, bare.body],
      ['a.ts', 4, 'high', true, undefined, 'x'],
    );
    const own = decode({ file: 'b.ts', lineNumber: 9, level: 'low', resolved: false, body: 'x' }, group);
    assert.deepEqual([own.path, own.range?.startLine, own.severity, own.resolved], ['b.ts', 9, 'low', false]);
    assert.equal(decode({ path: null, body: 'x' }, group).path, 'a.ts');
    assert.equal(decode('x', group).path, 'a.ts');
  });

  it('has a title whatever it lacks', () => {
    for (const [raw, title] of [
      [{ title: 'T', body: 'B' }, 'T'],
      [{ body: '\n### **Bad name**\nIt is bad.' }, 'Bad name'],
      [{ body: 'This name is far too long. Make it shorter.' }, 'This name is far too long.'],
      [{ title: '\u200b', body: '---\n***\nText' }, 'Text'],
      [{ rule: 'no-eval' }, 'no-eval'],
      ['Only text', 'Only text'],
      [{ body: '```suggestion\nx\n```' }, 'Comment without text'],
      [{}, 'Comment without text'],
    ] as const) {
      assert.equal(decode(raw).title, title, JSON.stringify(raw));
    }
  });

  it('tells by its look what stands under a name for several things', () => {
    for (const name of [
      'Alice',
      'alice',
      'Alice Smith',
      'Ludwig van der Berg',
      'alice@acme.example',
      'review[bot]',
      '@al',
    ]) {
      const { title } = decode({ name, body: 'The value is never bound.', line: 3 });
      assert.equal(title, 'The value is never bound.', name);
      assert.equal(decode({ name }).title, name, 'where it is all there is');
    }
    for (const name of ['Hardcoded password', 'SQL Injection', 'Use of eval()'])
      assert.equal(decode({ name, body: 'It is bad.' }).title, name);
    const file = decode({ name: 'src/app.ts', line: 3, body: 'Wrong.' });
    assert.deepEqual([file.path, file.title], ['src/app.ts', 'Wrong.']);
    for (const name of ['Alice', 'react/no-danger', 'https://x.example/a.ts'])
      assert.equal(decode({ name }).path, undefined);

    for (const code of [
      'const a = 1;',
      'eval(input)',
      'import os',
      'if x == 1:\n  pass',
      'a[0]',
      '<div class="x">',
      'x => x',
    ]) {
      const { rule, quotedCode } = decode({ code, body: 'x' });
      assert.deepEqual([rule, quotedCode], [undefined, code]);
    }
    for (const code of [
      'E501',
      'no-eval',
      '@typescript-eslint/no-x',
      'TS2304',
      'python:S1234',
      'SQL Injection',
      2304,
    ]) {
      const { rule, quotedCode } = decode({ code, body: 'x' });
      assert.deepEqual([rule, quotedCode], [`${code}`, undefined]);
    }
    assert.equal(decode({ code: 'const a = 1;', check_name: 'prefer-const', body: 'x' }).rule, 'prefer-const');
  });

  it('is none where nothing could be said', () => {
    for (const raw of [null, undefined, 1, true, '', ' \n', []]) assert.equal(decodeComment(raw), undefined);
  });

  it('is read in a moment, however hard its text is to read', async () => {
    const nested = JSON.parse(`${'{"code":'.repeat(100_000)}1${'}'.repeat(100_000)}`) as unknown;
    const all = [
      { body: `1${'*'.repeat(65_000)}1` },
      { body: `1${' '.repeat(65_000)}1` },
      { body: '```suggestion\n'.repeat(4_681) },
      { body: `${'`'.repeat(65_000)}suggestion` },
      { fix: `${'`'.repeat(50_000)}\n${'x'.repeat(49_000)}` },
      { fix: `\`\`\`\n${'```  '.repeat(19_000)}x` },
      { lines: `${' '.repeat(500_000)}x` },
      { title: '\u200b'.repeat(500_000) },
      { path: './'.repeat(500_000) },
      { suggestion: nested },
      Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`key${index}`, index])),
    ];
    // A regular expression that backtracks takes several seconds for any one of these.
    const took = await timeWithin(2_000, () => {
      for (const raw of all) assert.ok(decodeComment(raw));
    });
    assert.ok(took < 2_000, `${took} ms`);
  });

  it('is read by its own members, whatever others of the same names hold', () => {
    const paths = [null, 'a.ts', null, ''].map(path => decode({ path, file: 'b.ts', Line: null, line: 3 }));
    assert.deepEqual(
      paths.map(({ path, range }) => [path, range?.startLine]),
      ['b.ts', 'a.ts', 'b.ts', 'b.ts'].map(path => [path, 3]),
    );
    // Names may hold whatever separates them elsewhere.
    assert.equal(decode({ 'path","line': 'x', title: 'T' }).path, undefined);
    assert.equal(decode({ path: 'a.ts', line: 1, title: 'T' }).path, 'a.ts');
    for (let index = 0; index < 1_200; index++) decode({ [`name${index}`]: index, path: 'a.ts' });
    assert.equal(decode({ path: 'a.ts', line: 1, title: 'T' }).path, 'a.ts');
  });

  it('is never more than text and numbers that hold, whatever comes', () => {
    const name = fc.constantFrom(
      ...['path', 'file', 'line', 'lines', 'start_line', 'end_line', 'column', 'end_column', 'original_line'],
      ...['position', 'side', 'body', 'title', 'severity', 'rank', 'suggestion', 'suggested_code', 'existing_code'],
      ...['range', 'start', 'end', 'character', 'location', 'inline', 'from', 'to', 'resolved', 'url', 'id', 'x'],
    );
    const leaf = fc.oneof(
      fc.integer({ min: -3, max: 40 }),
      fc.double(),
      fc.string({ unit: anyCharacter }),
      fc.boolean(),
      fc.constantFrom(null, '', '../x', '/a/b', 'c:/x', '.git/x', '12-3', '```suggestion:-9+9\nx\n```', '\u200b'),
    );
    const { value } = fc.letrec(tie => ({
      value: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc.dictionary(name, tie('value'), { maxKeys: 4 }),
        fc.array(tie('value'), { maxLength: 3 }),
      ),
    }));
    fc.assert(
      fc.property(
        fc.dictionary(name, value, { maxKeys: 10 }),
        fc.dictionary(name, value, { maxKeys: 4 }),
        (raw, group) => {
          const comment = decode(raw, group);
          assert.notEqual(comment.title.trim(), '');
          assert.equal(comment.raw, raw);
          for (const range of [comment.range, comment.suggestion?.range]) {
            if (range === undefined) continue;
            assert.ok(range.startLine >= 1 && range.endLine >= range.startLine);
            assert.ok((range.startColumn ?? 1) >= 1 && (range.endColumn ?? 1) >= 1);
          }
          if (comment.path !== undefined) {
            assert.doesNotMatch(comment.path, /^\/|:|\\|(?:^|\/)(?:\.\.|\.git)?(?:\/|$)/i);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
