import assert from 'node:assert/strict';
import tls from 'node:tls';
import fc from 'fast-check';
import { parseBaseUrl } from '../../../../src/api/baseUrl.ts';
import { ApiClient } from '../../../../src/api/client.ts';
import { createTransport } from '../../../../src/api/transport/undiciTransport.ts';
import type { Transport } from '../../../../src/api/transport/transport.ts';
import { cancelledError, CodeReviewError } from '../../../../src/core/base/errors.ts';
import type { Review } from '../../../../src/core/review/review.ts';
import { FaultServer, isWhole, tlsProblems, type Ending, type Fault, type Framing } from './faultServer.ts';
import { heapInUse } from '../decode/heap.ts';
import { checkSentence, isAllClear } from '../outcomes.ts';
import { seed, tries } from '../../../host/seed.ts';
import { key } from '../server.ts';

const operations = ['look', 'list', 'trigger'] as const;
type Operation = (typeof operations)[number];

const answers: Readonly<Record<Operation, unknown>> = {
  look: { id: 'r1', status: 'completed', issues_found: 0, suggestions: 0, comments: [] },
  list: { data: [{ full_name: 'acme/app' }] },
  trigger: { id: 'r1', status: 'pending' },
};

const timeouts = { connect: 400, headers: 400, body: 400, total: 400 };
/** Three attempts, each with its timeout, and time for a machine that is busy with something else. */
const longest = 3 * timeouts.total + 5_000;

const ending = fc.constantFrom<Ending>('reset', 'end', 'stall', 'end', 'reset');
const framing = fc.constantFrom<Framing>('length', 'chunked', 'close');
const kindOf = <K extends Fault['kind']>(kind: K) => fc.constant(kind);

const fault: fc.Arbitrary<Fault> = fc.oneof(
  fc.record({ kind: kindOf('none'), framing }),
  fc.record({ kind: kindOf('unread'), after: fc.integer({ min: 20, max: 200 }), ending }),
  { arbitrary: fc.record({ kind: kindOf('cut'), framing, at: fc.integer({ min: 0, max: 999 }), ending }), weight: 4 },
  fc.record({
    kind: kindOf('length'),
    off: fc.integer({ min: -40, max: 2_000 }).filter(off => off !== 0),
    ending,
  }),
  fc.record({
    kind: kindOf('lengthHeader'),
    header: fc.constantFrom(
      'content-length: -1',
      'content-length: 1e2',
      'content-length: 0x10',
      'content-length:',
      'content-length: 5, 6',
      'content-length: 5\r\ncontent-length: 6',
      'content-length: 99999999999999999999999',
      'content-length: 10\r\ntransfer-encoding: chunked',
      'transfer-encoding: chunked, identity',
      'transfer-encoding: nonsense',
    ),
    ending,
  }),
  fc.record({
    kind: kindOf('encoded'),
    encoding: fc.constantFrom('gzip', 'deflate', 'br', 'zstd', 'identity', 'gzip, gzip', 'nonsense'),
    megabytes: fc.constantFrom(1, 50),
  }),
  fc.record({
    kind: kindOf('interim'),
    status: fc.constantFrom(100, 101, 102, 103, 199),
    times: fc.constantFrom(1, 2, 50, Infinity),
  }),
  fc.record({ kind: kindOf('drip'), from: fc.constantFrom('head', 'body') }),
  fc.record({ kind: kindOf('garbage'), bytes: fc.uint8Array({ minLength: 1, maxLength: 300 }), ending }),
  fc.record({ kind: kindOf('headers'), shape: fc.constantFrom('long', 'many', 'endless') }),
  fc.record({
    kind: kindOf('header'),
    line: fc.constantFrom(
      '__proto__: a\r\n__proto__: b',
      'constructor: a\r\nconstructor: b',
      'toString: a\r\nhasOwnProperty: b',
      'x: \u0000',
      ': no name',
      'no colon',
      'x : space',
      ' folded: a\r\n b',
      'content-encoding: identity\r\ncontent-encoding: identity',
      'link: <>; rel=next\r\nlink: <http://[::1>; rel="next"',
      'location: //\r\nretry-after: -1',
    ),
  }),
  fc.record({ kind: kindOf('endless'), framing }),
  fc.record({
    kind: kindOf('chunk'),
    line: fc.constantFrom('', 'zz', '-1', 'ffffffffffffffffffff', '7fffffff', `1;${'x'.repeat(70_000)}`, '5 5', '0x5'),
    ending,
  }),
  fc.record({
    kind: kindOf('statusLine'),
    line: fc.constantFrom(
      'HTTP/1.1 2000 OK',
      'HTTP/1.1 20 OK',
      'HTTP/1.1 099 OK',
      'HTTP/1.1 999 OK',
      'HTTP/9.9 200 OK',
      'HTTP/2.0 200 OK',
      'ICY 200 OK',
      'HTTP/1.1 200',
      'HTTP/1.1  200 OK',
      `HTTP/1.1 200 ${'x'.repeat(50_000)}`,
      'POST / HTTP/1.1',
    ),
  }),
  fc.record({ kind: kindOf('second'), apart: fc.boolean() }),
  fc.record({ kind: kindOf('closedPort') }),
  fc.record({ kind: kindOf('unwelcome') }),
  { arbitrary: fc.record({ kind: kindOf('tls'), problem: fc.constantFrom(...tlsProblems) }), weight: 3 },
);

