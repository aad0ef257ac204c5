import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decodeReview } from '../../../../src/api/decode/review.ts';
import { isAllClear } from '../outcomes.ts';
import { tries } from '../../../host/seed.ts';

const done = { id: 'r', status: 'completed' };
const found = { path: 'a.ts', line: 3, message: 'Wrong.', severity: 'high' };

function isClear(answer: unknown): boolean {
  const review = decodeReview(answer, 'r');
  return isAllClear(review) && (review.gaps?.length ?? 0) === 0;
}

describe('an answer without comments', () => {
  it('is an all-clear where nothing speaks against it', () => {
    for (const parts of [
      { issues_found: 0, suggestions: 0 },
      { issues_found: 0, summary: 'Looks good.', comments_url: 'https://x.example/comments' },
      { issues_found: { critical: 0, high: 0 }, summary: { total: 0, files_reviewed: 3 } },
      { comments: { edges: [], totalCount: 0, pageInfo: { hasNextPage: false, endCursor: null } } },
      { issues: { critical: [], minor: [] } },
      { comments: {} },
      { comments: { $values: [] } },
      { comments: undefined, _embedded: { comments: [] } },
      { annotations_url: 'https://x.example/annotations', annotations_count: 0 },
      { pagination: { page: 1, total_pages: 1, total: 0, next: null }, links: { self: 'https://x.example' } },
      { has_more: false, truncated: false, truncated_count: 0, errors: [], error: null, next_cursor: '' },
      { conclusion: 'success', verdict: 'approve', approved: true },
      { decision: 'APPROVED', approved: true, blocking: false, has_issues: false, needs_work: false, no_issues: true },
      { quality_gate: { status: 'PASSED' }, checks: [{ name: 'Secret scan', conclusion: 'success' }], failed: false },
      {
        summary: { issues: 0 },
        blockers: 0,
        warning_count: 0,
        comments_reviewed: 7,
        max_comments: 50,
        auto_approve: false,
      },
      { concerns: [], nits: {}, feedback: 'No issues found.', review_comments: 'None', issues_found: 0 },
      {
        agents: [{ name: 'Security Reviewer', status: 'done', findings: [] }],
        steps: [{ name: 'Clone', text: 'It went well' }],
      },
      {
        strengths: ['Small and clear functions'],
        labels: ['needs review'],
        repository: { has_issues: true, state: 'open' },
      },
      { config: { fail_on_high: true, request_changes: true }, previous: { verdict: 'changes_requested', issues: 3 } },
      { next: 'Open the dashboard' },
      { walkthrough: [{ file: 'a.ts', description: 'Adds a setting', lines: 12 }] },
      { overall_correctness: 'patch is correct' },
      { files: [{ path: 'a.ts', status: 'added', patch: '@@', lines: 40 }], commits: [{ sha: 'x', message: 'm' }] },
      { pull_request: { number: 1, title: 'T', body: 'Text', state: 'open' }, author: { name: 'x' } },
      { usage: { total_tokens: 300 }, metrics: { files: 3, total_lines: 400 }, duration_ms: 300, score: 92 },
    ]) {
      assert.ok(isClear({ ...done, comments: [], ...parts }), JSON.stringify(parts));
    }
    assert.ok(isClear({ data: { ...done, issues_found: 0, comments: [] }, success: true, meta: { request_id: 'q' } }));
  });

  for (const [name, all] of [
    [
      'counts some',
      [
        { issues_found: 3 },
        { issues_found: '3 issues' },
        { issues_found: { critical: 1, high: 2 } },
        { issues_found: 'many' },
        { issues_found: 0, suggestions: 3 },
        { issues: 3 },
        { total: 3 },
        { summary: { critical: 1, total: 3 } },
        { stats: { issues: 3 } },
        { comment_count: 3 },
        { blockers: 2 },
        { warning_count: 3 },
        { summary: { total_violations: '3' } },
        { by_agent: { security: { findings: 2 } } },
        { critical_count: 1 },
        { severity_counts: { minor: 1 } },
        { comments: { data: [], total: 12 } },
      ],
    ],
    [
      'says that there is more',
      [
        { has_more: true },
        { next_cursor: 'x' },
        { comments: { data: [], next: 'https://x.example/2' } },
        { comments: { nodes: [], pageInfo: { hasNextPage: true, endCursor: 'x' } } },
        { pagination: { page: 1, total_pages: 3 } },
        { paging: { total_pages: 3 } },
        { links: { next: '/v1/reviews/r?page=2' } },
        { isLastPage: false },
        { truncated: true },
        { comments_truncated: true },
        { partial: true },
        { incomplete_results: true },
        { comments_url: 'https://x.example/comments' },
      ],
    ],
    [
      'names an error or a judgement',
      [
        { error: 'Model overloaded' },
        { errors: [{ message: 'Timeout' }] },
        { success: false },
        { has_issues: true },
        { approved: false },
        { conclusion: 'cancelled' },
        { conclusion: 'skipped' },
        { conclusion: 'failure' },
        { conclusion: 'neutral' },
        { verdict: 'request_changes' },
        { overall_correctness: 'patch is incorrect' },
        { status: 'completed_with_errors' },
        ...[
          'changes_requested',
          'REQUEST_CHANGES',
          'CHANGES_REQUESTED',
          'needs_work',
          'Needs work',
          'issues_found',
        ].map(status => ({ status })),
        { state: 'CHANGES_REQUESTED' },
        { review_state: 'changes-requested' },
        { conclusion: 'success', verdict: 'request_changes' },
        { conclusion: 'changes_requested' },
        { verdict: '❌ Request changes' },
        { verdict: 'Hmm' },
        { event: 'REQUEST_CHANGES' },
        { review_decision: { state: 'CHANGES_REQUESTED' } },
        { output: { conclusion: 'failure' } },
        { summary: { verdict: 'rejected' } },
        { final_decision: 'reject' },
        { ai_verdict: 'fail' },
        { recommendation: 'request changes' },
        { action: 'block' },
        { quality_gate: { status: 'FAILED' } },
        { reviews: [{ state: 'APPROVED' }, { state: 'CHANGES_REQUESTED', body: '' }] },
        { agents: [{ name: 'security', status: 'failed' }] },
        { checks: [{ name: 'x', conclusion: 'failure' }] },
        ...[
          'blocking',
          'rejected',
          'failed',
          'needs_work',
          'needsChanges',
          'changes_requested',
          'requires_changes',
        ].map(flag => ({ [flag]: true })),
        ...['has_problems', 'issuesDetected', 'is_vulnerable', 'not_approved', 'action_required'].map(flag => ({
          [flag]: true,
        })),
        ...['passed', 'ok', 'is_clean', 'lgtm', 'safe_to_merge', 'no_issues', 'non_blocking'].map(flag => ({
          [flag]: false,
        })),
        { result: { approved: false } },
        { summary: { is_approved: 'false' } },
      ],
    ],
    [
      'says in words what was found',
      [
        { body: '## Findings\n1. SQL injection' },
        { summary: 'Found 3 critical bugs' },
        { result: 'There are 3 critical bugs in the login' },
        { findings: 'SQL injection in a.ts, line 3', issues_found: 0 },
        { comments: '[{"path":"a.ts","line":1}]', issues_found: 0 },
        { suggestions: ['Use const'], issues_found: 0 },
        { nits: ['typo'], issues_found: 0 },
        { concerns: ['There is an injection in the login'], issues_found: 0 },
        { blockers: 'There is an injection in the login', issues_found: 0 },
        { concerns: { 'src/a.ts': 'There is an injection' }, issues_found: 0 },
        { points: ['There is an injection in the login'] },
        { warnings: ['There may be an injection in the login'] },
      ],
    ],
    [
      'holds some where none are known to stand',
      [
        { concerns: [found] },
        { outdated_comments: [found] },
        { security: { bugs: [found] }, style: {} },
        { agents: { security: { output: { list: [found] } } } },
        { result: { comments: [found] } },
        { concerns: [{ title: 'SQL injection', severity: 'high', cwe: 'CWE-89' }] },
        { comments: { items: [], later: [found] } },
        { points: [{ file: 'a.ts', message: 'There is an injection' }] },
        { points: [{ text: 'There is an injection', level: 'high' }] },
        { points: [{ f: 'a.ts', line: 3, m: 'There is an injection' }] },
        { warnings: [{ note: 'There is an injection' }] },
        { notes: [{ id: 1, body: 'There is an injection here' }] },
        {
          files: [{ review: { path: 'a.ts', comments: [{ line: 3, reason: { markdown: 'There is an injection' } }] } }],
        },
        { by_file: { 'a.ts': [{ remark: 'There is an injection' }] } },
        { reviewer: { thoughts: [{ comment: 'There is an injection' }] } },
        { answer: '{"issues": [{"title": "Injection", "line": 3}]}' },
        { raw: '```json\n[{"body": "Injection", "line": 3}]\n```' },
        { text: '{"verdict": "request_changes"}' },
        { payload: { comments: ['x'] }, issues: [{ suggestions: ['x'], comments: found }] },
        { values: [{ ...found, message: undefined, details: { c0: 'There is an injection' } }] },
      ],
    ],
    [
      'has another state too',
      [{ state: 'running' }, { status: 'success', state: 'pending' }, { status: 'success', review_status: 'pending' }],
    ],
  ] as const) {
    it(`is none where it ${name}`, () => {
      for (const parts of all) {
        assert.ok(!isClear({ ...done, comments: [], ...parts }), JSON.stringify(parts));
        // So it is where the whole answer is a text, as a model gives it.
        assert.ok(!isClear(JSON.stringify({ ...done, comments: [], ...parts })), `as text: ${JSON.stringify(parts)}`);
        // What stands around the review says as much of it.
        if (!('status' in parts || 'state' in parts || 'comments' in parts))
          assert.ok(!isClear({ data: { ...done, comments: [] }, ...parts }), `around it: ${JSON.stringify(parts)}`);
      }
    });
  }

  it('is none where the envelope has comments of its own, whatever the review in it holds', () => {
    for (const name of ['comments', 'issues', 'concerns']) {
      assert.ok(!isClear({ [name]: [found], data: { ...done, comments: [], issues: [], issues_found: 0 } }), name);
      assert.ok(!isClear({ status: 'success', [name]: [found], review: { ...done, comments: [] } }), name);
    }
    assert.ok(!isClear({ status: 'changes_requested', data: { ...done, comments: [] } }));
    assert.ok(
      isClear([
        { id: 'q', status: 'completed', verdict: 'fail', comments: [found] },
        { ...done, comments: [] },
      ]),
    );
  });

  it('is of a review that ended well: the words of one that goes on or failed are no comments', () => {
    for (const parts of [
      { status: 'pending', agents: [{ name: 'security', message: 'Looking at the files' }], steps: ['Clone it'] },
      { status: 'failed', error: { message: 'The model is overloaded' }, errors: ['It took too long'] },
    ])
      assert.deepEqual(decodeReview({ id: 'r', ...parts }).undecoded, [], JSON.stringify(parts));
    assert.deepEqual(decodeReview({ id: 'r', status: 'failed', concerns: [found] }).undecoded, [found]);
  });

  it('holds once what stands at an unknown place, in however many envelopes', () => {
    const review = { ...done, comments: [], concerns: [found], warnings: ['There may be a leak'] };
    for (const answer of [review, { data: review }, { response: { data: { review } } }, { data: [review] }]) {
      const { undecoded } = decodeReview(answer, 'r');
      assert.deepEqual(undecoded, [found, 'There may be a leak'], JSON.stringify(answer));
    }
  });

  it('says why in a few words, and what it holds', () => {
    const cancelled = decodeReview({ ...done, comments: [], conclusion: 'cancelled' });
    assert.equal(cancelled.state, 'notRun');
    assert.deepEqual(decodeReview({ ...done, comments: [], suggestions: 3 }).gaps, [
      'the service counted 3 and sent none',
    ]);
    assert.deepEqual(decodeReview({ ...done, comments: [], concerns: [found] }).undecoded, [found]);
    const cut = decodeReview({ ...done, comments: [found], has_more: true });
    assert.deepEqual([cut.comments?.length, cut.gaps], [1, ['the service sent only a part of the comments']]);
    const failure = decodeReview({ ...done, comments: [found], conclusion: 'failure' });
    assert.deepEqual([failure.state, failure.gaps], ['completed', undefined], 'a check fails by what it found');
  });

  it('is never one with a comment in it, wherever that stands', () => {
    const name = fc.constantFrom(
      ...['comments', 'issues', 'findings', 'data', 'result', 'items', 'review', 'files', 'summary', 'x', 'output'],
      ...['values', 'nodes', 'node', 'attributes', 'suggestions', 'notes', 'payload', '1', 'src/a.ts', 'high', 'fix'],
      ...['threads', 'agents', 'position', 'location', 'suggestion', 'errors', 'meta', 'pagination', 'report'],
    );
    const nothing = fc.constantFrom<unknown>([], {}, null, 3, 'x', ['x'], [{ name: 'x' }]);
    const around = fc.array(fc.dictionary(name, nothing, { maxKeys: 3 }), { minLength: 7, maxLength: 7 });
    const steps = fc.array(fc.oneof({ arbitrary: name, weight: 3 }, fc.constant(undefined)), { maxLength: 6 });
    fc.assert(
      fc.property(name, steps, around, fc.boolean(), (first, rest, noise, withList) => {
        const inside = [first, ...rest].reduceRight<unknown>(
          (inner, step, index) => (step === undefined ? [inner] : { ...noise[index], [step]: inner }),
          found,
        );
        const answer = { ...(withList ? { comments: [] } : {}), ...(inside as object), ...done };
        const { comments = [], undecoded } = decodeReview(answer);
        const held = [...comments.map(({ raw }) => raw), ...undecoded];
        assert.ok(JSON.stringify(held).includes('Wrong.'), 'it is shown in one way or another');
        assert.ok(!isClear(answer));
      }),
      { numRuns: tries(1_000) },
    );
  });
});
