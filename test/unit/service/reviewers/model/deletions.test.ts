import assert from 'node:assert/strict';
import { Git } from '../../../../../src/git/run/git.ts';
import { reviewNotes } from '../../../../../src/service/engine/result/reviewNotes.ts';
import { reviewGaps, whyNothingWasRead } from '../../../../../src/service/engine/result/reviewGaps.ts';
import { reviewRange } from '../../../../../src/service/engine/reviewRange.ts';
import { modelReviewer } from '../../../../../src/service/reviewers/model/modelReviewer.ts';
import type { CompletedResult, EngineJob, EngineResult } from '../../../../../src/service/engine/messages.ts';
import { TestRepository, type Files } from '../../../../host/git/repository.ts';
import { nothing, ScriptedModel, withChange } from './reviewedChange.ts';

const guarded = `export function charge(order: Order): void {
  if (order.paid) return;
  send(order.total);
}

export function refund(order: Order): void {
  if (!order.paid) return;
  send(-order.total);
}
`;
const unguarded = guarded.replace('  if (order.paid) return;\n', '');
const doubleCharge = {
  path: 'pay.ts',
  line: 2,
  quote: '  if (order.paid) return;',
  category: 'logic',
  severity: 'critical',
  title: 'An order that is paid is charged again.',
  body: 'Nothing else refuses it.',
  trigger: 'The button is pressed twice.',
  confidence: 0.9,
  old_code: '',
  new_code: '',
};

/** Finds one defect, and keeps whatever it is asked about. */
function finder(finding: object): ScriptedModel {
  return new ScriptedModel(({ schema, user }) => ({
    status: 'answered',
    value: {
      findings: [finding],
      verdicts: [...user.matchAll(/^Candidate (\d+) in /gm)].map(([, id]) => ({ id: Number(id), verdict: 'keep' })),
      of: schema.title,
    },
  }));
}

