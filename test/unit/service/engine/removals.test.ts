import assert from 'node:assert/strict';
import type { CompletedResult } from '../../../../src/service/engine/messages.ts';
import { reviewGaps, whyNothingWasRead } from '../../../../src/service/engine/result/reviewGaps.ts';
import { reviewNotes } from '../../../../src/service/engine/result/reviewNotes.ts';
import type { Reviewer } from '../../../../src/service/engine/reviewer.ts';
import type { Files } from '../../../host/git/repository.ts';
import { reviewCommitted } from './reviewing.ts';

const nothing = { status: 'ok', findings: [], files: 1 } as const;
/** Reads new lines only. */
const secrets: Reviewer = { id: 'secrets', review: () => Promise.resolve(nothing) };
/** Compares these files, as the checks across files do. */
const comparing = (...compared: string[]): Reviewer => ({
  id: 'cross-file',
  review: () => Promise.resolve({ ...nothing, compared }),
});

const before = {
  'go/a.go': 'package a\n\nfunc A() {}\nfunc B() {}\n',
  'go/b.go': 'package b\n\nfunc C() {}\n',
  'src/m.ts': 'export const a = 1;\nexport const b = 2;\n',
  'README.md': '# Title\n\nText.\n',
  'logo.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0xff]),
};

async function review(after: Files, ...reviewers: Reviewer[]): Promise<CompletedResult> {
  const result = await reviewCommitted([secrets, ...reviewers], before, after);
  assert.ok(result.status === 'completed', JSON.stringify(result));
  return result;
}

describe('what a change only takes away', () => {
  const shorter = { 'go/a.go': 'package a\n\nfunc A() {}\n' };

  it('was read where a reviewer compared it, as lost lines and as a deleted file', async () => {
    const result = await review({ ...shorter, 'src/m.ts': undefined }, comparing('go/a.go', 'src/m.ts'));
    assert.deepEqual([whyNothingWasRead(result), reviewGaps(result)], [undefined, []]);
    assert.match(reviewNotes(result).join('\n'), /^Checked 0 new lines and 3 removed lines in 2 files for /m);
  });

  it('was not read in code by comparing what others use of it, nor in a deleted test or manifest', async () => {
    const files = { 'src/n.py': 'a = 1\nb = 2\n', 'test/n.test.ts': 'f();\n', 'package.json': '{}\n' };
    const reviewer = comparing(...Object.keys(files), 'src/m.ts');
    const after = { 'src/n.py': 'a = 1\n', 'test/n.test.ts': undefined, 'package.json': undefined };
    const result = await reviewCommitted(
      [secrets, reviewer],
      { ...before, ...files },
      { ...after, 'src/m.ts': undefined },
    );
    assert.ok(result.status === 'completed');
    assert.deepEqual(
      result.unreviewed.map(({ path, why }) => `${path}: ${why}`),
      ['src/n.py: only lost lines', 'package.json: deleted', 'test/n.test.ts: deleted'],
    );
    assert.deepEqual(result.deleted, ['src/m.ts']);
  });

  it('is named in what is left out when it changes, and missed where that should have been read', async () => {
    const bytes = Buffer.from([0, 1, 2, 0xff, 0xfe, 0, 0]);
    const files = {
      'yarn.lock': 'a\n',
      'vendor/v.go': 'package v\n',
      'data.sql': 'x\n'.repeat(600_000),
      'a.p12': bytes,
      'b.p12': bytes,
    };
    const gone = Object.fromEntries(Object.keys(files).map(name => [name, undefined]));
    const result = await reviewCommitted(
      [secrets],
      { ...before, ...files },
      { ...gone, 'b.p12': '', 'logo.png': undefined },
    );
    assert.ok(result.status === 'completed');
    assert.deepEqual(
      result.unreviewed.map(({ path, why }) => `${path}: ${why}`),
      [
        'a.p12: binary or in an unknown encoding, deleted',
        'b.p12: binary, emptied',
        'data.sql: larger than 1 MB, deleted',
        'vendor/v.go: vendored, deleted',
        'yarn.lock: lock file, deleted',
      ],
    );
    assert.deepEqual(
      reviewGaps(result).flatMap(({ notifications }) => notifications.map(({ path }) => path)),
      ['a.p12', 'b.p12', 'data.sql'],
    );
  });

  it('was not compared by a reviewer that did nothing, which the notes do not count among those that read', async () => {
    const idle: Reviewer = {
      id: 'cross-file',
      review: () => Promise.resolve({ ...nothing, files: 0, compared: [], reason: 'did nothing: too many files' }),
    };
    const notes = reviewNotes(await review({ ...shorter, 'new.ts': 'f();\n' }, idle)).join('\n');
    assert.match(notes, /^Checked 1 new line in 1 file for secrets in /m);
    assert.match(notes, /^Checks across files did nothing: too many files\.$/m);
  });

  it('leaves a review incomplete where nobody read it, and is named', async () => {
    const result = await review({ ...shorter, 'go/b.go': undefined });
    assert.equal(
      whyNothingWasRead(result),
      'none of the changed files is reviewed (go/a.go: only lost lines, go/b.go: deleted)',
    );
    assert.deepEqual(reviewGaps(result), [
      {
        message: 'no reviewer read what was removed from 2 files',
        isFailure: false,
        notifications: [
          { path: 'go/a.go', reason: 'only lost lines' },
          { path: 'go/b.go', reason: 'deleted' },
        ],
      },
    ]);
  });

  it('is named beside lines that were read, and leaves that review complete', async () => {
    const result = await review({ ...shorter, 'new.txt': 'text\n' });
    assert.deepEqual(reviewGaps(result), []);
    assert.match(reviewNotes(result).join('\n'), /^Not read: go\/a\.go \(only lost lines\)\.$/m);
  });

  it('is nothing to review in pictures and white space', async () => {
    for (const after of [
      { 'logo.png': undefined },
      { 'src/m.ts': '  export const a = 1;\n\n  export const b = 2;\n' },
    ]) {
      const result = await review(after, comparing('src/m.ts'));
      assert.equal(whyNothingWasRead(result), 'no line that is reviewed was added or removed');
      assert.deepEqual(reviewGaps(result), []);
    }
  });

  it('is named in documents, for want of which nothing fails', async () => {
    for (const [text, why] of [
      ['# Title\n', 'only lost lines'],
      [undefined, 'deleted'],
    ] as const) {
      const result = await review({ 'README.md': text });
      assert.equal(whyNothingWasRead(result), `none of the changed files is reviewed (README.md: ${why})`);
      assert.deepEqual(reviewGaps(result), []);
    }
  });

  it('is missed in licences and in instructions of agents where nothing else was read, and named before other documents', async () => {
    const binding = { LICENSE: 'MIT\n', 'docs/z/AGENTS.md': 'a\nb\n', '.github/copilot-instructions.md': 'a\n' };
    const manuals = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`docs/${at}.md`, 'a\n']));
    for (const path of Object.keys(binding)) {
      const files = { ...before, ...binding, ...manuals };
      const gone = Object.fromEntries([...Object.keys(manuals), path].map(each => [each, undefined]));
      const result = await reviewCommitted([secrets], files, gone);
      assert.ok(result.status === 'completed');
      assert.deepEqual(
        reviewGaps(result).map(({ message }) => message),
        [`no reviewer read what was removed from ${path}`],
      );
      assert.ok(reviewNotes(result).some(note => note.startsWith('Not read: ') && note.includes(`${path} (deleted)`)));
    }
  });
});
