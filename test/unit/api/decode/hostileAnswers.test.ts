import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import fc from 'fast-check';
import { parseBaseUrl } from '../../../../src/api/baseUrl.ts';
import { ApiClient, type RepositoryList } from '../../../../src/api/client.ts';
import { createTransport } from '../../../../src/api/transport/undiciTransport.ts';
import type { Permits } from '../../../../src/api/rateLimit/permits.ts';
import { CodeReviewError } from '../../../../src/core/base/errors.ts';
import type { Review } from '../../../../src/core/review/review.ts';
import { heapInUse } from './heap.ts';
import { checkSentence, isAllClear } from '../outcomes.ts';
import { seed, tries } from '../../../host/seed.ts';
import { key } from '../server.ts';
import { anyCharacter } from '../../../host/texts/anyCharacter.ts';

interface Answer {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
}

const id = 'r1';

/** Text that could break out of a sentence, a header, a log line or a label. */
const hostileText = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.constantFrom(
    `your key ${key} is wrong`,
    encodeURIComponent(`Bearer ${key}`),
    'a\r\nx: y\u001b[31m\u202egnp.exe',
    '<script>alert(1)</script>',
    '[a](command:workbench.action.terminal.new)',
    '\u0000\u0085\u2028\ufeff\ud800',
    'rate limit',
    '../../.git/config',
    'x'.repeat(20_000),
  ),
);
const word = fc.constantFrom('completed', 'done', 'success', 'pending', 'failed', 'skipped', 'partial', 'nonsense', '');
const scalar = fc.oneof(
  hostileText,
  word,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constantFrom<unknown>(null, id, [], {}, 1e308, -0, '9'.repeat(400), '2026-11-21T06:00:00Z'),
);

/** Names that the decoders look for, and some that no object should be given. */
const name = fc.constantFrom(
  ...[
    'id',
    'status',
    'state',
    'comments',
    'issues',
    'findings',
    'results',
    'items',
    'files',
    'data',
    'review',
    'result',
  ],
  ...['path', 'file', 'line', 'start_line', 'end_line', 'lines', 'position', 'range', 'severity', 'title', 'body'],
  ...['message', 'error', 'errors', 'detail', 'code', 'suggestion', 'suggested_code', 'notes', 'progress', 'stage'],
  ...['issues_found', 'suggestions', 'created_at', 'full_name', 'name', 'owner', 'next', 'next_cursor', 'has_more'],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', ''],
);
const { tree } = fc.letrec<{ tree: unknown; list: unknown; object: unknown }>(tie => ({
  tree: fc.oneof({ depthSize: 'small', withCrossShrink: true }, scalar, tie('object'), tie('list')),
  list: fc.array(tie('tree'), { maxLength: 4 }),
  object: fc.array(fc.tuple(name, tie('tree')), { maxLength: 6 }).map(withMembers),
}));

/** Also `__proto__` becomes a member, as it does where JSON is parsed. */
function withMembers(members: readonly (readonly [string, unknown])[]): unknown {
  const made = {};
  for (const [each, value] of members)
    Object.defineProperty(made, each, { value, enumerable: true, configurable: true, writable: true });
  return made;
}

const comment = fc.record(
  { path: scalar, line: scalar, body: hostileText, severity: scalar, suggestion: tree, side: scalar },
  { requiredKeys: [] },
);
const review = fc.record(
  {
    id: fc.oneof(fc.constant<unknown>(id), scalar),
    status: fc.oneof(word, tree),
    comments: fc.oneof(fc.array(fc.oneof(comment, tree), { maxLength: 4 }), tree),
    issues_found: scalar,
    error: tree,
    message: hostileText,
    data: tree,
    review: tree,
  },
  { requiredKeys: ['status'] },
);
const repositories = fc.record({
  data: fc.array(fc.oneof(tree, fc.record({ full_name: scalar, id: scalar, html_url: hostileText, private: scalar }))),
});
const refusal = fc.oneof(
  fc.record({ error: fc.oneof(hostileText, fc.record({ message: hostileText, code: scalar })) }),
  fc.record({ title: scalar, detail: hostileText, status: scalar, instance: hostileText }),
  fc.record({ errors: fc.array(fc.record({ message: tree })) }),
);

