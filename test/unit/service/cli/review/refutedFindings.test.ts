import assert from 'node:assert/strict';
import path from 'node:path';
import { TestRepository } from '../../../../host/git/repository.ts';
import { json, message, serving, type Asked } from '../../reviewers/model/chatServer.ts';
import { command, type Ended } from '../runCommand.ts';

/** Writes its last argument for each file: findings of some rules at the lines that hold the rule's first word. */
const tool = `
  import { readFileSync } from 'node:fs';
  const [rules, ...files] = process.argv.slice(2);
  for (const path of files)
    for (const [line, text] of readFileSync(path, 'utf8').split('\\n').entries())
      for (const [rule, word, severity] of JSON.parse(rules))
        if (text.includes(word))
          console.log(JSON.stringify({
            message: 'A report of ' + rule, severity, code: { value: rule },
            location: { path, range: { start: { line: line + 1, column: 1 }, end: { line: line + 1, column: 2 } } },
          }));
`;
const code = `export function share(total: number, count: number): number {
  if (count === 0) return 0;
  return total / count;
}

export function twice(value: number): number {
  return value * 2;
}
`;
const dividing = ['no-division', 'total /', 'WARNING'] as const;
const doubling = ['no-doubling', '* 2', 'WARNING'] as const;
const reason = 'Line 2 returns before the division where the count is 0.';
const candidate = {
  path: 'a.ts',
  line: 7,
  quote: 'return value * 2;',
  category: 'logic',
  severity: 'high',
  title: 'Doubling loses digits of large numbers.',
  body: 'Use a bigint.',
  trigger: 'twice(2 ** 53) is not exact.',
  confidence: 0.9,
};

const shapeOf = ({ body }: Asked): string => body.response_format?.json_schema.name ?? '';
const userOf = ({ body }: Asked): string => body.messages.at(-1)?.content ?? '';

/** The reports that a question lists: number by rule. */
function reportsIn(asked: Asked): Map<string, number> {
  const reports = [...userOf(asked).matchAll(/^Report (\d+) in [^\n]*\n\| ratio\/([\w/-]+):/gm)];
  return new Map(reports.map(([, id, rule = '']) => [rule, Number(id)]));
}

interface Script {
  readonly findings?: readonly object[];
  /** Verdicts by rule; absent: the service fails when it is asked to judge. */
  readonly verdicts?: Readonly<Record<string, { readonly verdict: string; readonly reason?: string }>>;
}

