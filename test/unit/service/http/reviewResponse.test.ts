import assert from 'node:assert/strict';
import { embeddedReview } from '../../../../src/api/decode/embeddedReview.ts';
import { decodeReview } from '../../../../src/api/decode/review.ts';
import type { EngineComment } from '../../../../src/service/engine/engineComment.ts';
import type { CompletedResult } from '../../../../src/service/engine/messages.ts';
import type { ReviewerReport } from '../../../../src/service/engine/reviewerReport.ts';
import { toSarif } from '../../../../src/reviews/exports/sarif.ts';
import { aRecord } from '../../reviews/builders.ts';
import { reviewResponse } from '../../../../src/service/http/reviewResponse.ts';

/** What a completed review of two files says that it lacks. */
function gapsOf(...reports: readonly Partial<ReviewerReport>[]): unknown {
  return answerOf({}, ...reports)['gaps'];
}

function answerOf(
  result: Partial<CompletedResult>,
  ...reports: readonly Partial<ReviewerReport>[]
): Record<string, unknown> {
  const ran: ReviewerReport = { reviewer: 'secrets', status: 'ok', files: 2, milliseconds: 1 };
  return reviewResponse({
    id: 'rev_1',
    repository: 'acme/app',
    pr: 7,
    root: '/work/app',
    base: 'b'.repeat(40),
    head: 'a'.repeat(40),
    status: 'completed',
    createdAt: 0,
    completedAt: 1,
    engine: '1',
    configuration: '',
    result: {
      status: 'completed',
      comments: [],
      reports: [ran, ...reports.map(report => ({ ...ran, ...report }))],
      reviewed: ['a.ts', 'b.py'],
      addedLines: 2,
      unreviewed: [],
      mergeBase: 'b'.repeat(40),
      milliseconds: 1,
      ...result,
    },
  });
}

describe('a comment of a review', () => {
  it('is read by the editor with all that it may have, as what its own service sends', () => {
    const place = { path: 'a.ts', start_line: 1, end_line: 1, start_column: 1, end_column: 2 };
    const comment: Required<EngineComment> = {
      ...place,
      fingerprint: 'a',
      member_fingerprints: ['a', 'b'],
      member_locations: [{ ...place, path: 'b.ts' }],
      reviewer: 'eslint',
      side: 'RIGHT',
      severity: 'medium',
      category: 'bug',
      rule_id: 'eslint/eqeqeq',
      experimental: true,
      help_uri: 'https://eslint.org/',
      title: 'A title.',
      body: 'Because.',
      existing_code: 'a',
      suggested_code: 'b',
      related_locations: [{ path: 'b.ts', start_line: 1, start_column: 1, end_column: 2, message: 'Here.' }],
    };
    const refuted = [{ ...comment, justification: 'It is not so.' }];
    const answer: unknown = JSON.parse(JSON.stringify(answerOf({ comments: [comment], refuted })));
    const steps = embeddedReview(answer);
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    const [read] = step.value?.decoded.comments ?? [];
    assert.deepEqual([read?.title, read?.experimental], ['A title.', true]);
    assert.equal(step.value?.refuted?.[0]?.comment.experimental, true);
  });
});

