import assert from 'node:assert/strict';
import type { EngineComment } from '../../../../src/service/engine/engineComment.ts';
import type { Files } from '../../../host/git/repository.ts';
import { TestService } from '../serving.ts';

interface Counts {
  readonly reviewer: string;
  readonly rule?: string;
  readonly changed: number;
  readonly applied: number;
  readonly dismissed: number;
  readonly untouched: number;
  readonly resolution_rate: number;
}

interface Resolution {
  readonly reviewers: readonly Counts[];
  readonly rules: readonly Counts[];
  readonly mostly_dismissed: readonly Counts[];
}

const compare = 'if (a !== a) throw new Error();\n';

describe('what became of comments', () => {
  let service: TestService;

  beforeEach(async () => {
    service = await TestService.start();
  });

  afterEach(async () => {
    await service.dispose();
  });

  async function resolution(): Promise<Resolution> {
    const answer = await service.request('GET', '/v1/local/resolution');
    assert.equal(answer.status, 200);
    return (await answer.json()) as Resolution;
  }

  /** `rule: changed applied dismissed untouched` */
  async function told(): Promise<string[]> {
    const { rules } = await resolution();
    return rules.map(
      ({ rule, changed, applied, dismissed, untouched }) =>
        `${(rule ?? '').replace(/.*\//, '')}: ${changed} ${applied} ${dismissed} ${untouched}`,
    );
  }

  async function reviewAfter(
    files: Files,
  ): Promise<{ readonly id: string; readonly comments: readonly EngineComment[] }> {
    await service.push(files);
    const { id, comments } = await service.review(7);
    return { id: String(id), comments: comments as EngineComment[] };
  }

  async function dismiss(review: string, comment: EngineComment | undefined, dismissed = true): Promise<void> {
    const body = { review, fingerprint: comment?.fingerprint, dismissed };
    const answer = await service.request('PUT', '/v1/local/dismissals', { body });
    assert.equal(answer.status, 200);
    assert.deepEqual(await answer.json(), { fingerprint: comment?.fingerprint, rule: comment?.rule_id, dismissed });
  }

  it('is nothing as long as there is one review', async () => {
    await service.review(7);
    await service.review(7);
    const left_out = { reviewers: 0, rules: 0, mostly_dismissed: 0 };
    assert.deepEqual(await resolution(), { reviewers: [], rules: [], mostly_dismissed: [], left_out });
    assert.deepEqual(service.errors, []);
  });

  it('tells code that changed from code that is as it was, wherever it stands now', async () => {
    await reviewAfter({ 'a.ts': `export const a = 1;\n${compare}`, 'b.ts': 'while (b !== b) go();\n' });
    await reviewAfter({ 'a.ts': `// shifted\nexport const a = 1;\n${compare}` });
    assert.deepEqual(await told(), ['no-self-compare: 0 0 0 2']);
    await reviewAfter({ 'a.ts': '// shifted\nexport const a = 1;\nif (a !== 2) throw new Error();\n' });
    const { rules, reviewers } = await resolution();
    const compared = rules.find(({ rule }) => rule === 'eslint/no-self-compare');
    assert.deepEqual([compared?.changed, compared?.untouched, compared?.resolution_rate], [1, 1, 0.5]);
    assert.equal(reviewers[0]?.reviewer, 'eslint');
    assert.equal(reviewers[0].changed, 1);
  });

  it('knows a fix that was applied, also next to other edits, and in a renamed file', async () => {
    const rest = Array.from({ length: 12 }, (_, at) => `value_${at} = ${at}\n`).join('');
    const text = `import requests\n\n${rest}def f(value):\n    return requests.get(value)\n\n\ndef g(value):\n    return value is 1\n`;
    const first = await reviewAfter({ 'jobs/c.py': text });
    const fixed = new Map(first.comments.map(({ rule_id, suggested_code }) => [rule_id, suggested_code]));
    assert.equal(fixed.get('ruff/S113'), '    return requests.get(value, timeout=60)');
    assert.equal(fixed.get('ruff/F632'), '    return value == 1');
    const now = text
      .replace('get(value)', 'get(value, timeout=60)')
      .replace('value is 1', 'value == 1')
      .replace('def g(', 'def h(');
    await reviewAfter({ 'jobs/c.py': undefined, 'jobs/renamed.py': now });
    const counts = await told();
    assert.ok(counts.includes('S113: 0 1 0 0'), counts.join('\n'));
    assert.ok(counts.includes('F632: 0 1 0 0'), counts.join('\n'));
  });

  it('takes no comment for resolved that is made again where its code moved to, or in a small file of another name', async () => {
    const rest = Array.from({ length: 6 }, (_, at) => `export const v${at} = ${at};\n`).join('');
    await reviewAfter({ 'a.ts': 'export {};\n', 'b.ts': `${compare}${rest}`, 'c.ts': `${compare}// one\n` });
    await reviewAfter({
      'b.ts': `${rest}${compare}`,
      'c.ts': undefined,
      'd.ts': `// another that says more than one\n${compare}`,
    });
    assert.deepEqual(await told(), ['no-self-compare: 0 0 0 2']);
  });

  it('takes no comment for resolved that becomes one with others since the same is said often', async () => {
    const three = ['p', 'q', 'r'].map(name => `if (${name} !== ${name}) go();\n`).join('');
    const before = await reviewAfter({ 'a.ts': 'export {};\n', 'b.ts': three });
    const after = await reviewAfter({ 'b.ts': `${compare}${three}` });
    assert.deepEqual([before.comments.length, after.comments.length], [3, 1]);
    assert.deepEqual(await told(), ['no-self-compare: 0 0 0 3']);
  });

  it('takes no comment for resolved whose code the base has now', async () => {
    const { repository } = service;
    const text = `export const b = 1;\n${compare}`;
    await reviewAfter({ 'a.ts': 'export {};\n', 'b.ts': text });
    await repository.git('switch', '--quiet', 'main');
    await repository.commit({ 'b.ts': text });
    await repository.git('switch', '--quiet', 'feature');
    await repository.git('merge', '--quiet', '--no-edit', '--strategy-option=ours', 'main');
    await reviewAfter({ 'b.ts': `${text}export const more = 2;\n` });
    assert.deepEqual(await told(), ['no-self-compare: 0 0 0 1']);
  });

  it('counts a comment once that is made under another name of its file', async () => {
    const rest = Array.from({ length: 12 }, (_, at) => `export const v${at} = ${at};\n`).join('');
    await reviewAfter({ 'a.ts': 'export {};\n', 'b.ts': rest + compare });
    await reviewAfter({ 'x.md': 'x\n' });
    await reviewAfter({ 'b.ts': undefined, 'c.ts': rest + compare });
    assert.deepEqual(await told(), ['no-self-compare: 0 0 0 1']);
    await reviewAfter({ 'c.ts': rest });
    assert.deepEqual(await told(), ['no-self-compare: 1 0 0 0']);
  });

  it('takes a comment for resolved whose cause went away elsewhere, and one whose file is gone', async () => {
    const settings = { 'tsconfig.json': '{ "compilerOptions": { "noUnusedLocals": true } }\n' };
    const unused = "import { used } from './used.ts';\nexport const c = 1;\n";
    await reviewAfter({ ...settings, 'c.ts': unused, 'd.ts': compare });
    await reviewAfter({ 'c.ts': "import { used } from './used.ts';\nexport const c = used;\n", 'd.ts': undefined });
    assert.deepEqual(await told(), ['no-unused-vars: 1 0 0 0', 'no-self-compare: 1 0 0 1']);
  });

  it('takes it back where the same comment is there again', async () => {
    await service.review(7);
    await reviewAfter({ 'a.ts': 'export const a = 1;\n' });
    assert.deepEqual(await told(), ['no-self-compare: 1 0 0 0']);
    await reviewAfter({ 'a.ts': `export const a = 1;\n${compare}` });
    await reviewAfter({ 'b.ts': 'export const b = 1;\n' });
    assert.deepEqual(await told(), ['no-self-compare: 0 0 0 1']);
  });

  it('counts a dismissed comment as dismissed, until it is open again', async () => {
    const { id, comments } = await reviewAfter({});
    await dismiss(id, comments[0]);
    assert.deepEqual(await told(), ['no-self-compare: 0 0 1 0']);
    await reviewAfter({ 'a.ts': 'export const a = 1;\n' });
    assert.deepEqual(await told(), ['no-self-compare: 0 0 1 0']);
    await dismiss(id, comments[0], false);
    assert.deepEqual(await told(), ['no-self-compare: 1 0 0 0']);
  });

  it('names the rules that are mostly dismissed: of five decided at least, more than half', async () => {
    const each = (...names: string[]): string => names.map(name => `if (${name} !== ${name}) go();\n`).join('');
    const { id, comments } = await reviewAfter({ 'a.ts': 'export {};\n', 'g.ts': each('b', 'c', 'd') });
    assert.equal(comments.length, 3);
    for (const comment of comments) await dismiss(id, comment);
    assert.deepEqual((await resolution()).mostly_dismissed, []);
    await reviewAfter({ 'g.ts': undefined, 'h.ts': each('e', 'f') });
    await reviewAfter({ 'h.ts': 'export {};\n' });
    const { mostly_dismissed: rules } = await resolution();
    assert.deepEqual(
      rules.map(({ rule, dismissed, changed }) => [rule, dismissed, changed]),
      [['eslint/no-self-compare', 3, 2]],
    );
  });

  it('tells every wrong dismissal what is wrong with it', async () => {
    const { id, comments } = await reviewAfter({});
    const right = { review: id, fingerprint: comments[0]?.fingerprint ?? '', dismissed: true };
    for (const [body, status, words] of [
      [{ ...right, review: 'rev_1' }, 422, /review has to be the id of a review/],
      [{ ...right, review: 'rev_000000000000000000000000' }, 404, /no review/],
      [{ ...right, fingerprint: 'f'.repeat(32) }, 404, /comment of this fingerprint/],
      [{ ...right, fingerprint: '../../etc' }, 422, /fingerprint has to be/],
      [{ ...right, dismissed: 'yes' }, 422, /dismissed has to be true or false/],
      [{ review: id, fingerprint: right.fingerprint }, 422, /dismissed is missing/],
      ['x'.repeat(70_000), 413, /longer than/],
    ] as const) {
      const answer = await service.request('PUT', '/v1/local/dismissals', { body });
      assert.equal(answer.status, status);
      assert.match(((await answer.json()) as { detail: string }).detail, words);
    }
    const wrong = await service.request('DELETE', '/v1/local/resolution');
    assert.deepEqual([wrong.status, wrong.headers.get('allow')], [405, 'GET']);
    assert.deepEqual((await resolution()).rules, []);
  });
});