describe('findings of the project’s tools that a language model refutes', () => {
  let repository: TestRepository;

  before(async () => {
    repository = await TestRepository.create({ 'base.ts': 'export const a = 1;\n' });
    await repository.branch('feature');
    await repository.commit({ 'a.ts': code });
    await repository.write({ '.git/tool.mjs': tool });
  });
  after(() => repository.dispose());

  /** Reviews with a tool of these rules and a model over HTTP that answers by a script. */
  async function review(
    rules: readonly (readonly string[])[],
    { findings = [], verdicts }: Script,
    ...args: string[]
  ): Promise<Ended & { readonly judged: readonly Asked[] }> {
    const script = path.join(repository.folder, '.git/tool.mjs');
    const setting = { name: 'ratio', command: ['node', script, JSON.stringify(rules), '{files}'], format: 'rdjsonl' };
    await repository.write({ '.git/tools.json': JSON.stringify([setting]) });
    const judged: Asked[] = [];
    return serving(
      (asked, response) => {
        const shape = shapeOf(asked);
        const kept = findings.map((_, at) => ({ id: at + 1, verdict: 'keep' }));
        if (shape === 'findings') message(response, JSON.stringify({ findings }));
        else if (shape === 'verdicts') message(response, JSON.stringify({ verdicts: kept }));
        else {
          judged.push(asked);
          const answers = verdicts && [...reportsIn(asked)].map(([rule, id]) => ({ id, ...verdicts[rule] }));
          if (answers === undefined) json(response, 400, { error: { message: 'it broke' } });
          else message(response, JSON.stringify({ verdicts: answers }));
        }
      },
      async ({ baseUrl }) => {
        const tools = ['--tools', path.join(repository.folder, '.git/tools.json')];
        const model = ['--model-url', baseUrl, '--model', 'stub-1'];
        const all = [
          'review',
          '--fail-on',
          'low',
          ...tools,
          ...model,
          ...(args.includes('--model-effort') ? [] : ['--model-effort', 'low']),
        ];
        return { ...(await command(repository.folder, [...all, ...args])), judged };
      },
    );
  }

  const refuted = { 'no-division': { verdict: 'drop', reason } };

  it('are hidden, counted, and kept with the reason', async () => {
    const { code, stdout } = await review([dividing, doubling], {
      verdicts: { ...refuted, 'no-doubling': { verdict: 'keep' } },
    });
    assert.equal(code, 1);
    assert.match(stdout, /^a\.ts:7:1 .*ratio\/no-doubling$/m);
    assert.doesNotMatch(stdout, /^a\.ts:3/m);
    assert.match(stdout, /: 1 issue \(1 \w+\)\. 1 finding of ratio was refuted by the language model\.$/m);
    assert.match(stdout, /^1 finding of ratio was refuted by the language model and is not shown\.$/m);
    assert.ok(
      stdout.includes(
        `Refuted: a.ts:3 A report of no-division (ratio/no-division). The language model says: ${reason}`,
      ),
    );
    assert.match(stdout, /with stub-1 .*; refuted 1 of 2 findings of the project’s tools/);
  });

  it('are no reason to fail, but are told where nothing else was found', async () => {
    const { code, stdout } = await review([dividing], { verdicts: refuted });
    assert.equal(code, 0);
    assert.match(stdout, /: No issues\. 1 finding of ratio was refuted by the language model\.$/m);
  });

  it('are in JSON with a justification, and in SARIF with a suppression', async () => {
    const script = { verdicts: { ...refuted, 'no-doubling': { verdict: 'keep' } } };
    const asJson = JSON.parse((await review([dividing, doubling], script, '--format', 'json')).stdout) as {
      readonly issues_found: number;
      readonly complete: boolean;
      readonly refuted: readonly Record<string, unknown>[];
    };
    assert.deepEqual([asJson.issues_found, asJson.complete], [1, true]);
    assert.deepEqual(
      asJson.refuted.map(each => [
        each['path'],
        each['start_line'],
        each['rule_id'],
        each['reviewer'],
        each['justification'],
      ]),
      [['a.ts', 3, 'ratio/no-division', 'tool:ratio', reason]],
    );
    const sarif = JSON.parse((await review([dividing, doubling], script, '--format', 'sarif')).stdout) as {
      readonly runs: readonly { readonly results: readonly Record<string, unknown>[] }[];
    };
    const results = sarif.runs[0]?.results.map(({ ruleId, suppressions }) => [ruleId, suppressions]);
    assert.deepEqual(results, [
      ['ratio/no-doubling', undefined],
      ['ratio/no-division', [{ kind: 'external', status: 'accepted', justification: reason }]],
    ]);
  });

  it('are shown where the model fails, or gives no reason', async () => {
    const broken = await review([dividing], {});
    assert.equal(broken.judged.length > 0, true);
    assert.match(broken.stdout, /^a\.ts:3:1 .*ratio\/no-division$/m);
    assert.match(broken.stdout, /; did not judge 1 finding of the project’s tools, which stay/);
    for (const verdict of [{ verdict: 'drop' }, { verdict: 'drop', reason: ' ' }, { verdict: 'refuted', reason }]) {
      const { stdout } = await review([dividing], { verdicts: { 'no-division': verdict } });
      assert.match(stdout, /^a\.ts:3:1 .*ratio\/no-division$/m);
      assert.doesNotMatch(stdout, /was refuted/);
    }
  });

  it('are never about security, secrets or what is critical: the model is not asked', async () => {
    const rules = [
      ['security/no-division', 'total /', 'WARNING'],
      ['generic-api-key', 'total /', 'WARNING'],
      ['S608', 'total /', 'ERROR'],
    ];
    const drop = { verdict: 'drop', reason };
    const { stdout, judged } = await review(rules, {
      verdicts: Object.fromEntries(rules.map(([rule = '']) => [rule, drop])),
    });
    assert.equal(judged.length, 0);
    for (const [rule = ''] of rules) assert.ok(stdout.includes(`ratio/${rule}`), rule);
  });

  it('cost no more calls than the review may: the rest is shown as it is', async () => {
    // One call finds, one checks what it found, and that is all that the budget has.
    const { stdout, judged } = await review(
      [dividing],
      { findings: [candidate], verdicts: refuted },
      '--model-calls',
      '1',
    );
    assert.equal(judged.length, 0);
    assert.match(stdout, /^a\.ts:3:1 .*ratio\/no-division$/m);
    assert.match(stdout, /in 2 calls .*; did not judge 1 finding of the project’s tools, which stay/);
  });

  it('have to be refuted by both checks of high effort', async () => {
    const { stdout, judged } = await review([dividing], { verdicts: refuted }, '--model-effort', 'high');
    assert.equal(judged.length, 2);
    assert.doesNotMatch(stdout, /^a\.ts:3/m);
  });

  it('are judged by the code that a finder read, as data', async () => {
    const { judged } = await review([dividing], { verdicts: refuted });
    const [asked = assert.fail()] = judged;
    assert.match(userOf(asked), /^File: a\.ts$/m);
    assert.match(userOf(asked), /^ {4}2 \+ {3}if \(count === 0\) return 0;$/m);
    assert.match(userOf(asked), /^Report 1 in a\.ts, line 3\n\| ratio\/no-division: A report of no-division/m);
    assert.ok(userOf(asked).indexOf('Report 1') < userOf(asked).indexOf('DATA ENDS'));
  });
});
