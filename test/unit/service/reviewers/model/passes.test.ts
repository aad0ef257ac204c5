import assert from 'node:assert/strict';
import type { CompletionRequest } from '../../../../../src/core/protocol/modelCompletion.ts';
import type { ModelEffort } from '../../../../../src/core/protocol/modelEffort.ts';
import type { Completion } from '../../../../../src/service/reviewers/model/chat/languageModel.ts';
import { dealLenses } from '../../../../../src/service/reviewers/model/prompt/lenses.ts';
import type { ModelLimits } from '../../../../../src/service/reviewers/model/limits.ts';
import { nothing, ScriptedModel, withChange, type ModelReviewerOutcome } from './reviewedChange.ts';

const code = `export function ratio(a: number, b: number): number {
  const whole = a / b;
  return whole;
}

export function first(items: string[]): string {
  return items[0].trim();
}
`;
const finding = {
  path: 'a.ts',
  line: 2,
  quote: 'const whole = a / b;',
  category: 'logic',
  severity: 'high',
  title: 'Dividing by zero is not refused.',
  body: 'Refuse a divisor of zero before dividing.',
  trigger: 'ratio(1, 0) is Infinity.',
  confidence: 0.9,
  old_code: '',
  new_code: '',
};
const emptyList = {
  ...finding,
  line: 7,
  quote: 'return items[0].trim();',
  category: 'crash',
  title: 'An empty list has no first item.',
  body: 'Return undefined where there is none.',
  trigger: 'first([]) throws.',
};
const isCheck = ({ schema }: CompletionRequest): boolean => schema.title === 'verdicts';
const answered = (value: unknown): Completion => ({ status: 'answered', value });

/** Keeps all candidates. */
function keepAll({ user }: CompletionRequest): Completion {
  const ids = [...user.matchAll(/^Candidate (\d+) in /gm)].map(([, id]) => Number(id));
  return answered({ verdicts: ids.map(id => ({ id, verdict: 'keep' })) });
}

async function review(
  answer: (request: CompletionRequest, count: number) => Completion | Promise<Completion>,
  limits: Partial<ModelLimits>,
  files: Readonly<Record<string, string>> = { 'a.ts': code },
  now: () => number = () => 0,
): Promise<{ readonly answer: ModelReviewerOutcome; readonly asked: readonly CompletionRequest[] }> {
  const model = new ScriptedModel(answer);
  const outcome = await withChange({}, files, change => change.review(model, { limits, now }));
  return { answer: outcome, asked: model.asked };
}

const lensesOf = ({ system }: CompletionRequest): string[] => {
  const [, lens = ''] = system.split('LOOK IN PARTICULAR FOR\n');
  return lens.split('\n').filter(line => line.startsWith('- '));
};