describe('the gaps of a completed review', () => {
  it('are none where all took place, or found nothing that it is for', () => {
    assert.deepEqual(gapsOf(), []);
    assert.deepEqual(gapsOf({ reviewer: 'ruff', status: 'skipped', reason: 'none', nothingToRead: true }), []);
    assert.deepEqual(gapsOf({ reviewer: 'model', reason: 'read 2 files with X' }), []);
  });

  it('are each explained by a note, and by none that only informs', () => {
    const at = { path: 'a.ts', line: 1, rule: 'eslint/eqeqeq' };
    const notRead = { path: 'c.png', why: 'binary, emptied', isRemoval: true } as const;
    const lacking: readonly (readonly [Partial<CompletedResult>, ...(readonly Partial<ReviewerReport>[])])[] = [
      [{}, { reviewer: 'tool:oxlint', status: 'failed', reason: 'it ended with code 2' }],
      [{}, { reviewer: 'tools', status: 'failed', reason: 'it is no list' }],
      [{}, { reviewer: 'model', status: 'skipped', reason: 'X may not be used' }],
      [{}, { reviewer: 'eslint', notifications: [{ path: 'a.ts', reason: 'it is too deep' }] }],
      [{}, { reviewer: 'tool:semgrep', notifications: [{ reason: 'a rule is broken' }] }],
      [{}, { reviewer: 'model', read: ['a.ts'], reason: 'read 1 of 2 files with X' }],
      [{ unreviewed: [{ path: 'c.ts', why: 'not readable', isGap: true }] }],
      [{ hidden: [{ ...at, by: 'change' }] }],
      [{ unreviewed: [notRead], reviewed: [], addedLines: 0 }],
    ];
    for (const [result, ...reports] of lacking) {
      const answer = answerOf(result, ...reports);
      const [gaps, told, notes] = [answer['gaps'], answer['gap_notes'], answer['notes']] as string[][];
      const what = JSON.stringify([result, reports]);
      assert.deepEqual([gaps?.length, told?.length], [1, 1], what);
      assert.ok(notes?.includes(told?.[0] ?? ''), what);
      const review = decodeReview(JSON.parse(JSON.stringify(answer)));
      assert.deepEqual([review.gapNotes, review.notes], [told, notes], what);
    }
    const informing = answerOf(
      { hidden: [{ ...at, by: 'base' }], unreviewed: [{ path: 'x.lock', why: 'a lock file' }] },
      { reviewer: 'model', reason: 'read 2 files with X' },
      { reviewer: 'ruff', status: 'skipped', reason: 'none', nothingToRead: true },
    );
    assert.deepEqual([informing['gaps'], informing['gap_notes']], [[], []]);
    assert.ok((informing['notes'] as unknown[]).length > 3);
  });

  it('name what failed or did not run, and that a model has read only a part', () => {
    assert.deepEqual(gapsOf({ reviewer: 'tool:oxlint', status: 'failed', reason: 'it ended with code 2' }), [
      'oxlint failed',
    ]);
    assert.deepEqual(gapsOf({ reviewer: 'tools', status: 'failed', reason: 'it is no list' }), [
      'the project’s tools were not run',
    ]);
    assert.deepEqual(gapsOf({ reviewer: 'model', status: 'skipped', reason: 'X may not be used' }), [
      'the language model did not run',
    ]);
    assert.deepEqual(gapsOf({ reviewer: 'model', files: 1, reason: 'had no room for b.py' }), [
      'the language model read only 1 of 2 files in full',
    ]);
    assert.deepEqual(gapsOf({ reviewer: 'model', read: ['a.ts'], reason: 'read only a part of b.py' }), [
      'the language model read only 1 of 2 files in full',
    ]);
  });

  it('name the files that should have been read, and not the usual ones that need not be', () => {
    const usual = [
      { path: 'package-lock.json', why: 'lock file' },
      { path: 'logo.png', why: 'binary' },
    ];
    const huge = { path: 'data/huge.ts', why: 'larger than 1 MB', isGap: true } as const;
    const odd = { path: 'old.txt', why: 'in an unknown encoding', isGap: true } as const;
    const gaps = (...unreviewed: CompletedResult['unreviewed']): unknown => answerOf({ unreviewed })['gaps'];
    assert.deepEqual(gaps(...usual), []);
    assert.deepEqual(gaps(...usual, huge), ['data/huge.ts was not read']);
    assert.deepEqual(gaps(huge, odd), ['2 files were not read']);
    const notes = answerOf({ unreviewed: [...usual, huge] })['notes'] as string[];
    assert.ok(notes.includes('Could not be read: data/huge.ts (larger than 1 MB).'));
    assert.ok(notes.includes('Not read: package-lock.json (lock file), logo.png (binary).'));
  });

  it('name what a reviewer could not check, beside what it did', () => {
    const notifications = [{ path: 'a.ts', reason: 'out of memory' }];
    assert.deepEqual(gapsOf({ reviewer: 'eslint', notifications }), ['ESLint did not fully check a.ts']);
    const two = [...notifications, { path: 'b.ts', reason: 'took longer than 30 s' }];
    assert.deepEqual(gapsOf({ reviewer: 'eslint', notifications: two }), ['ESLint did not fully check 2 files']);
    assert.deepEqual(gapsOf({ reviewer: 'tool:semgrep', notifications: [{ reason: 'a rule failed' }] }), [
      'semgrep did only a part of its work',
    ]);
    const notes = answerOf({}, { reviewer: 'eslint', notifications: two })['notes'] as string[];
    assert.ok(notes.includes('ESLint did not fully check: a.ts (out of memory), b.ts (took longer than 30 s).'));
  });

  it('are not all: a review in which no line was read was not made, and its reader says why', () => {
    const nothing = { addedLines: 0, reviewed: [] };
    const locked = { ...nothing, unreviewed: [{ path: 'yarn.lock', why: 'lock file' }] };
    for (const [result, why] of [
      [nothing, 'no line that is reviewed was added or removed'],
      [locked, 'none of the changed files is reviewed (yarn.lock: lock file)'],
    ] as const) {
      const { state, reason } = decodeReview(answerOf(result));
      assert.deepEqual([state, reason], ['notRun', why]);
    }
    assert.equal(decodeReview(answerOf({})).state, 'completed');
  });
});