const json = fc
  .oneof(
    review,
    repositories,
    refusal,
    tree,
    review.map(data => ({ data })),
    review.map(inner => ({ id, status: 'success', review: inner })),
    fc.tuple(fc.constantFrom('a', 'comments', 'data'), fc.integer({ min: 100, max: 20_000 })).map(nested),
  )
  .map(value => (typeof value === 'string' && value.startsWith('{') ? value : JSON.stringify(value)));
const clear = JSON.stringify({ id, status: 'completed', issues_found: 0, suggestions: 0, comments: [] });

const body: fc.Arbitrary<Buffer> = fc.oneof(
  { arbitrary: json.map(text => Buffer.from(text)), weight: 10 },
  fc.constant(Buffer.from(clear)),
  // Cut, doubled, with a mark in front, in another encoding, with something behind.
  fc.tuple(json, fc.nat({ max: 1_000 })).map(([text, at]) => Buffer.from(text.slice(0, (text.length * at) / 1_000))),
  fc.constantFrom(
    Buffer.from(clear.slice(0, -1)),
    Buffer.from(clear + clear),
    Buffer.from(`\ufeff${clear}`),
    Buffer.from(clear, 'utf16le'),
    Buffer.from(`)]}',\n${clear}`),
    Buffer.from(`callback(${clear})`),
    Buffer.from(`data: ${clear}\n\n`),
    Buffer.from(clear.replace('completed', 'pending') + clear),
    Buffer.from('{"id":"r1","status":"pending","status":"completed","comments":NaN}'),
  ),
  fc.uint8Array({ maxLength: 200 }).map(bytes => Buffer.from(bytes)),
  hostileText.map(text => Buffer.from(`<!doctype html><title>${text}</title>`)),
  fc.constantFrom('', ' ', 'null', 'true', '0', '""', '[]', '{}', '[null]', 'OK').map(text => Buffer.from(text)),
);

const moment = fc.constantFrom(
  ...['0', '1', '4.5', '-1', '1e9', '3600', '99999999999999999999', 'Infinity', 'NaN', '2m59s', '1h', ''],
  ...['Sat, 21 Nov 2026 06:00:00 GMT', 'Fri, 31 Dec 9999 23:59:59 GMT', 'yesterday', '10, 20', '\u00ff'],
);
const header = fc.oneof(
  fc.tuple(
    fc.constantFrom('retry-after', 'x-ratelimit-reset', 'ratelimit-remaining', 'x-ratelimit-limit', 'ratelimit-reset'),
    moment,
  ),
  fc.tuple(
    fc.constantFrom('ratelimit', 'ratelimit-policy'),
    fc.constantFrom('"default";r=0;t=5', '"a";r=1;t=1, "b";r=0;t=99999999999', ';;;', 'limit=1, remaining=0'),
  ),
  fc.tuple(
    fc.constant('link'),
    fc.constantFrom(
      '</v1/repositories?page=2>; rel="next"',
      '<https://evil.example/>; rel=next',
      '<//evil.example/>; rel="next"',
      '<javascript:alert(1)>; rel="next"',
      '<http://user:pass@127.0.0.1/>; rel="next"',
      `${'<'.repeat(5_000)}>; rel="next"`,
      `<a>;${' '.repeat(5_000)}rel="nex"`,
    ),
  ),
  fc.tuple(
    fc.constantFrom('x-request-id', 'location', 'www-authenticate', 'content-language', 'x-next-page', 'set-cookie'),
    fc
      .oneof(hostileText, fc.constant(`Bearer ${key}`))
      .map(text => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '').slice(0, 2_000)),
  ),
  fc.tuple(
    fc.constant('content-type'),
    fc.constantFrom(
      'application/json',
      'text/html',
      'application/problem+json',
      'text/plain;charset=utf-16',
      '///',
      '',
    ),
  ),
  fc.tuple(fc.constant('content-encoding'), fc.constantFrom('identity', 'gzip', 'br', 'x', 'identity, gzip', '')),
);