describe('the passes of a review by a model', () => {
  for (const [effort, finders, checks] of [
    ['low', 1, 1],
    ['medium', 3, 1],
    ['high', 5, 2],
  ] as const) {
    it(`are ${finders} that find and ${checks} that check with ${effort} effort`, async () => {
      const { answer, asked } = await review(
        request => (isCheck(request) ? keepAll(request) : answered({ findings: [finding] })),
        { effort },
      );
      assert.ok(answer.status === 'ok', answer.reason);
      assert.deepEqual([asked.filter(each => !isCheck(each)).length, asked.filter(isCheck).length], [finders, checks]);
      // What all of them say is said once.
      assert.deepEqual(
        answer.findings.map(({ title }) => title),
        [finding.title],
      );
      assert.match(answer.reason ?? '', new RegExp(` in ${finders + checks} calls \\(about [\\d,]+ tokens\\)`));
      // Between them they look for everything, each for something else.
      const lenses = asked.filter(each => !isCheck(each)).map(lensesOf);
      assert.equal(new Set(lenses.flat()).size, 6);
      assert.equal(lenses.flat().length, 6);
    });
  }

  it('deal what to look for by the commit alone', () => {
    assert.deepEqual(dealLenses(3, 'abc'), dealLenses(3, 'abc'));
    const deals = new Set(Array.from({ length: 20 }, (_, i) => dealLenses(3, `commit ${i}`).join()));
    assert.ok(deals.size > 10);
  });

  it('add what only one of them saw, and keep apart what differs', async () => {
    let find = 0;
    const { answer } = await review(
      request => {
        if (isCheck(request)) return keepAll(request);
        find++;
        const other = { ...finding, line: 3, quote: 'return whole;', title: 'Dividing by zero is never refused here.' };
        return answered({ findings: [[finding], [other, emptyList], []][find - 1] });
      },
      { effort: 'medium' },
    );
    assert.ok(answer.status === 'ok', answer.reason);
    assert.deepEqual(answer.findings.map(({ title }) => title).sort(), [emptyList.title, finding.title].sort());
    assert.equal(answer.stats?.dropped['said twice'], 1);
  });

  it('have what two of them suspect checked, and not what one of them does', async () => {
    const doubt = (confidence: number, more: object[] = []): Completion =>
      answered({ findings: [{ ...finding, confidence }, ...more] });
    for (const [answers, titles] of [
      [[doubt(0.5), doubt(0.45), nothing], [finding.title]],
      [
        [doubt(0.5, [{ ...finding, title: 'A divisor of zero is not refused.', confidence: 0.6 }]), nothing, nothing],
        [],
      ],
      [[doubt(0.3), doubt(0.2), doubt(0.3)], []],
      [[doubt(0.69), nothing, nothing], []],
    ] as const) {
      let find = 0;
      const { answer } = await review(request => (isCheck(request) ? keepAll(request) : (answers[find++] ?? nothing)), {
        effort: 'medium',
      });
      assert.ok(answer.status === 'ok', answer.reason);
      assert.deepEqual(
        answer.findings.map(({ title }) => title),
        titles,
      );
    }
  });

  it('stay below the number of calls, which first shows every part of the change', async () => {
    const file = (i: number): string =>
      Array.from({ length: 180 }, (_, line) => `export const v${i}_${line} = ${line};`).join('\n');
    const files = Object.fromEntries([0, 1, 2].map(i => [`f${i}.ts`, file(i)]));
    for (const [effort, calls, made] of [
      ['high', 20, 15],
      ['high', 8, 6],
      ['medium', 6, 6],
      ['medium', 3, 3],
      ['low', 6, 3],
    ] as const satisfies readonly (readonly [ModelEffort, number, number])[]) {
      const { answer, asked } = await review(() => nothing, { effort, calls, tokensPerCall: 5_000 }, files);
      assert.equal(asked.length, made, `${effort} ${calls}`);
      assert.deepEqual(answer.stats?.leftOut, []);
    }
  });

  it('are as many as a review may cost with their checks, whatever they find', async () => {
    const files = Object.fromEntries(
      [0, 1, 2].map(i => [
        `f${i}.ts`,
        code + Array.from({ length: 180 }, (_, n) => `export const v${n} = 0;\n`).join(''),
      ]),
    );
    const limits = { effort: 'high', tokensPerCall: 5_000, price: 10 } as const;
    const { asked } = await review(
      request =>
        isCheck(request)
          ? keepAll(request)
          : answered({ findings: [0, 1, 2].map(i => ({ ...finding, path: `f${i}.ts` })) }),
      // A call costs 0.13, and each may need two checks.
      { ...limits, costPerReview: 0.8 },
      files,
    );
    assert.equal(asked.filter(request => !isCheck(request)).length, 2);
    assert.ok(asked.length > 2 && asked.length * 0.13 <= 0.8, `${asked.length} calls`);
    const none = await review(() => nothing, { ...limits, costPerReview: 0.3 }, files);
    assert.deepEqual([none.answer.status, none.asked.length], ['skipped', 0]);
    assert.match(
      none.answer.reason ?? '',
      /codeReview\.model\.costPerReview.+: 0\.3\).+codeReview\.model\.price.+: 10\)$/,
    );
  });

  it('check with the code that the finder had', async () => {
    const files = { 'a.ts': code, 'b.ts': "import { ratio } from './a.ts';\nexport const half = ratio(1, 2);\n" };
    const { asked } = await review(
      request => (isCheck(request) ? keepAll(request) : answered({ findings: [finding] })),
      { effort: 'low' },
      files,
    );
    const [find = assert.fail(), check = assert.fail()] = asked;
    const codeOf = ({ user }: CompletionRequest): string[] =>
      user
        .split(/^(?=File: |Definition of |Use of |DATA ENDS|Candidate )/m)
        .filter(part => /^(?:File|Def|Use)/.test(part));
    assert.deepEqual(codeOf(check).sort(), codeOf(find).sort());
  });

  it('drop what the second check of high effort does not confirm', async () => {
    let checks = 0;
    const { answer } = await review(
      request => {
        if (!isCheck(request)) return answered({ findings: [finding, emptyList] });
        const confirmed = keepAll(request);
        return ++checks === 1
          ? confirmed
          : answered({
              verdicts: [
                { id: 1, verdict: 'drop' },
                { id: 2, verdict: 'keep' },
              ],
            });
      },
      { effort: 'high' },
    );
    assert.ok(answer.status === 'ok', answer.reason);
    assert.equal(answer.findings.length, 1);
    assert.equal(answer.stats?.dropped['not confirmed'], 1);
  });

  it('are a review that was read if one finder answers, and say what the others did', async () => {
    const { answer } = await review(
      (_request, count) => (count === 2 ? { status: 'failed', reason: 'it broke' } : nothing),
      { effort: 'medium' },
    );
    assert.ok(answer.status === 'ok', answer.reason);
    assert.deepEqual([answer.read, answer.unanswered], [['a.ts'], 0]);
    assert.match(answer.reason ?? '', /; read with 1 call less than planned \(it broke\)$/);
  });

  it('ask a model that refuses once only', async () => {
    const { answer, asked } = await review(
      () => ({ status: 'skipped', why: 'noPermission', reason: 'it was not allowed' }),
      { effort: 'high' },
    );
    assert.deepEqual([answer.status, asked.length], ['skipped', 1]);
  });

  it('begin no other finder once half of the time is over', async () => {
    let time = 0;
    const slow = (): Completion => {
      time += 160_000;
      return nothing;
    };
    const { answer, asked } = await review(slow, { effort: 'high' }, { 'a.ts': code }, () => time);
    assert.ok(answer.status === 'ok', answer.reason);
    assert.equal(asked.length, 1);
    assert.match(answer.reason ?? '', /; read with 4 calls less than planned$/);
  });
});
