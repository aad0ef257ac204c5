import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { CodeReviewError } from '../../../../../../src/core/base/errors.ts';
import type { OutputSchema } from '../../../../../../src/core/protocol/modelCompletion.ts';
import type { Completion } from '../../../../../../src/service/reviewers/model/chat/languageModel.ts';
import {
  openAiModel,
  type OpenAiModelOptions,
} from '../../../../../../src/service/reviewers/model/chat/openAiModel.ts';
import { canaryKey } from '../../../../../host/keys/canary.ts';
import { events, json, message, serving, toolCall, wayOf, type Asked } from '../chatServer.ts';

const schema: OutputSchema = {
  title: 'greeting',
  type: 'object',
  properties: { word: { type: 'string' } },
  required: ['word'],
  additionalProperties: false,
};
const request = { system: 'Greet.', user: 'Robin', schema, maxTokens: 100 };
const hello = { word: 'hello' };
const text = JSON.stringify(hello);
const key = canaryKey('model');
const { signal } = new AbortController();

/** A model at that address, with a clock whose waits take no time. */
function modelAt(baseUrl: string, more: Partial<OpenAiModelOptions> = {}, waits: number[] = []) {
  const clock = {
    now: Date.now,
    wait: (milliseconds: number): Promise<void> => {
      waits.push(Math.round(milliseconds / 1_000));
      return Promise.resolve();
    },
  };
  return openAiModel({ baseUrl, model: 'stub-1', key, fetch, clock, timeoutMs: 5_000, ...more });
}

type Answer = (asked: Asked, response: ServerResponse, count: number) => void;

async function ask(
  answer: Answer,
  more: Partial<OpenAiModelOptions> = {},
): Promise<{ readonly completion: Completion; readonly asked: Asked[] }> {
  return serving(answer, async ({ baseUrl, asked }) => {
    return { completion: await modelAt(baseUrl, more).complete(request, signal), asked };
  });
}

