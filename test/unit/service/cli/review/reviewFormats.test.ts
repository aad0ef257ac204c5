import assert from 'node:assert/strict';
import { TestRepository } from '../../../../host/git/repository.ts';
import { review, samples } from '../runCommand.ts';

/** A grave issue, with a letter of two bytes before it on its line. */
const grave = `# größe\nprint("ä" + "postgres://admin:${['Xk2vQ9rTz', '1LmW4bNs8'].join('')}@db.acme.com/app")\n`;
const rule = 'secrets/password-in-a-connection-string';

describe('a review on the command line, for machines', () => {
  let repository: TestRepository;
  before(async () => {
    repository = await TestRepository.create({
      'a.ts': 'export const a = 1;\n',
      'tsconfig.json': '{ "compilerOptions": { "noUnusedLocals": true } }\n',
    });
    await repository.git('remote', 'add', 'origin', 'https://github.com/acme/app.git');
    await repository.branch('change');
    await repository.commit({ 'bug.py': grave, ...samples.cleanup, 'größe 1/x.json': '{}\n' });
  });
  after(() => repository.dispose());

  async function written(format: string): Promise<string> {
    const { code, stdout, stderr } = await review(repository.folder, '--format', format);
    assert.equal(code, 1);
    assert.match(stderr, /^2 issues \(1 high, 1 medium\)\.\n[^]*^Checked /m);
    return stdout;
  }

  it('is JSON with the fields of the API', async () => {
    const { comments, notes, ...facts } = JSON.parse(await written('json')) as {
      comments: Record<string, unknown>[];
      notes: string[];
    };
    assert.deepEqual(facts, {
      schema_version: 1,
      status: 'completed',
      complete: true,
      repository: 'acme/app',
      title: 'change against main',
      base_sha: await repository.git('rev-parse', 'main'),
      commit_sha: await repository.git('rev-parse', 'change'),
      summary: '2 issues (1 high, 1 medium).',
      gaps: [],
      reviewed_lines: 6,
      not_reviewed: [{ path: 'größe 1/x.json', reason: 'read for secrets and diff hygiene only' }],
      suppressed: [],
      issues_found: 2,
      suggestions: 1,
    });
    assert.deepEqual(
      comments.map(({ path, start_line, rule_id, severity }) => [path, start_line, rule_id, severity]),
      [
        ['bug.py', 2, rule, 'high'],
        ['cleanup.ts', 1, 'eslint/@typescript-eslint/no-unused-vars', 'medium'],
      ],
    );
    assert.ok(notes.some(note => note.includes('größe 1/x.json')));
  });

  it('is SARIF with places, rules, fixes and what was looked at', async () => {
    const { version, runs } = JSON.parse(await written('sarif')) as {
      version: string;
      runs: {
        tool: { driver: { rules: { id: string; helpUri?: string }[] } };
        invocations: { executionSuccessful: boolean; toolExecutionNotifications: unknown[] }[];
        results: {
          ruleId: string;
          level: string;
          partialFingerprints: Record<string, string>;
          locations: { physicalLocation: { artifactLocation: object; region: object } }[];
          fixes?: { artifactChanges: { replacements: object[] }[] }[];
        }[];
      }[];
    };
    const [run] = runs;
    assert.deepEqual([version, runs.length, run?.invocations[0]?.executionSuccessful], ['2.1.0', 1, true]);
    assert.ok((run?.invocations[0]?.toolExecutionNotifications.length ?? 0) > 1);
    assert.ok(run !== undefined);
    assert.deepEqual(
      run.tool.driver.rules.map(({ id, helpUri }) => [id, helpUri?.startsWith('https://')]),
      [
        [rule, undefined],
        ['eslint/@typescript-eslint/no-unused-vars', true],
      ],
    );
    const [bug, cleanup] = run.results;
    assert.deepEqual([bug?.ruleId, bug?.level, cleanup?.level], [rule, 'error', 'warning']);
    assert.deepEqual(bug?.locations[0]?.physicalLocation, {
      artifactLocation: { uri: 'bug.py', uriBaseId: 'ROOT' },
      region: { startLine: 2, endLine: 2, startColumn: 14, endColumn: 65 },
    });
    assert.match(bug.partialFingerprints['codeReviewEngine/v1'] ?? '', /^[0-9a-f]{32}$/);
    assert.deepEqual(cleanup?.fixes?.[0]?.artifactChanges[0]?.replacements, [
      { deletedRegion: { startLine: 1, startColumn: 1, endLine: 2, endColumn: 1 }, insertedContent: { text: '' } },
    ]);
  });

  it('is rdjson with columns in bytes and suggestions for whole lines', async () => {
    const { diagnostics } = JSON.parse(await written('rdjson')) as {
      diagnostics: { location: object; severity: string; code: { value: string }; suggestions?: object[] }[];
    };
    const [bug, cleanup] = diagnostics;
    assert.deepEqual(bug?.location, {
      path: 'bug.py',
      // The line has an ä before it.
      range: { start: { line: 2, column: 15 }, end: { line: 2, column: 66 } },
    });
    assert.deepEqual([bug.severity, cleanup?.severity], ['ERROR', 'WARNING']);
    assert.equal(bug.code.value, rule);
    assert.deepEqual(cleanup?.suggestions, [{ range: { start: { line: 1 }, end: { line: 1 } }, text: '' }]);
  });

  it('is Markdown with a table, the comments and what was looked at', async () => {
    const text = await written('markdown');
    assert.match(
      text,
      /^# Review of change against main\n\n2 issues \(1 high, 1 medium\)\.\n\n\| File \| high \| medium \|\n/,
    );
    assert.match(text, /^\| bug\.py \| 1 \| {2}\|$/m);
    assert.match(text, /^`high` · `secrets\/password-in-a-connection-string` · `bug\.py:2`$/m);
    assert.match(text, /^## About this review\n\n(?:- .*\n)*- Checked 6 new lines in 3 files/m);
  });
});