const answer: fc.Arbitrary<Answer> = fc.record({
  status: fc.oneof(
    { arbitrary: fc.constant(200), weight: 8 },
    fc.integer({ min: 200, max: 599 }),
    fc.constantFrom(
      201,
      203,
      206,
      301,
      307,
      400,
      401,
      402,
      403,
      404,
      407,
      408,
      410,
      422,
      425,
      429,
      500,
      502,
      503,
      504,
      529,
      999,
    ),
  ),
  headers: fc.array(header, { maxLength: 4 }),
  body,
});
const operation = fc.constantFrom('look', 'list', 'trigger');

/** Bodies on which a run of other random cases has failed. */
const failedOnce = [
  // What cannot become text.
  '{"status":"completed","review":{"id":{"progress":[{"toString":0}]}}}',
  '{"id":"r1","status":"completed","comments":[],"coverage":[{"toString":0,"valueOf":1}],"percent":{"toString":[]}}',
  // A whole review beside another that says something else.
  '{"id":"r1","status":"completed","comments":[],"data":{"status":"pending","comments":[{"body":"x","line":1}]}}',
  '{"data":{"id":"r1","status":"completed","comments":[]},"review":{"state":"failed","findings":[{"title":"x"}]}}',
  '{"id":"r1","status":"done","issues":[{"notes":[]},{"files":{}}],"result":{"status":"skipped"}}',
];

describe('a hostile answer', () => {
  let served: Answer;
  let requests = 0;
  const sockets = new Set<Socket>();
  const server = createServer(socket => {
    sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
    let read = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      read += text;
      const head = read.indexOf('\r\n\r\n');
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(read)?.[1] ?? '0');
      if (head < 0 || read.length < head + 4 + length) return;
      read = '';
      requests++;
      socket.write(written(served));
    });
  });
  const transport = createTransport({ userAgent: 'unit-test' });
  // One for all, as where it ends with the window.
  const { signal } = new AbortController();
  const waits: number[] = [];
  let taken = 0;
  let learned = 0;
  const permits: Permits = {
    take: () => {
      taken++;
      return Promise.resolve();
    },
    giveBack: () => assert.fail('all are sent'),
    learn: () => learned++,
  };
  let client: ApiClient;

  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    client = new ApiClient({
      baseUrl: parseBaseUrl(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
      key: () => Promise.resolve(key),
      transport,
      log: () => undefined,
      permits,
      clock: {
        now: Date.now,
        wait: milliseconds => {
          waits.push(milliseconds);
          return Promise.resolve();
        },
      },
    });
  });

  after(async () => {
    await transport.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  async function check(kind: 'look' | 'list' | 'trigger', given: Answer): Promise<void> {
    served = given;
    requests = taken = learned = 0;
    waits.length = 0;
    let outcome: Review | RepositoryList | CodeReviewError;
    try {
      if (kind === 'look') outcome = await client.getReview(id, signal);
      else if (kind === 'list') outcome = await client.listRepositories(signal);
      else outcome = await client.triggerReview({ repository: 'acme/app', number: 7 }, signal);
    } catch (error) {
      // Anything but the one family is a crash.
      if (!(error instanceof CodeReviewError)) throw error;
      outcome = error;
    }
    assert.equal(taken, requests, 'every attempt takes a permit');
    assert.ok(learned <= requests && (given.status === 200 || learned > 0 || outcome instanceof Error));
    assert.ok(waits.every(wait => wait >= 0 && wait <= 6_000) && waits.length <= 3, waits.join(', '));
    assert.ok(requests <= 4, `asked ${requests} times`);
    if (outcome instanceof CodeReviewError) {
      checkSentence(outcome, key);
      const { until } = outcome.details;
      if (until !== undefined) assert.ok(until > Date.now() - 60_000 && until <= Date.now() + 86_401_000);
      if (kind === 'trigger' && given.status >= 200 && given.status < 300) assert.equal(outcome.kind, 'unclear');
      return;
    }
    assert.ok(
      given.status >= 200 && given.status < 300 && given.status !== 206,
      `${given.status} was taken for success`,
    );
    if ('repositories' in outcome) {
      for (const { fullName, name } of outcome.repositories) assert.match(fullName + name, /^[^\p{Cc}]+$/u);
      return;
    }
    // What is kept has to be kept on the disk as well.
    JSON.stringify(outcome);
    if (kind === 'look') assert.equal(outcome.id, id);
    if (isAllClear(outcome)) assert.equal(doubt(given.body.toString()), undefined);
  }

  for (const text of failedOnce)
    it(`is survived that was not once: ${text}`, () =>
      check('look', { status: 200, headers: [], body: Buffer.from(text) }));

  const runs = tries(5_000);
  it(`is survived ${runs} times`, async () => {
    const property = fc.asyncProperty(operation, answer, check);
    await fc.assert(property, { numRuns: runs / 10, seed });
    const before = heapInUse();
    await fc.assert(property, { numRuns: runs - runs / 10, seed: seed + 1 });
    const grown = heapInUse() - before;
    assert.ok(grown < 4 << 20, `${grown} bytes more are in use`);
    assert.deepEqual(Object.keys(Object.prototype), [], 'no prototype was changed');
  });
});

