import assert from 'node:assert/strict';
import { createTransport } from '../../../../../src/api/transport/undiciTransport.ts';
import { modelProblem, type ModelProblem } from '../../../../../src/vscode/commands/setup/modelTrial.ts';
import { canaryKey } from '../../../../host/keys/canary.ts';
import { json, serving } from '../../../service/reviewers/model/chatServer.ts';

type Answer = Parameters<typeof serving>[0];

const key = canaryKey('model');
const never = new AbortController().signal;
const answered = { choices: [{ message: { role: 'assistant', content: 'OK' }, finish_reason: 'stop' }] };

describe('the trial of a model at an address', () => {
  const transport = createTransport({ userAgent: 'unit-test' });

  after(() => transport.close());

  const asking = (url: string, tooLate = never, signal = never): Promise<ModelProblem | undefined> =>
    modelProblem({ url, name: 'stub-1', key }, transport, signal, tooLate);

  async function problemOf(answer: Answer): Promise<ModelProblem | undefined> {
    return serving(answer, ({ baseUrl }) => asking(baseUrl));
  }

  it('is one small question with the key, and finds nothing where it is answered', async () => {
    await serving(
      (_, response) => json(response, 200, answered),
      async ({ baseUrl, asked }) => {
        assert.equal(await asking(baseUrl), undefined);
        assert.equal(asked.length, 1);
        const [{ url, headers, body } = assert.fail()] = asked;
        assert.deepEqual([url, body.model, body.messages.length], ['/v1/chat/completions', 'stub-1', 1]);
        assert.ok(JSON.stringify(body).length < 200);
        // Not `equal`, which would print it.
        assert.ok(headers.authorization === `Bearer ${key}`);
      },
    );
    const streamed: Answer = (_, response) =>
      void response.end(`data: ${JSON.stringify(answered)}\n\ndata: [DONE]\n\n`);
    assert.equal(await problemOf(streamed), undefined);
    // Not every service takes this form; a review asks in others too.
    for (const error of ['max_tokens is missing', 'this model has to be asked for a stream'])
      assert.equal(await problemOf((_, response) => json(response, 400, { error })), undefined, error);
  });

  it('says what is wrong and what to correct, and repeats no key', async () => {
    const cases: readonly (readonly [ModelProblem['field'], RegExp, Answer])[] = [
      [
        'key',
        /does not accept the key \(status 401\)/,
        (_, response) => json(response, 401, { error: `wrong ${key}` }),
      ],
      ['key', /does not accept the key \(status 403\)/, (_, response) => json(response, 403, {})],
      ['key', /limit or the credit .* used up/, (_, response) => json(response, 429, {})],
      ['name', /knows no model stub-1/, (_, response) => json(response, 404, { error: 'model "stub-1" not found' })],
      ['name', /knows no model stub-1/, (_, response) => json(response, 400, { error: 'invalid model' })],
      ['name', /knows no model stub-1/, (_, response) => json(response, 400, { error: 'The model does not exist.' })],
      [
        'address',
        /answered with status 404\. Check the path/,
        (_, response) => void response.writeHead(404).end('<p>model'),
      ],
      ['address', /answered with status 302/, (_, response) => void response.writeHead(302, { location: '/' }).end()],
      ['address', /answered with status 500/, (_, response) => json(response, 500, {})],
      ['address', /something else than a language model/, (_, response) => void response.end('<!doctype html>')],
      ['address', /something else than a language model/, (_, response) => json(response, 200, {})],
      ['address', /./, (_, response) => void response.destroy()],
    ];
    for (const [field, sentence, answer] of cases) {
      const problem = await problemOf(answer);
      assert.equal(problem?.field, field, String(sentence));
      assert.match(problem.sentence, sentence);
      assert.equal(problem.sentence.includes(key), false);
    }
    const nobody = await asking('http://127.0.0.1:1/v1');
    assert.equal(nobody?.field, 'address');
    assert.match(nobody.sentence, /127\.0\.0\.1:1/);
  });

  it('waits no longer than it may, and ends where the user cancels it', async () => {
    const tooLate = new AbortController();
    const late = await serving(
      () => tooLate.abort(),
      ({ baseUrl }) => asking(baseUrl, tooLate.signal),
    );
    assert.match(late?.sentence ?? '', /has not answered yet/);
    const cancel = new AbortController();
    await serving(
      () => cancel.abort(),
      ({ baseUrl }) => assert.rejects(asking(baseUrl, never, cancel.signal), { kind: 'cancelled' }),
    );
  });
});
