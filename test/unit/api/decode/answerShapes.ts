/**
 * Answers in the shapes of known services, each with findings that say `Finding <n>` in one way or another.
 * Every function makes a new answer, so that a test may change it.
 */
type Shape = () => unknown;

const done = { id: 'r', status: 'completed' };
let next = 0;
/** Words that only one finding says. */
const say = (): string => `The value is never bound, see finding${++next}x here.`;
const path = 'src/app.ts';

export const answerShapes: Readonly<Record<string, Shape>> = {
  document: () => ({
    ...{ ...done, issues_found: 2, suggestions: 1 },
    comments: [
      { path, line: 3, severity: 'high', body: say() },
      { path, start_line: 8, end_line: 9, body: say(), suggestion: 'const a = bind(b);' },
    ],
  }),
  'GitHub review comments': () => ({
    ...{ ...done, state: 'CHANGES_REQUESTED', submitted_at: '2026-11-21T06:00:00Z' },
    comments: [
      {
        id: 1,
        path,
        line: 5,
        start_line: 3,
        side: 'RIGHT',
        body: say(),
        user: { login: 'alice' },
        diff_hunk: '@@ -1 +1 @@',
      },
      { id: 2, path, line: null, original_line: 9, position: null, body: say(), html_url: 'https://x.example/2' },
    ],
  }),
  'GitHub review threads': () => ({
    data: {
      node: {
        ...done,
        reviewThreads: {
          totalCount: 1,
          nodes: [
            {
              path,
              line: 5,
              isResolved: false,
              comments: { nodes: [{ id: 'a', body: say(), author: { login: 'b' } }] },
            },
          ],
        },
      },
    },
  }),
  'GitHub check run': () => ({
    ...{ ...done, conclusion: 'failure' },
    output: {
      title: 'Review',
      annotations: [
        { path, start_line: 3, end_line: 3, annotation_level: 'failure', message: say(), title: 'Injection' },
        { path, start_line: 4, end_line: 6, annotation_level: 'notice', raw_details: say() },
      ],
    },
  }),
  'GitLab discussions': () => ({
    ...done,
    discussions: [
      {
        id: 'd',
        notes: [
          { id: 1, body: say(), resolvable: true, position: { new_path: path, new_line: 8, position_type: 'text' } },
        ],
      },
      { id: 'e', individual_note: true, notes: [{ id: 2, body: say(), system: false }] },
    ],
  }),
  'Code Climate': () => ({
    ...done,
    issues: [
      {
        ...{ type: 'issue', check_name: 'no-eval', description: say(), categories: ['Bug Risk'], severity: 'major' },
        ...{ location: { path, lines: { begin: 3, end: 4 } }, fingerprint: 'f1' },
      },
    ],
  }),
  'Bitbucket comments': () => ({
    ...done,
    comments: {
      pagelen: 10,
      size: 2,
      values: [
        { id: 1, content: { raw: say(), markup: 'markdown' }, inline: { path, to: 7, from: null } },
        { id: 2, content: { raw: say() } },
      ],
    },
  }),
  'Bitbucket annotations': () => ({
    ...done,
    values: [
      {
        external_id: 'e1',
        annotation_type: 'VULNERABILITY',
        path,
        line: 3,
        severity: 'CRITICAL',
        summary: 'Injection',
        details: say(),
      },
    ],
  }),
  'Azure DevOps threads': () => ({
    ...done,
    value: [
      {
        id: 1,
        status: 'active',
        threadContext: { filePath: `/${path}`, rightFileStart: { line: 3, offset: 1 } },
        comments: [{ id: 1, content: say(), commentType: 'text' }],
      },
    ],
    count: 1,
  }),
  'Gitea comments': () => ({
    ...done,
    comments: [{ id: 3, path, position: 12, original_position: 0, body: say(), resolver: null }],
  }),
  'Gerrit comments': () => ({
    ...done,
    comments: { [path]: [{ line: 3, message: say(), unresolved: true }], '/PATCHSET_LEVEL': [{ message: say() }] },
  }),
  'CodeRabbit findings': () => ({
    ...done,
    findings: [{ fileName: path, severity: 'major', comment: say(), suggestions: [] }],
  }),
  'Copilot references': () => ({
    ...done,
    copilot_references: [
      { type: 'github.generated-pull-request-comment', data: { path, line: 3, body: say(), side: 'RIGHT' } },
    ],
  }),
  'cubic issues': () => ({
    ...done,
    issues: [{ file: path, line: 3, priority: 'P1', title: 'Injection', description: say() }],
  }),
  'Greptile comments': () => ({
    ...{ ...done, status: 'COMPLETED' },
    codeReview: {
      body: 'Summary',
      comments: [{ id: '1', filePath: path, lineStart: null, lineEnd: 4, body: say(), addressed: false }],
    },
  }),
  'PR-Agent suggestions': () => ({
    ...done,
    code_suggestions: [
      {
        ...{ relevant_file: path, relevant_lines_start: 3, relevant_lines_end: 4, one_sentence_summary: 'Bind it' },
        ...{
          suggestion_content: say(),
          existing_code: 'a',
          improved_code: 'b',
          label: 'security',
          suggestion_score: 9,
        },
      },
    ],
  }),
  'PR-Agent review': () => ({
    ...done,
    review: {
      estimated_effort: 3,
      key_issues_to_review: [
        { relevant_file: path, issue_header: 'Bug', issue_content: say(), start_line: 3, end_line: 4 },
      ],
    },
  }),
  'Kodus suggestions': () => ({
    ...done,
    codeSuggestions: [
      {
        id: 'k',
        relevantFile: path,
        relevantLinesStart: 3,
        suggestionContent: say(),
        severity: 'critical',
        label: 'security',
      },
    ],
  }),
  'CodeGuru recommendations': () => ({
    ...{ Id: 'r', Status: 'Completed' },
    RecommendationSummaries: [
      { FilePath: path, StartLine: 3, EndLine: 4, Severity: 'High', Description: say(), RecommendationId: 'x' },
    ],
  }),
  'Snyk issues': () => ({
    data: [
      {
        ...{ id: 'r', type: 'review' },
        attributes: {
          status: 'completed',
          issues: [
            {
              id: 'i',
              attributes: {
                ...{ title: 'Injection', description: say(), effective_severity_level: 'high' },
                coordinates: [
                  {
                    representations: [
                      { sourceLocation: { file: path, region: { start: { line: 3 }, end: { line: 3 } } } },
                    ],
                  },
                ],
              },
            },
          ],
        },
      },
    ],
  }),
  SARIF: () => ({
    ...done,
    runs: [
      {
        tool: { driver: { name: 'x', rules: [{ id: 'r1', shortDescription: { text: 'Injection' } }] } },
        results: [
          {
            ruleId: 'r1',
            level: 'error',
            message: { text: say() },
            locations: [{ physicalLocation: { artifactLocation: { uri: path }, region: { startLine: 3 } } }],
          },
          { ruleId: 'r1', message: { text: say() } },
        ],
      },
    ],
  }),
  rdjson: () => ({
    ...{ ...done, source: { name: 'x' }, severity: 'WARNING' },
    diagnostics: [
      {
        message: say(),
        location: { path, range: { start: { line: 3, column: 1 }, end: { line: 3, column: 9 } } },
        code: { value: 'E1' },
      },
    ],
  }),
  'language server diagnostics': () => ({
    ...done,
    diagnostics: [
      {
        uri: path,
        diagnostics: [
          {
            range: { start: { line: 2, character: 0 }, end: { line: 2, character: 4 } },
            severity: 1,
            message: say(),
            source: 'x',
          },
        ],
      },
    ],
  }),
  'Sonar issues': () => ({
    ...done,
    issues: [
      {
        key: 'k',
        component: `acme:${path}`,
        textRange: { startLine: 3, endLine: 3 },
        severity: 'BLOCKER',
        message: say(),
        rule: 'ts:S1',
        status: 'OPEN',
      },
    ],
    paging: { pageIndex: 1, pageSize: 100, total: 1 },
  }),
  'ESLint results': () => ({
    ...done,
    results: [{ filePath: path, messages: [{ ruleId: 'no-eval', severity: 2, message: say(), line: 3, column: 1 }] }],
  }),
  'findings by severity': () => ({
    ...done,
    issues: { critical: [{ file: path, line: 3, issue: say() }], minor: [{ file: path, issue: say() }] },
  }),
  'findings by file': () => ({
    ...done,
    files: [
      { filePath: path, comments: [{ line: 3, reason: say(), category: 'bug', currentCode: 'a', suggestedCode: 'b' }] },
    ],
  }),
  'agents with findings': () => ({
    ...done,
    agents: [{ name: 'security', status: 'success', findings: [{ file: path, line: 3, message: say() }] }],
  }),
  'JSON:API': () => ({
    data: { id: 'r', type: 'reviews', attributes: { status: 'completed', issues_found: 1 } },
    included: [{ id: 'c', type: 'comments', attributes: { path, line: 3, body: say() } }],
  }),
  'what a model answered': () => ({
    ...done,
    result: JSON.stringify({ issues: [{ file: path, line: 3, severity: 'high', description: say() }] }),
  }),
};
