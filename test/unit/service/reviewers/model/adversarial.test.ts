import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { openAiModel } from '../../../../../src/service/reviewers/model/chat/openAiModel.ts';
import { after as changed, before as earlier } from './adversarialChange.ts';
import { message, serving, type Asked } from './chatServer.ts';
import { ReviewedChange, type ModelReviewerOutcome } from './reviewedChange.ts';

/** One answer of a model and what has to become of it. */
interface Row {
  readonly name: string;
  /** Fields that differ from those of a good finding; one finding or several. */
  readonly finding?: Readonly<Record<string, unknown>>;
  readonly findings?: readonly Readonly<Record<string, unknown>>[];
  /** So many good findings. */
  readonly flood?: number;
  /** The whole answer, as JSON or as text. */
  readonly answer?: unknown;
  readonly text?: string;
  /** Whether the findings stand amid prose. */
  readonly prose?: boolean;
  /** What the second pass answers; all are kept where it is absent. */
  readonly verdicts?: unknown;
  readonly expect: readonly string[];
}

const rows = JSON.parse(readFileSync(path.join(import.meta.dirname, 'adversarialAnswers.json'), 'utf8')) as Row[];

const good = {
  path: 'src/cart.ts',
  line: 15,
  quote: 'return total(items) / items.length;',
  category: 'logic',
  severity: 'high',
  title: 'The average of an empty list is not a number.',
  body: 'It divides by zero. Return 0, or refuse an empty list.',
  trigger: 'average([]) is NaN.',
  confidence: 0.9,
  old_code: '',
  new_code: '',
};

function answerTo({ body }: Asked, row: Row): string {
  if (body.response_format?.json_schema.name === 'verdicts') {
    const user = body.messages[1]?.content ?? '';
    const ids = [...user.matchAll(/^Candidate (\d+) in /gm)].map(([, id]) => Number(id));
    return JSON.stringify({ verdicts: row.verdicts ?? ids.map(id => ({ id, verdict: 'keep', reason: 'It is so.' })) });
  }
  if (row.text !== undefined) return row.text;
  if (row.answer !== undefined) return JSON.stringify(row.answer);
  const differing = row.findings ?? Array.from({ length: row.flood ?? 1 }, () => row.finding ?? {});
  const answer = JSON.stringify({ findings: differing.map(each => ({ ...good, ...each })) });
  return row.prose === true ? `I looked at {everything}.\n\n${answer}\n\nThat is "all" {of it}.` : answer;
}

/** What became of the answer, in the words of the table. */
function endOf(answer: ModelReviewerOutcome, row: Row): string[] {
  if (answer.status !== 'ok') return [answer.status];
  const said = new Set((row.findings ?? [row.finding ?? {}]).map(each => ('line' in each ? each['line'] : good.line)));
  return [
    ...answer.findings
      .map(({ file, range, fix }) => {
        const what = said.has(range.startLine) ? 'kept' : 'healed to';
        return `${what} ${file.path}:${range.startLine}${fix === undefined ? '' : ' with fix'}`;
      })
      .sort(),
    ...Object.entries(answer.stats?.dropped ?? {}).map(([reason, count]) => `dropped: ${count} ${reason}`),
    ...Object.entries(answer.stats?.droppedFixes ?? {}).map(([reason, count]) => `fix dropped: ${count} ${reason}`),
  ];
}

/** What holds for every finding, whatever the model said. */
function checkFindings(answer: ModelReviewerOutcome): void {
  if (answer.status !== 'ok') return;
  for (const { file, range, title, body, rule, fix } of answer.findings) {
    for (let line = range.startLine; line <= range.endLine; line++) assert.ok(file.added.has(line));
    assert.match(rule, /^model\/[a-z-]+$/);
    assert.ok(title.length <= 140 && body.length <= 2_000);
    assert.doesNotMatch(title, /[\p{Cc}\u200b\u202e]/u);
    assert.doesNotMatch(body, /<[a-z/!]|!\[|\]\((?!https:)|[\u200b\u202e]/i);
    for (const { start, end, text } of fix ?? []) assert.notEqual(file.text.slice(start, end), text);
  }
  assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false);
}

describe('an adversarial answer', () => {
  let change: ReviewedChange;
  before(async () => (change = await ReviewedChange.create(earlier, changed)));
  after(async () => change.dispose());

  it('is in the table often enough', () => assert.ok(rows.length >= 40));

  for (const row of rows) {
    it(`ends as the table says: ${row.name}`, async () => {
      const answer = await serving(
        (asked, response) => message(response, answerTo(asked, row)),
        ({ baseUrl }) => {
          const clock = { now: Date.now, wait: () => Promise.resolve() };
          const model = openAiModel({ baseUrl, model: 'stub-1', key: undefined, fetch, clock });
          return change.review(model);
        },
      );
      assert.deepEqual(endOf(answer, row), row.expect);
      checkFindings(answer);
    });
  }
});