const asked = fc.record({
  fault,
  operation: fc.constantFrom(...operations),
  /** Milliseconds until the user stops it. */
  stop: fc.oneof(
    { arbitrary: fc.constant(undefined), weight: 8 },
    { arbitrary: fc.integer({ min: 0, max: 200 }), weight: 1 },
  ),
});
type Asked = typeof asked extends fc.Arbitrary<infer T> ? T : never;

describe('a peer that does not keep to the rules', () => {
  const server = new FaultServer();
  // More at once and a busy machine would let answers wait for each other until they time out.
  const workers = 16;
  let transports: Transport[];
  const trusted = tls.getCACertificates('default');
  const outcomes = new Set<string>();

  before(async () => {
    await server.start();
    tls.setDefaultCACertificates([...server.trusted]);
    // One for each request at a time, so that none waits for another and what a connection was left with is met.
    transports = Array.from({ length: workers }, fresh);
  });

  after(async () => {
    await Promise.all(transports.map(transport => transport.close()));
    await server.left();
    server.stop();
    tls.setDefaultCACertificates(trusted);
  });

  function fresh(): Transport {
    return createTransport({ userAgent: 'unit-test', timeouts });
  }

  /** Asks once, and checks all that holds for any fault. */
  async function ask({ fault, operation, stop }: Asked, transport: Transport): Promise<void> {
    const { id, address } = server.agree(fault, JSON.stringify(answers[operation]));
    const client = new ApiClient({
      baseUrl: parseBaseUrl(address),
      key: () => Promise.resolve(key),
      transport,
      log: () => undefined,
      clock: {
        now: Date.now,
        wait: (_, signal) => (signal.aborted ? Promise.reject(cancelledError(signal)) : Promise.resolve()),
      },
      random: () => 0,
    });
    const signal = stop === undefined ? new AbortController().signal : AbortSignal.timeout(stop);
    const outcome = await settled(operate(client, operation, signal));
    const arrived = server.arrived.get(id) ?? 0;
    server.forget(id);
    outcomes.add(outcome instanceof Error ? outcome.kind : operation);
    if (outcome instanceof Error) {
      checkSentence(outcome, key);
      if (stop === undefined) assert.notEqual(outcome.kind, 'cancelled');
      if (operation === 'trigger' && arrived > 0 && outcome.kind !== 'cancelled') {
        // An answer with a status says more than that it is unclear.
        if (outcome.details.status === undefined) assert.equal(outcome.kind, 'unclear');
      }
    } else {
      assert.ok(isWhole(fault), `${operation} was answered ${JSON.stringify(outcome)}`);
      if (isAllClear(outcome)) assert.equal(operation, 'look');
    }
    assert.ok(arrived <= (operation === 'trigger' ? 1 : 3), `${operation} arrived ${arrived} times`);
  }

  const runs = tries(1_000);
  it(`is survived ${runs} times`, async () => {
    const property = fc.asyncProperty(fc.array(asked, { minLength: 250, maxLength: 250 }), async all => {
      const left = [...all];
      const work = async (first: Transport, index: number): Promise<void> => {
        let transport = first;
        for (let next = left.pop(); next !== undefined; next = left.pop()) {
          const each = next;
          await ask(each, transport).catch((cause: unknown) => {
            throw new Error(fc.stringify(each), { cause });
          });
          if (each.fault.kind !== 'second') continue;
          // A second answer that is still on its way would be right for the next request.
          await transport.close();
          transport = transports[index] = fresh();
        }
      };
      await Promise.all(transports.map(work));
    });
    // What a run needs once, as compiled code and buffers of sockets, is no leak.
    await fc.assert(property, { numRuns: 1, seed, endOnFailure: true });
    const before = heapInUse();
    await fc.assert(property, { numRuns: runs / 250 - 1, seed: seed + 1, endOnFailure: true });
    const grown = heapInUse() - before;
    assert.ok(grown < 4 << 20, `${grown} bytes more are in use`);
  });

  it('was met in every way', () => {
    const ways = ['look', 'list', 'trigger', 'network', 'timeout', 'unclear', 'refused', 'service', 'cancelled'];
    assert.deepEqual([...outcomes].sort(), ways.sort());
  });
});

async function operate(
  client: ApiClient,
  operation: Operation,
  signal: AbortSignal,
): Promise<Review | readonly unknown[]> {
  if (operation === 'look') return client.getReview('r1', signal);
  if (operation === 'list') return (await client.listRepositories(signal)).repositories;
  return client.triggerReview({ repository: 'acme/app', number: 7 }, signal);
}

/** The result or the error of the one family; anything else fails, as does what does not end. */
async function settled<T>(work: Promise<T>): Promise<T | CodeReviewError> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`does not end within ${longest} ms`)), longest);
  });
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    if (error instanceof CodeReviewError) return error;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
