import assert from 'node:assert/strict';
import { decodeReview } from '../../../../src/api/decode/review.ts';

const done = { id: 'r', status: 'completed' };
const found = { path: 'a.ts', line: 1, body: 'b' };

/** Each comment as "path:lines severity", and what makes it another one than most. */
function told(answer: unknown, id?: string): string[] {
  return (decodeReview(answer, id).comments ?? []).map(({ path, range, side, severity, resolved, suggestion }) =>
    [
      `${path ?? ''}:${range === undefined ? 'file' : `${range.startLine}-${range.endLine}`}`,
      severity === 'unknown' ? '' : severity,
      side === 'left' ? 'left' : '',
      resolved ? 'resolved' : '',
      suggestion === undefined ? '' : `fix ${JSON.stringify(suggestion.text)}`,
    ]
      .filter(Boolean)
      .join(' '),
  );
}

describe('the comments of a review are all there, on their lines, as sent in the shape of', () => {
  const context = {
    filePath: '/src/a.ts',
    rightFileStart: { line: 3, offset: 1 },
    rightFileEnd: { line: 4, offset: 9 },
  };
  const removed = { filePath: '/src/a.ts', leftFileStart: { line: 3, offset: 1 }, leftFileEnd: { line: 5, offset: 9 } };
  const region = { startLine: 3, startColumn: 2, endColumn: 9 };
  const physicalLocation = { artifactLocation: { uri: 'src/a.ts', uriBaseId: '%SRCROOT%' }, region };
  const discussion = {
    position_type: 'text',
    old_path: 'a.ts',
    new_path: 'a.ts',
    new_line: 9,
    line_range: { start: { type: 'new', new_line: 8 }, end: { type: 'new', new_line: 9 } },
  };
  for (const [name, parts, expected] of [
    [
      'GitHub review threads',
      {
        reviewThreads: {
          nodes: [{ path: 'a.ts', line: 5, startLine: 3, diffSide: 'RIGHT', comments: { nodes: [{ body: 'x' }] } }],
        },
      },
      ['a.ts:3-5'],
    ],
    [
      'a GitHub check run',
      {
        conclusion: 'failure',
        output: {
          annotations: [{ path: 'a.ts', start_line: 3, end_line: 4, annotation_level: 'failure', message: 'x' }],
        },
      },
      ['a.ts:3-4 high'],
    ],
    [
      'GitLab discussions',
      {
        discussions: [{ notes: [{ body: 'Here.\n```suggestion:-1+0\nx\n```', resolved: true, position: discussion }] }],
      },
      ['a.ts:8-9 resolved fix "x"'],
    ],
    [
      'Bitbucket comments',
      {
        comments: {
          pagelen: 10,
          size: 3,
          page: 1,
          values: [
            { content: { raw: 'x' }, inline: { path: 'a.ts', from: null, to: 7, start_to: 5 } },
            { content: { raw: 'y' }, inline: { path: 'a.ts', from: 6, to: null } },
            { content: { raw: 'z' } },
          ],
        },
      },
      ['a.ts:5-7', 'a.ts:6-6 left', ':file'],
    ],
    [
      'Azure DevOps threads',
      {
        threads: [
          { status: 'active', threadContext: context, comments: [{ content: 'x' }] },
          { status: 'fixed', threadContext: removed, comments: [{ content: 'y' }] },
          { threadContext: null, comments: [{ content: 'z' }] },
        ],
      },
      ['src/a.ts:3-4', 'src/a.ts:3-5 left resolved', ':file'],
    ],
    [
      'Gerrit comments',
      {
        comments: {
          '/PATCHSET_LEVEL': [{ message: 'x' }],
          'src/a.ts': [{ side: 'PARENT', line: 3, message: 'y', unresolved: false }],
        },
      },
      [':file', 'src/a.ts:3-3 left resolved'],
    ],
    [
      'a SARIF log',
      { runs: [{ results: [{ level: 'error', message: { text: 'x' }, locations: [{ physicalLocation }] }] }] },
      ['src/a.ts:3-3 high'],
    ],
    [
      'ESLint results',
      {
        results: [
          { filePath: 'src/a.ts', messages: [{ ruleId: 'no-eval', message: 'x', line: 3, column: 2, endLine: 4 }] },
          { filePath: 'src/b.ts', messages: [] },
        ],
      },
      ['src/a.ts:3-4'],
    ],
    [
      'language server diagnostics by file',
      {
        diagnostics: [
          {
            uri: 'src/a.ts',
            diagnostics: [
              {
                range: { start: { line: 0, character: 0 }, end: { line: 0, character: 5 } },
                severity: 2,
                message: 'm',
              },
            ],
          },
        ],
      },
      ['src/a.ts:1-1 medium'],
    ],
    [
      'DeepSource occurrences',
      { occurrences: { edges: [{ node: { path: 'a.ts', beginLine: 3, endLine: 4, issue: { title: 'x' } } }] } },
      ['a.ts:3-4'],
    ],
    [
      'PR-Agent key issues',
      {
        review: {
          key_issues_to_review: [{ relevant_file: 'a.ts\n', issue_header: 'Bug', start_line: 3, end_line: 5 }],
        },
      },
      ['a.ts:3-5'],
    ],
    [
      'CodeGuru recommendations',
      { RecommendationSummaries: [{ FilePath: 'a.ts', StartLine: 3, EndLine: 4, Severity: 'High', Description: 'x' }] },
      ['a.ts:3-4 high'],
    ],
    [
      'agents with findings each',
      { agents: [{ name: 'security', findings: [found] }, { findings: [] }] },
      ['a.ts:1-1'],
    ],
    ['comments by id', { comments: { c1: found, c2: { ...found, line: 2 } } }, ['a.ts:1-1', 'a.ts:2-2']],
    [
      'comments by id in a list',
      { values: [{ c0: { ...found, id: 1 }, c1: { id: 2, content: { raw: 'It leaks.' } } }] },
      ['a.ts:1-1', ':file'],
    ],
    [
      'comments by id, one of which is a mere sentence',
      { comments: { total: 2, c0: found, c1: 'The value is never bound.' } },
      ['a.ts:1-1', ':file'],
    ],
    [
      'two lists in a fence',
      { comments: `\`\`\`json\n${JSON.stringify({ comments: [found], items: [{ ...found, line: 2 }] })}\n\`\`\`` },
      ['a.ts:1-1', 'a.ts:2-2'],
    ],
    [
      'a file with lists under two names',
      { files: [{ path: 'a.ts', issues: [{ line: 1, body: 'x' }], annotations: [{ line: 2, body: 'y' }] }] },
      ['a.ts:1-1', 'a.ts:2-2'],
    ],
    [
      'a location in a location',
      { comments: [{ body: 'x', location: { uri: 'a.ts', range: { startLine: 3, endLine: 4 } } }] },
      ['a.ts:3-4'],
    ],
    ['comments by file and line', { comments: { 'src/a.ts': { '12': [{ body: 'x' }] } } }, ['src/a.ts:12-12']],
    ['a comment by file', { comments: { 'src/a.ts': { line: 1, message: 'x' } } }, ['src/a.ts:1-1']],
    [
      'lists beside a count',
      { comments: { total: 1, tags: ['x'], items: [], critical: [found] } },
      ['a.ts:1-1 critical'],
    ],
    [
      'issues of a file with a title',
      { files: [{ ...found, title: 'Auth', issues: [{ line: 5 }] }] },
      ['a.ts:1-1', 'a.ts:5-5'],
    ],
    [
      'results by id, some in lists, without a place',
      { runs: [{ results: { c0: [{ ruleId: 'x', message: { text: 'bad' } }], c1: { ruleId: 'x', message: 'bad' } } }] },
      [':file', ':file'],
    ],
    [
      'comments in envelopes of any name',
      {
        comments: [{ response: found, success: true, meta: { request_id: 'q' } }, { payload: found }],
      },
      ['a.ts:1-1', 'a.ts:1-1'],
    ],
    [
      'a file in a page, with a list as text',
      { files: { values: { f1: { path: 'a.ts', comments: JSON.stringify([{ line: 1, body: 'b' }]) } }, total: 1 } },
      ['a.ts:1-1'],
    ],
    [
      'comments by id, one of them as text',
      { comments: { values: { '0': JSON.stringify(found), '1': { id: 2, content: { raw: 'It leaks.' } } } } },
      ['a.ts:1-1', ':file'],
    ],
    ['results in an object', { results: { summary: 'x', comments: [found] } }, ['a.ts:1-1']],
    ['suggestions in a list', { comments: [], suggestions: [found] }, ['a.ts:1-1']],
    ['two lists', { comments: [{ body: 'Summary' }], issues: [found, found] }, [':file', 'a.ts:1-1', 'a.ts:1-1']],
    ['two lists of the same', { comments: [{ ...found, id: 7 }], issues: [{ ...found, id: 7 }] }, ['a.ts:1-1']],
    [
      'three lists, each with some of the one before',
      {
        comments: [found, { ...found, line: 2 }],
        issues: [found, { ...found, line: 2 }, { ...found, line: 3 }],
        findings: [
          { ...found, line: 3 },
          { ...found, line: 2 },
          { ...found, line: 4 },
        ],
      },
      ['a.ts:1-1', 'a.ts:2-2', 'a.ts:3-3', 'a.ts:4-4'],
    ],
    [
      'two lists that count alike',
      { comments: [{ ...found, id: 1 }], issues: [{ ...found, id: 1, line: 9 }] },
      ['a.ts:1-1', 'a.ts:9-9'],
    ],
    [
      'two lists that say different things of one line',
      {
        comments: [{ ...found, title: 'Wrong', body: 'It leaks.' }],
        issues: [{ ...found, title: 'Wrong', body: 'It hangs.' }],
      },
      ['a.ts:1-1', 'a.ts:1-1'],
    ],
    [
      'two lists that number different things alike',
      {
        comments: [
          { ...found, id: 1 },
          { id: 2, body: 'x' },
        ],
        issues: [
          { ...found, id: 1, body: 'c' },
          { id: 2, body: 'y' },
        ],
      },
      ['a.ts:1-1', ':file', 'a.ts:1-1', ':file'],
    ],
    [
      'two lists that say the same on either side of the diff',
      { comments: [found], issues: [{ ...found, side: 'LEFT' }] },
      ['a.ts:1-1', 'a.ts:1-1 left'],
    ],
    [
      'two lists that put the same words into other fields',
      {
        comments: [{ ...found, title: 'Injection', body: 'Bind the value.' }],
        issues: [{ ...found, body: '**Injection**\n\nBind the value.' }],
      },
      ['a.ts:1-1'],
    ],
    ['a list as text', { comments: JSON.stringify([found, { ...found, line: 2 }]) }, ['a.ts:1-1', 'a.ts:2-2']],
    ['a list in a fence', { comments: `\`\`\`json\n${JSON.stringify([found])}\n\`\`\`` }, ['a.ts:1-1']],
    ['comments as text each', { comments: [JSON.stringify(found), JSON.stringify([found])] }, ['a.ts:1-1', 'a.ts:1-1']],
    [
      'a comment on each line',
      { comments: `${JSON.stringify(found)}\n${JSON.stringify(found)}\n` },
      ['a.ts:1-1', 'a.ts:1-1'],
    ],
    [
      'a comment with another in its text',
      { comments: [{ path: 'a.ts', line: 3, body: '{"severity":"high","message":"Wrong"}' }] },
      ['a.ts:3-3 high'],
    ],
    [
      'a comment with several in its text',
      {
        comments: [
          { path: 'a.ts', body: `Two:\n\`\`\`json\n${JSON.stringify([found, { ...found, line: 2 }])}\n\`\`\`` },
        ],
      },
      ['a.ts:file', 'a.ts:1-1', 'a.ts:2-2'],
    ],
    [
      'what a model answered',
      { result: `Here it is.\n\`\`\`json\n${JSON.stringify({ verdict: 'fail', issues: [found] })}\n\`\`\`` },
      ['a.ts:1-1'],
    ],
    ['a comment on JSON', { comments: [{ ...found, body: 'Write\n```json\n{"name": "x"}\n```' }] }, ['a.ts:1-1']],
    ['JSON within JSON as text', { comments: JSON.stringify([JSON.stringify(found)]) }, ['a.ts:1-1']],
  ] as const) {
    it(name, () => assert.deepEqual(told({ ...done, ...parts }), expected));
  }

  const review = { ...done, comments: [found] };
  for (const [name, answer] of [
    ['JSON:API', { data: { id: 'r', type: 'reviews', attributes: { status: 'completed', comments: [found] } } }],
    ['GraphQL', { data: { review: { ...done, status: 'COMPLETED', comments: { edges: [{ node: found }] } } } }],
    ['a GraphQL node', { data: { node: { ...done, findings: { nodes: [found] } } } }],
    ['three envelopes', { response: { data: { review } } }],
    ['a payload', { success: true, payload: review }],
    ['a list of reviews', { data: [{ ...review, id: 'q', comments: [] }, review] }],
    ['a bare list of one', [review]],
    ['text', JSON.stringify(review)],
    ['a body of text', { statusCode: 200, body: JSON.stringify(review) }],
    ['data of text', { data: JSON.stringify({ review }) }],
    ['an envelope with the comments in it', { comments: [found], data: { ...done, comments: [] } }],
    ['a review with its comments beside it', { review: done, comments: [found] }],
    ['a state that is an object', { id: 'r', status: { id: 3, name: 'completed' }, comments: [found] }],
    ['a state by another name', { reviewId: 'r', reviewStatus: 'completed', comments: [found] }],
    ['a state as protocol buffers name it', { id: 'r', status: 'REVIEW_STATUS_COMPLETED', comments: [found] }],
  ] as const) {
    it(name, () => {
      assert.deepEqual(told(answer, 'r'), ['a.ts:1-1']);
      const { id, state } = decodeReview(answer, 'r');
      assert.deepEqual([id, state], ['r', 'completed']);
    });
  }
});