describe('lines that a change takes away', () => {
  it('are shown to a model with the place that they stood at, in any language, at the end of a file too', async () => {
    const go = 'package pay\n\nfunc Charge(o Order) {\n\tif o.Paid {\n\t\treturn\n\t}\n\tsend(o)\n}\n';
    const model = new ScriptedModel(() => nothing);
    const answer = await withChange(
      { 'pay.ts': guarded, 'pay.go': go, 'list.txt': 'one\ntwo' },
      {
        'pay.ts': unguarded,
        'pay.go': go.replace('\tif o.Paid {\n\t\treturn\n\t}\n', ''),
        'list.txt': 'one',
      },
      change => change.review(model),
    );
    assert.deepEqual(answer.status === 'ok' && [...(answer.read ?? [])].sort(), ['list.txt', 'pay.go', 'pay.ts']);
    const [{ user } = assert.fail()] = model.asked;
    assert.match(user, /^ {4}1 {3}export function charge.*\n {4}2 - {3}if \(order\.paid\) return;\n {4}2 {5}send/m);
    assert.match(user, /^ {4}4 - \tif o\.Paid \{\n {4}4 - \t\treturn\n {4}4 - \t\}\n {4}4 {3}\tsend\(o\)$/m);
    assert.match(user, /^ {4}1 {3}one\n {4}2 - two$/m);
  });

  it('have findings of their own, at the line that they stood before, with the line that is gone', async () => {
    for (const [line, quote] of [
      [2, doubleCharge.quote],
      [7, 'if (order.paid) return;'],
      [40, '    2 -   if (order.paid) return;'],
    ] as const) {
      const answer = await withChange({ 'pay.ts': guarded }, { 'pay.ts': unguarded }, change =>
        change.review(finder({ ...doubleCharge, line, quote, old_code: '  send(order.total);', new_code: '  x();' })),
      );
      assert.ok(answer.status === 'ok', answer.reason);
      const [found = assert.fail(`none for ${quote}`)] = answer.findings;
      assert.deepEqual([found.range.startLine, found.isConsequence, found.fix], [2, true, undefined]);
      assert.match(found.body, /\*\*Removed before this line:\*\* `if \(order\.paid\) return;`$/);
    }
  });

  it('are no excuse for a finding on a line that stays', async () => {
    const answer = await withChange({ 'pay.ts': guarded }, { 'pay.ts': unguarded }, change =>
      change.review(finder({ ...doubleCharge, line: 6, quote: 'if (!order.paid) return;' })),
    );
    assert.deepEqual(answer.stats?.dropped, { 'not a changed line': 1 });
  });

  it('do not show a secret that was among them, in the prompt or in the comment', async () => {
    const token = ['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('_');
    const line = `  if (key !== '${token}') throw new Error();`;
    const before = guarded.replace('  send(order', `${line}\n  send(order`);
    const quote = line.replace(token, '[redacted]');
    const model = finder({ ...doubleCharge, line: 3, quote });
    const answer = await withChange({ 'pay.ts': before }, { 'pay.ts': guarded }, change => change.review(model));
    assert.ok(answer.status === 'ok' && answer.findings.length === 1, answer.reason);
    assert.ok(!JSON.stringify([model.asked, answer.findings[0]?.body]).includes(token));
    assert.match(answer.findings[0]?.body ?? '', /\[redacted\]/);
  });

  describe('in a review', () => {
    const git = new Git({ executable: 'git', log: () => undefined });
    let repository: TestRepository;
    let base: string;

    before(async () => {
      repository = await TestRepository.create();
      base = await repository.commit({ 'pay.ts': guarded, 'go.mod': 'module pay\n\ngo 1.24\n' });
    });
    after(() => repository.dispose());

    async function review(
      files: Files,
      model: ScriptedModel | undefined,
      earlier?: EngineJob['earlier'],
    ): Promise<{ readonly result: EngineResult; readonly head: string }> {
      await repository.git('checkout', '--quiet', '--detach', base);
      const head = await repository.commit(files);
      const job = { root: repository.folder, base, head, ...(earlier && { earlier }) };
      const reviewers = model === undefined ? [] : [modelReviewer({ git, job, model })];
      const parts = { git, reviewers, now: () => 0 };
      return { result: await reviewRange(parts, job, new AbortController().signal), head };
    }

    function completed(result: EngineResult): CompletedResult {
      assert.ok(result.status === 'completed', JSON.stringify(result));
      return result;
    }

    it('make a change that only removes them one that was read', async () => {
      const { result } = await review({ 'pay.ts': unguarded }, finder(doubleCharge));
      const read = completed(result);
      assert.deepEqual(
        read.comments.map(({ path, start_line, rule_id, severity }) => [path, start_line, rule_id, severity]),
        [['pay.ts', 2, 'model/logic', 'critical']],
      );
      assert.match(reviewNotes(read).join('\n'), /^Checked 0 new lines and 1 removed line in 1 file for /m);
      const clean = completed((await review({ 'go.mod': 'module pay\n' }, new ScriptedModel(() => nothing))).result);
      assert.deepEqual([whyNothingWasRead(clean), reviewGaps(clean)], [undefined, []]);
    });

    it('leave it one in which nothing was read where no model was there to judge them, or it failed', async () => {
      const unread = 'none of the changed files is reviewed (pay.ts: only lost lines)';
      const without = completed((await review({ 'pay.ts': unguarded }, undefined)).result);
      assert.equal(whyNothingWasRead(without), unread);
      const broken = new ScriptedModel(() => ({ status: 'failed', reason: 'it broke' }));
      assert.equal((await review({ 'pay.ts': unguarded }, broken)).result.status, 'failed');
      const absent = new ScriptedModel(() => ({ status: 'skipped', why: 'blocked', reason: 'not today' }));
      const skipped = completed((await review({ 'pay.ts': unguarded }, absent)).result);
      assert.equal(whyNothingWasRead(skipped), unread);
    });

    it('are not read again by a later review that finds them as they were', async () => {
      const { result, head } = await review({ 'pay.ts': unguarded }, finder(doubleCharge));
      const { reports, memory, comments } = completed(result);
      assert.ok(memory !== undefined);
      const later = finder(doubleCharge);
      const again = await review({ 'pay.ts': unguarded, 'new.ts': 'f();\n' }, later, { head, reports, memory });
      assert.deepEqual(completed(again.result).comments, comments);
      assert.ok(later.asked.every(({ user }) => !user.includes('File: pay.ts')));
      assert.match(reviewNotes(again.result).join('\n'), /^1 file read, 1 as they were when /m);
    });
  });
});