/**
 * Why a body is no all-clear, judged without the decoder; undefined where it is one. What has a state and a list as the
 * document shows them is the review; else something around it may be, and then nothing in either may speak against it.
 */
function doubt(text: string): string | undefined {
  const words: string[] = [];
  let elements = 0;
  const look = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null) return;
    const members = Object.entries(value);
    const states = members.flatMap(([name, word]) => (isState(name) && typeof word === 'string' ? [word] : []));
    const lists = members.flatMap(([name, list]) =>
      isList(name) && Array.isArray(list) ? [list.filter(isElement).length] : [],
    );
    words.push(...states);
    elements += lists.reduce((sum, length) => sum + length, 0);
    if (depth > 0 || (states.length > 0 && lists.length > 0)) return;
    for (const [name, inner] of members) if (/^(?:data|review|result)$/.test(name)) look(inner, depth + 1);
  };
  look(JSON.parse(text.replace(/^\ufeff/, '')), 0);
  const isDone = (said: string): boolean => /^(?:completed?|done|success|partial)$/i.test(said.trim());
  if (!words.some(isDone)) return 'nothing says that it is complete';
  if (words.some(said => /^(?:pending|failed|skipped)$/.test(said))) return 'something says that it is not complete';
  return elements > 0 ? `${elements} comments are lost` : undefined;
}

const isState = (name: string): boolean => /^(?:status|state)$/.test(name);
const isList = (name: string): boolean => /^(?:comments|issues|findings)$/.test(name);
/** Not a file or a thread, which may hold no comment. */
const isElement = (value: unknown): boolean =>
  typeof value !== 'object' || value === null || !Object.keys(value).some(name => isList(name) || name === 'notes');

function written({ status, headers, body }: Answer): Buffer {
  const lines = [`HTTP/1.1 ${status} X`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  // These have no body.
  const bytes = status === 204 || status === 304 ? Buffer.alloc(0) : body;
  const length = status === 204 || status === 304 ? [] : [`content-length: ${bytes.length}`];
  return Buffer.concat([Buffer.from([...lines, ...length, '', ''].join('\r\n'), 'latin1'), bytes]);
}

/** JSON that is nested deeper than anything could write. */
function nested([name, depth]: readonly [string, number]): string {
  const open = `{"${name}":`;
  return `${open.repeat(depth)}1${'}'.repeat(depth)}`;
}
