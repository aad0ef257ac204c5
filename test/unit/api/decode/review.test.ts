import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decodeReview } from '../../../../src/api/decode/review.ts';
import { CodeReviewError, displayMessage } from '../../../../src/core/base/errors.ts';
import type { Review } from '../../../../src/core/review/review.ts';

function decode(parts: object): Review {
  return decodeReview({ id: 'r', status: 'completed', ...parts });
}

/** Each comment as "path:line title". */
function told(parts: object): string[] | undefined {
  return decode(parts).comments?.map(({ path, range, title }) => `${path ?? ''}:${range?.startLine ?? ''} ${title}`);
}

describe('a review of any service', () => {
  it('is read as the document shows it', () => {
    const review = decodeReview({
      id: 'rev_1',
      status: 'completed',
      created_at: '2026-11-21T06:00:00Z',
      completed_at: '2026-11-21T06:05:00+01:00',
      issues_found: 3,
      suggestions: 1,
      comments: [],
    });
    assert.deepEqual(review, {
      id: 'rev_1',
      state: 'completed',
      status: 'completed',
      createdAt: '2026-11-21T06:00:00.000Z',
      completedAt: '2026-11-21T05:05:00.000Z',
      issuesFound: 3,
      suggestions: 1,
      comments: [],
      undecoded: [],
      reason: undefined,
      stage: undefined,
      progress: undefined,
      commit: undefined,
      notes: [],
      gaps: undefined,
    });
  });

  for (const [state, words] of [
    ['running', ['pending', 'Queued', 'IN PROGRESS', 'in-progress', 'REVIEWING_FILES', 'GENERATING_SUMMARY']],
    ['completed', ['completed', 'complete', 'Done', 'success', 'partially_completed']],
    ['failed', ['failed', 'error', 'timed-out', 'startup_failure']],
    ['notRun', ['skipped', 'cancelled', 'superseded', 'limit_reached', 'rate limited', 'no_changes', 'paused']],
    ['unknown', ['frobnicated', 'constructor', '200']],
  ] as const) {
    it(`is ${state} where the service says ${words.join(', ')}`, () => {
      for (const status of words) {
        const review = decode({ status });
        assert.deepEqual([review.state, review.status], [state, status]);
      }
    });
  }

  it('says that it is partial', () => {
    assert.match(decode({ status: 'partial', comments: [] }).notes.join(), /not reviewed/);
    assert.deepEqual(decode({ status: 'partial' }).gaps, ['a part of the pull request was not reviewed']);
    assert.deepEqual(decode({ gaps: ['ruff\nfailed', {}, null] }).gaps, ['ruff failed']);
    assert.equal(decode({ gaps: Array.from({ length: 50 }, (_, index) => `${index}`) }).gaps?.length, 20);
    assert.deepEqual(decode({ gaps: ['tools failed', 'ruff failed', 'tools failed'] }).gaps, [
      'tools failed',
      'ruff failed',
    ]);
    assert.deepEqual(decode({ notes: ['vendor/ was\nskipped', 7, null] }).notes, ['vendor/ was skipped', '7']);
    assert.equal(decode({ notes: Array<string>(150).fill('Skipped') }).notes.length, 100);
  });

  it('has no comments while none were sent, which is not the same as none', () => {
    assert.equal(decode({}).comments, undefined);
    assert.equal(decode({ comments: null }).comments, undefined);
    assert.equal(decode({ comments: 3 }).comments, undefined);
    assert.deepEqual(decode({ comments: [] }).comments, []);
  });

  it('does not take the files that were looked at for comments', () => {
    assert.equal(
      decode({ status: 'pending', files: ['a.ts', { filename: 'b.ts', additions: 2 }] }).comments,
      undefined,
    );
    assert.equal(decode({ files: 12 }).comments, undefined);
    assert.deepEqual(decode({ findings: { total: 0, meta: { message: 'Finished in time' } } }).comments, []);
    assert.deepEqual(decode({ files: [{ path: 'a.ts', comments: [] }] }).comments, []);
  });

  it('finds its comments under any name, and the list that holds some', () => {
    for (const name of ['comments', 'issues', 'findings', 'results', 'code_suggestions', 'annotations', 'items']) {
      assert.deepEqual(told({ [name]: [{ body: 'x' }] }), [': x'], name);
    }
    assert.deepEqual(told({ comments: { total: 1, items: [{ body: 'x' }] } }), [': x']);
    assert.deepEqual(told({ comments: [], findings: [{ body: 'x' }] }), [': x']);
  });

  it('finds its comments by file', () => {
    const comments = [
      { body: 'x', line: 1 },
      { message: 'y', file: 'b.ts' },
      { body: 'z', path: null },
    ];
    const expected = ['a.ts:1 x', 'b.ts: y', 'a.ts: z'];
    assert.deepEqual(told({ comments: [{ path: 'a.ts', comments }] }), expected);
    assert.deepEqual(told({ files: [{ filename: 'a.ts', lines: 900, summary: 'New', issues: comments }] }), expected);
    assert.deepEqual(told({ comments: { 'a.ts': comments } }), expected);
    assert.deepEqual(told({ comments: { 'src/a': ['x'] } }), ['src/a: x']);
    assert.deepEqual(told({ comments: [{ path: 'a.ts', comments: ['x', { body: 'y' }] }] }), ['a.ts: x', 'a.ts: y']);
  });

  it('finds its comments by severity, where their own word comes first, and by category', () => {
    const { comments = [] } = decode({
      comments: { critical: [{ body: 'x' }, { body: 'y', level: 'low' }], security: [{ body: 'z' }] },
    });
    assert.deepEqual(
      comments.map(({ severity, category }) => [severity, category]),
      [
        ['critical', undefined],
        ['low', undefined],
        ['unknown', 'security'],
      ],
    );
    assert.deepEqual(comments[0]?.raw, { body: 'x' });
  });

  it('keeps a comment that has replies, and reads a thread that has only those', () => {
    const comment = { path: 'a.ts', line: 1, body: 'x' };
    assert.deepEqual(told({ comments: [{ ...comment, comments: [] }] }), ['a.ts:1 x']);
    assert.deepEqual(told({ comments: [{ ...comment, notes: [{ body: 'Reply' }] }] }), ['a.ts:1 x']);
    assert.deepEqual(told({ comments: [{ path: 'a.ts', body: 'x', comments: [{ body: 'y' }] }] }), [
      'a.ts: x',
      'a.ts: y',
    ]);
    const thread = { path: 'a.ts', line: 4, isResolved: true, comments: { nodes: [{ body: 'x' }] } };
    assert.deepEqual(told({ comments: [thread] }), ['a.ts:4 x']);
    assert.equal(decode({ comments: [thread] }).comments?.[0]?.resolved, true);
  });

  it('is taken out of its envelope, whose own status says nothing about it', () => {
    const review = { id: 'r', status: 'pending' };
    for (const answer of [
      { data: review },
      { review },
      { result: review, meta: { request_id: 'q' } },
      { status: 'success', data: review },
      { status: 200, review },
    ]) {
      assert.equal(decodeReview(answer, 'r').state, 'running', JSON.stringify(answer));
    }
    const own = { id: 'r', status: 'completed', comments: [], result: { status: 'neutral', summary: 'Fine' } };
    assert.deepEqual(decodeReview(own).comments, []);
  });

  it('is no end that went well where its envelope failed or was not run', () => {
    const data = { id: 'r', status: 'completed', issues_found: 0, comments: [] };
    for (const [status, state] of [
      ['failed', 'failed'],
      ['rate_limited', 'notRun'],
      ['success', 'completed'],
    ] as const)
      assert.equal(decodeReview({ status, data }, 'r').state, state, status);
  });

  it('has the id that was asked for where the answer leaves it out', () => {
    assert.equal(decodeReview({ status: 'pending' }, 'asked').id, 'asked');
    assert.equal(decodeReview({ id: 7, status: 'pending' }, 'asked').id, '7');
    for (const id of ['a\nb', '\ud800', 'x'.repeat(501)]) {
      assert.equal(decodeReview({ id, status: 'pending' }, 'asked').id, 'asked', 'an id that cannot be asked for');
    }
  });

  it('says how far it is', () => {
    for (const [parts, progress] of [
      [{ progress: 0.25 }, 0.25],
      [{ progress: 25 }, 0.25],
      [{ percent: 1 }, 0.01],
      [{ progress: { percent: 50, stage: 'reading' } }, 0.5],
      [{ progress: 101 }, undefined],
      [{ progress: -1 }, undefined],
      [{ progress: 'half' }, undefined],
    ] as const) {
      assert.equal(decode(parts).progress, progress, JSON.stringify(parts));
    }
    assert.equal(decode({ progress: { stage: 'reading\u0007' } }).stage, 'reading');
  });

  it('says why it failed', () => {
    for (const parts of [
      { error: 'Too big' },
      { error: { message: 'Too big' } },
      { status_reason: 'Too\nbig' },
      { errors: [{ message: 'Too big' }] },
    ]) {
      assert.equal(decode({ status: 'failed', ...parts }).reason, 'Too big', JSON.stringify(parts));
    }
  });

  it('has not ended in the year 1, which is how programs write that it has not', () => {
    for (const completed_at of ['0001-01-01T00:00:00Z', '1970-01-01T00:00:00Z', 'soon', '', 7])
      assert.equal(decode({ completed_at }).completedAt, undefined, `${completed_at}`);
  });

  it('names a commit only in full', () => {
    const sha = 'AB'.repeat(20);
    assert.equal(decode({ head_sha: sha }).commit, sha.toLowerCase());
    assert.equal(decode({ commit: { sha } }).commit, sha.toLowerCase());
    assert.equal(decode({ head_sha: 'b'.repeat(40), reviewed_sha: sha }).commit, sha.toLowerCase(), 'what was read');
    for (const commit of ['main', 'abc1234', `${sha}\n`, '--upload-pack=x'])
      assert.equal(decode({ commit }).commit, undefined);
  });

  it('counts what the service counts, and nothing that is no count', () => {
    const review = decode({ issues_found: '3', suggestions: [{}, {}] });
    assert.deepEqual([review.issuesFound, review.suggestions], [3, 2]);
    assert.equal(decode({ issues_found: -1 }).issuesFound, undefined);
  });

  it('keeps what is no comment at all', () => {
    const review = decode({ comments: [1, null, 'text', { body: 'x' }, [], ''] });
    assert.deepEqual([review.comments?.length, review.undecoded], [2, [1, null, [], '']]);
  });

  it('is read from the inside where both have an id and a status and the comments are inside', () => {
    const inner = { status: 'completed', comments: [{ path: 'a.ts', line: 1, body: 'Wrong.' }] };
    for (const outer of [{}, { comments: [] }]) {
      const review = decodeReview({ id: 'r1', status: 'success', ...outer, review: inner });
      assert.equal(review.id, 'r1');
      assert.equal(review.comments?.length, 1);
    }
  });

  it('is read from where its id and status can be read', () => {
    const review = { id: 'r1', status: 'success' };
    assert.equal(decodeReview({ ...review, review: { status: [], items: [] } }).state, 'completed');
    assert.equal(decodeReview({ id: {}, status: 'ok', data: review }).id, 'r1');
    assert.equal(decodeReview({ status: {}, data: review }).id, 'r1');
    assert.equal(decodeReview({ id: 'r1', data: { id: ' ', status: 'success' } }).id, 'r1');
  });

  it('keeps a comment once whose text is a mere number', () => {
    const review = decode({ comments: [{ body: 0, line: ['1'] }] });
    assert.deepEqual([review.comments?.length, review.undecoded], [1, []]);
  });

  it('says when there are more comments than it takes', () => {
    const { comments, notes } = decode({ comments: Array<string>(20_001).fill('x') });
    assert.equal(comments?.length, 20_000);
    assert.match(notes.join(), /^1 comments? beyond the first 20000/);
    const files = Array.from({ length: 3 }, () => ({ path: 'a.ts', comments: Array<string>(9_000).fill('x') }));
    assert.match(decode({ comments: files }).notes.join(), /^7000 comments beyond/, 'counted in the files they are in');
  });

  it('says when it holds more than is looked through for comments, or for what speaks against it', () => {
    const files: readonly object[] = [
      ...Array<object>(60_000).fill({ x: {} }),
      { comments: [{ path: 'a.ts', line: 3, body: 'Wrong.' }] },
    ];
    assert.match(decode({ files }).undecoded.join(), /more than can be looked through/);
    const names = Array.from({ length: 150_000 }, (_, index) => [`c${index}`, index] as const);
    assert.match(decode({ meta: Object.fromEntries(names) }).undecoded.join(), /more than can be looked through/);
  });

  it('is refused where it is no review, in one sentence', () => {
    for (const answer of [null, 1, 'x', [], {}, { id: 'r' }, { data: [] }, { id: '', status: 'done' }]) {
      assert.throws(
        () => decodeReview(answer),
        (error: unknown) => CodeReviewError.is(error, 'service') && displayMessage(error).includes('not a review'),
        JSON.stringify(answer),
      );
    }
  });

  it('keeps a sentence among comments under a name that nobody knows', () => {
    const comments = {
      'src/a.ts': [{ line: 1, body: 'x' }],
      '/PATCHSET_LEVEL': { c0: { notes: 'It is never bound' } },
    };
    assert.deepEqual(decode({ comments }).undecoded, ['It is never bound']);
  });

  it('is read the same by the exact shape of the embedded service and by its names', () => {
    const comment = {
      ...{ fingerprint: 'f', reviewer: 'eslint', path: 'src/a.ts', start_line: 3, end_line: 4, start_column: 2 },
      ...{ end_column: 9, side: 'RIGHT', severity: 'high', category: 'bug', rule_id: 'eslint/no-eval', title: 'Wrong' },
      ...{ help_uri: 'https://x.example/r', body: 'It is wrong.', existing_code: 'a()', suggested_code: 'b()' },
    };
    const sha = 'a'.repeat(40);
    const facts = { id: 'r', status: 'completed', created_at: '2026-11-21T06:00:00Z', repository: 'acme/app', pr: 7 };
    const ended = { completed_at: '2026-11-21T06:05:00Z', notes: ['Read 3 files.'], gaps: [], reviewed_lines: 12 };
    const found = { issues_found: 1, suggestions: 1, comments: [comment] };
    for (const parts of [
      { ...ended, ...found },
      { ...ended, issues_found: 0, suggestions: 0, comments: [] },
      { ...ended, issues_found: 0, suggestions: 0, comments: [], reviewed_lines: 0, reason: 'nothing to read' },
      { ...ended, ...found, gaps: ['ruff failed'] },
      { ...ended, issues_found: 2, suggestions: 0, comments: [] },
      { status: 'failed', completed_at: '2026-11-21T06:05:00Z', notes: [], reason: 'It crashed' },
      { status: 'pending' },
    ]) {
      const review = { ...facts, commit_sha: sha, base_sha: sha, ...parts };
      const { comments: exact, ...rest } = decodeReview(review);
      // What a comment tells is known by the service's own shape alone.
      const comments = exact?.map(({ members: [only] = [], ...each }) => (assert.equal(only, 'f'), each));
      assert.deepEqual({ ...rest, comments }, decodeReview({ ...review, x: 1 }), JSON.stringify(parts));
    }
  });

  it('loses no element of a flat list, whatever the elements are', () => {
    const name = fc.oneof(
      fc.string({ maxLength: 3 }),
      fc.constantFrom('path', 'line', 'body', 'title', 'severity', 'suggestion', 'status', 'data', 'items'),
    );
    const element = fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.dictionary(name, fc.jsonValue({ maxDepth: 1 })));
    fc.assert(
      fc.property(fc.array(element), fc.constantFrom('comments', 'findings', 'results'), (elements, list) => {
        const { comments = [], undecoded } = decode({ [list]: elements });
        assert.equal(comments.length + undecoded.length, elements.length);
        assert.deepEqual(
          elements.filter(each => !undecoded.includes(each)),
          comments.map(({ raw }) => raw),
          'in their order, as they came',
        );
      }),
      { numRuns: 300 },
    );
  });

  it('is a review that holds together or one error of ours, whatever the answer is', () => {
    const name = fc.constantFrom(
      ...['id', 'status', 'data', 'review', 'comments', 'findings', 'files', 'notes', 'items', 'path', 'line'],
      ...['body', 'title', 'progress', 'percent', 'error', 'errors', 'completed_at', 'commit', '__proto__', 'x'],
    );
    const { value } = fc.letrec(tie => ({
      value: fc.oneof(
        { maxDepth: 5 },
        fc.jsonValue({ maxDepth: 1 }),
        fc.dictionary(name, tie('value'), { maxKeys: 8 }),
        fc.array(tie('value'), { maxLength: 4 }),
      ),
    }));
    fc.assert(
      fc.property(value, fc.boolean(), (parts, isReview) => {
        const answer: unknown = JSON.parse(
          JSON.stringify(isReview ? { ...(parts as object), id: 'r', status: 'done' } : parts),
        );
        try {
          const { id, status, comments = [], progress = 0, notes } = decodeReview(answer);
          assert.ok(id !== '' && status !== '' && progress >= 0 && progress <= 1 && notes.length <= 100);
          for (const { title, range } of comments) {
            assert.notEqual(title.trim(), '');
            if (range !== undefined) assert.ok(range.startLine >= 1 && range.endLine >= range.startLine);
          }
        } catch (error) {
          if (!CodeReviewError.is(error, 'service')) throw error;
          assert.ok(!isReview, 'what has an id and a status is a review');
        }
      }),
      { numRuns: 500 },
    );
  });
});