describe('a model by address', () => {
  it('is asked for JSON of the schema, with the key, in one piece', async () => {
    const { completion, asked } = await ask((_asked, response) => message(response, text));
    assert.deepEqual(completion, { status: 'answered', value: hello });
    const [{ url, headers, body } = assert.fail()] = asked;
    assert.equal(url, '/v1/chat/completions');
    assert.equal(headers.authorization, `Bearer ${key}`);
    assert.deepEqual([body.model, body.stream, body.max_tokens], ['stub-1', false, 100]);
    assert.deepEqual(body.response_format?.json_schema.name, 'greeting');
    assert.deepEqual(
      body.messages.map(({ role, content }) => [role, content]),
      [
        ['system', 'Greet.'],
        ['user', 'Robin'],
      ],
    );
  });

  it('is asked for a tool call, then in words, where it knows no schema, and remembers what it knew', async () => {
    for (const known of ['tool', 'text'] as const) {
      await serving(
        (asked, response) => {
          if (wayOf(asked) !== known) json(response, 400, { error: { message: 'response_format is not supported' } });
          else if (known === 'tool') toolCall(response, text);
          else message(response, `Sure! Here it is:\n\n\`\`\`json\n${text}\n\`\`\`\nAnything else?`);
        },
        async ({ baseUrl, asked }) => {
          const model = modelAt(baseUrl);
          for (let time = 0; time < 2; time++) {
            assert.deepEqual(await model.complete(request, signal), { status: 'answered', value: hello });
          }
          const first = known === 'tool' ? ['schema', 'tool'] : ['schema', 'tool', 'text'];
          assert.deepEqual(asked.map(wayOf), [...first, known]);
          if (known === 'text') assert.match(asked.at(-1)?.body.messages[0]?.content ?? '', /"required":\["word"\]/);
        },
      );
    }
  });

  it('is asked in another way where it takes the schema and writes prose', async () => {
    const { completion, asked } = await ask((each, response) => {
      if (wayOf(each) === 'tool') toolCall(response, hello);
      else message(response, 'Good morning to you, Robin.');
    });
    assert.deepEqual(completion, { status: 'answered', value: hello });
    assert.deepEqual(asked.map(wayOf), ['schema', 'tool']);
  });

  it('may wrap its answer in prose, fences or its thoughts', async () => {
    for (const content of [
      `<think>Should it be {"word":"bye"}?</think>${text}`,
      `I first thought of {"other":1} and {"word":"bye"}. In the end: ${text}. {unfinished`,
      `~~~\n${text}\n~~~`,
      `{{{{{"{ ${text}`,
    ]) {
      const { completion } = await ask((_asked, response) => message(response, content));
      assert.deepEqual(completion, { status: 'answered', value: hello }, content);
    }
  });

  it('may stream though it was not asked to, and keep the connection open', async () => {
    const parts = [{ role: 'assistant' }, ...Array.from(text, content => ({ content }))];
    const calls = ['{"wo', 'rd":"hello"}'].map(part => ({ tool_calls: [{ index: 0, function: { arguments: part } }] }));
    for (const deltas of [parts, calls]) {
      for (const end of [true, false]) {
        const { completion, asked } = await ask((_asked, response) => events(response, deltas, end));
        assert.deepEqual(completion, { status: 'answered', value: hello });
        assert.equal(asked.length, 1);
      }
    }
  });

  it('is asked with the name of the limit that it knows', async () => {
    const { completion, asked } = await ask(({ body }, response) => {
      if (body.max_tokens !== undefined)
        json(response, 400, { error: { message: "Use 'max_completion_tokens' instead of 'max_tokens'." } });
      else message(response, text);
    });
    assert.equal(completion.status, 'answered');
    assert.deepEqual(
      asked.map(({ body }) => body.max_completion_tokens),
      [undefined, 100],
    );
    assert.deepEqual(asked.map(wayOf), ['schema', 'schema']);
  });

  it('is asked once more where it is busy for a moment, and not where for long', async () => {
    const busy =
      (seconds: string | undefined): Answer =>
      (_asked, response, count) => {
        if (count > 1) message(response, text);
        else json(response, 429, {}, seconds === undefined ? {} : { 'retry-after': seconds });
      };
    await serving(busy('3'), async ({ baseUrl }) => {
      const waits: number[] = [];
      assert.equal((await modelAt(baseUrl, {}, waits).complete(request, signal)).status, 'answered');
      assert.deepEqual(waits, [3]);
    });
    for (const seconds of ['3600', 'soon', undefined]) {
      const { completion, asked } = await ask(busy(seconds));
      assert.deepEqual(completion.status === 'skipped' && completion.why, 'blocked');
      assert.equal(asked.length, 1);
    }
    const { completion, asked } = await ask((_asked, response) => json(response, 429, {}, { 'retry-after': '1' }));
    assert.equal(completion.status, 'skipped');
    assert.equal(asked.length, 2);
  });

  it('is skipped, with the reason, where it cannot be asked', async () => {
    const cases: readonly (readonly [Answer, string, RegExp])[] = [
      [
        (_a, r) => json(r, 401, { error: { message: `Incorrect API key: ${key}.` } }),
        'noPermission',
        /Incorrect API key: \[key\]/,
      ],
      [(_a, r) => json(r, 404, { error: 'model "stub-1" not found, try pulling it' }), 'notFound', /stub-1/],
      [(_a, r) => json(r, 402, {}), 'blocked', /credit/],
      [(_a, r) => message(r, '', 'content_filter'), 'blocked', /refused to read/],
      [
        (_a, r) => json(r, 200, { choices: [{ message: { content: null, refusal: 'I cannot help with that.' } }] }),
        'blocked',
        /refused to read/,
      ],
    ];
    for (const [answer, why, reason] of cases) {
      const { completion, asked } = await ask(answer);
      assert.ok(completion.status === 'skipped');
      assert.equal(completion.why, why);
      assert.match(completion.reason, reason);
      assert.ok(!completion.reason.includes(key));
      assert.equal(asked.length, 1);
    }
    const gone = await serving(
      () => undefined,
      ({ baseUrl }) => Promise.resolve(baseUrl),
    );
    const completion = await modelAt(gone).complete(request, signal);
    assert.ok(completion.status === 'skipped');
    assert.equal(completion.why, 'unreachable');
    assert.match(completion.reason, /^Nothing answers at 127\.0\.0\.1:\d+$/);
  });

  it('fails, with the reason, where its answer cannot be used', async () => {
    const cases: readonly (readonly [Answer, RegExp])[] = [
      [(_a, r) => r.end('<html>hello</html>'), /not a chat completion$/],
      [(_a, r) => json(r, 200, { error: { message: 'upstream broke' } }), /not a chat completion: upstream broke$/],
      [(_a, r) => json(r, 200, { choices: [] }), /not a chat completion$/],
      [(_a, r) => json(r, 500, { error: { message: 'boom' } }), /status 500: boom$/],
      [(_a, r) => message(r, 'I would rather not.'), /did not answer in the requested format/],
      [(_a, r) => message(r, '{"word":"hel', 'length'), /longer than 100 tokens/],
      [(_a, r) => message(r, 'x'.repeat(3_000_000)), /longer than 2 MB$/],
      [(_a, r) => json(r, 400, { error: { message: 'context length exceeded' } }), /context length exceeded$/],
      [(_a, r) => r.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(), /redirects/],
      [(_a, r) => r.socket?.destroy(), /broke$/],
    ];
    for (const [answer, reason] of cases) {
      const { completion } = await ask(answer);
      assert.ok(completion.status === 'failed', String(reason));
      assert.match(completion.reason, reason);
    }
  });

  it('fails where it is too slow, and ends at once where the review is stopped', async () => {
    const silent: Answer = () => undefined;
    const { completion } = await ask(silent, { timeoutMs: 50 });
    assert.match(completion.status === 'failed' ? completion.reason : '', /within 0\.05 s$/);
    const stop = new AbortController();
    await serving(
      () => stop.abort(),
      async ({ baseUrl }) => {
        await assert.rejects(modelAt(baseUrl).complete(request, stop.signal), each =>
          CodeReviewError.is(each, 'cancelled'),
        );
      },
    );
  });

  it('is asked where its address says, which is https except on this machine', () => {
    const urlOf = async (baseUrl: string): Promise<string> => {
      let url = '';
      const seen: typeof fetch = input => {
        url = input instanceof Request ? input.url : String(input);
        return Promise.resolve(Response.json({ choices: [{ message: { content: text } }] }));
      };
      await modelAt(baseUrl, { fetch: seen }).complete(request, signal);
      return url;
    };
    for (const bad of [
      'http://models.example/v1',
      'models',
      'https://u:p@models.example',
      'https://models.example/?x=1',
      'file:///x',
    ]) {
      assert.throws(
        () => modelAt(bad),
        each => CodeReviewError.is(each, 'input'),
        bad,
      );
    }
    return Promise.all(
      [
        ['http://localhost:11434', 'http://localhost:11434/v1/chat/completions'],
        ['http://[::1]:1234/v1/', 'http://[::1]:1234/v1/chat/completions'],
        ['https://models.example/openai/v1/chat/completions', 'https://models.example/openai/v1/chat/completions'],
      ].map(async ([typed = '', asked]) => assert.equal(await urlOf(typed), asked)),
    );
  });
});