describe('what a language model refuted', () => {
  const refuted = {
    fingerprint: 'f',
    reviewer: 'tool:semgrep',
    path: 'a.ts',
    start_line: 2,
    end_line: 2,
    side: 'RIGHT',
    severity: 'medium',
    category: 'bug',
    rule_id: 'semgrep/division',
    title: 'This divides by zero.',
    body: 'Check it.',
    existing_code: 'a / b',
    justification: 'Line 1 returns where `b` is 0.',
  } as const;
  const answer = answerOf({ refuted: [refuted] });

  it('is beside the comments, is counted in the notes, and is read back as it was', () => {
    assert.deepEqual([answer['comments'], answer['issues_found'], answer['gaps']], [[], 0, []]);
    const review = decodeReview(JSON.parse(JSON.stringify(answer)));
    assert.deepEqual(review.comments, []);
    assert.deepEqual(
      review.refuted?.map(({ comment: { path, rule, title }, justification }) => [path, rule, title, justification]),
      [['a.ts', 'semgrep/division', 'This divides by zero.', 'Line 1 returns where `b` is 0.']],
    );
    assert.deepEqual(review.notes.slice(0, 2), [
      '1 finding of semgrep was refuted by the language model and is not shown.',
      'Refuted: a.ts:2 This divides by zero (semgrep/division). The language model says: Line 1 returns where `b` is 0.',
    ]);
    assert.deepEqual([review.state, review.undecoded], ['completed', []]);
  });

  it('is a suppressed result where the editor exports SARIF', () => {
    const review = decodeReview(JSON.parse(JSON.stringify(answer)));
    const { runs } = toSarif(aRecord({ review }), '1.0.0') as {
      readonly runs: readonly { readonly results: readonly Record<string, unknown>[] }[];
    };
    assert.deepEqual(
      runs[0]?.results.map(({ ruleId, suppressions }) => [ruleId, suppressions]),
      [
        [
          'semgrep/division',
          [{ kind: 'external', status: 'accepted', justification: 'Line 1 returns where `b` is 0.' }],
        ],
      ],
    );
  });

  it('is bounded, while all of it is counted', () => {
    const many = answerOf({ refuted: Array.from({ length: 250 }, () => refuted) });
    assert.equal((many['refuted'] as readonly unknown[]).length, 100);
    const notes = many['notes'] as readonly string[];
    assert.match(notes[0] ?? '', /^250 findings of semgrep were refuted by the language model and are not shown\.$/);
    assert.equal(notes.filter(note => note.startsWith('Refuted: ')).length, 30);
  });
});
