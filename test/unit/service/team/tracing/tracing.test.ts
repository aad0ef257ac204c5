import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { within, type Tracing } from '../../../../../src/service/team/tracing/spans.ts';
import { openTracing } from '../../../../../src/service/team/tracing/tracing.ts';
import { canaryKey, marker } from '../../../../host/keys/canary.ts';
import { testDatabase } from '../../../../host/postgres/database.ts';
import { nothingFound } from '../../jobs/heldEngine.ts';
import { engineThat } from '../../cli/review/stubEngine.ts';
import { TeamServer, type Behind } from '../teamServer.ts';
import { TeamQueue } from '../queue/teamQueue.ts';
import { commitsOf, TeamWorker } from '../queue/teamWorker.ts';
import { Collector } from './collector.ts';

const source = path.resolve(import.meta.dirname, '../../../../../src/service/team/tracing/tracing.ts');
const key = canaryKey();
const traceId = '0af7651916cd43dd8448eb211c80319c';
const traceparent = `00-${traceId}-b7ad6b7169203331-01`;

describe('traces', () => {
  let collector: Collector;
  const errors: unknown[] = [];

  const tracingTo = async (environment: NodeJS.ProcessEnv): Promise<Tracing> => {
    const traced = { role: 'api', version: '1', onError: (error: unknown) => void errors.push(error) };
    return (await openTracing(environment, traced)) ?? assert.fail();
  };
  const open = (): Promise<Tracing> => tracingTo({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  const serve = (tracing: Tracing, more: Partial<Behind> = {}): Promise<TeamServer> =>
    TeamServer.start({
      tracing,
      admit: () => Promise.resolve({ granted: true, limit: 100, remaining: 99, resetSeconds: 60 }),
      backend: {
        keepDays: 30,
        repositories: () => Promise.resolve([]),
        request: () => Promise.reject(new Error(`lost with ${key}`)),
        review: () => Promise.resolve(undefined),
      },
      ...more,
    });

  beforeEach(async () => {
    errors.length = 0;
    collector = await Collector.start();
  });
  afterEach(() => collector.stop());

  it('have the route, method and status of each request, and nothing that it said', async () => {
    const tracing = await open();
    const server = await serve(tracing);
    const headers = { authorization: `Bearer ${key}`, cookie: `a=${key}`, traceparent, 'x-request-id': key };
    await fetch(`${server.url}/v1/reviews/rev_${marker}?key=${key}`, { headers });
    await fetch(`${server.url}/${marker}`, { headers, method: 'POST', body: key });
    await fetch(`${server.url}/healthz`);
    await server.close();
    await tracing.close();
    assert.deepEqual(collector.paths, ['/v1/traces']);
    assert.deepEqual(
      collector.spans.map(({ name, kind }) => [name, kind]),
      [
        ['GET /v1/reviews/:id', 2],
        ['POST (none)', 2],
      ],
    );
    const [first] = collector.spans;
    assert.deepEqual(
      first?.attributes.map(each => each.key),
      ['http.request.method', 'http.route', 'http.response.status_code'],
    );
    assert.ok(collector.spans.every(span => span.traceId !== traceId));
    assert.ok(!collector.bodies.join('').includes(marker));
    assert.deepEqual(errors, []);
  });

  it('go on with the trace of a trusted proxy', async () => {
    const tracing = await open();
    const server = await serve(tracing, { proxies: ['127.0.0.1'] });
    for (const given of [traceparent, 'no trace', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`])
      await fetch(`${server.url}/v1/repositories`, { headers: { traceparent: given } });
    await server.close();
    await tracing.close();
    const [first, ...others] = collector.spans;
    assert.deepEqual([first?.traceId, first?.parentSpanId], [traceId, 'b7ad6b7169203331']);
    assert.deepEqual(
      others.map(span => [span.traceId === traceId, span.parentSpanId]),
      [
        [false, undefined],
        [false, undefined],
      ],
    );
  });

  it('lead from the request to the review in a worker and its stages', async () => {
    const database = await testDatabase();
    const queue = await TeamQueue.open(database.url);
    await queue.connect('acme/app');
    const tracing = await open();
    await TeamWorker.start(queue, [engineThat(nothingFound)], commitsOf, tracing);
    const request = tracing.begin('POST', 'server');
    const id = await within(request, () => queue.ask(7));
    assert.equal((await queue.ended(id)).status, 'completed');
    assert.equal((await queue.ended(await queue.ask(8))).status, 'completed');
    request.end({}, false, 'POST /v1/reviews');
    await queue.close();
    await database.drop();
    await tracing.close();
    const named = (name: string): Collector['spans'] => collector.spans.filter(span => span.name === name);
    const [post] = named('POST /v1/reviews');
    const [review, other] = named('review');
    assert.deepEqual([review?.traceId, review?.parentSpanId], [post?.traceId, post?.spanId]);
    assert.ok(JSON.stringify(review?.attributes).includes(id));
    assert.equal(named('fetching')[0]?.parentSpanId, review?.spanId);
    assert.notEqual(other?.traceId, post?.traceId);
    assert.ok(!/acme|nowhere|git\.example/.test(collector.bodies.join('')));
  });

  it('are told once that the collector refuses them, and again after it took some', async () => {
    const tracing = await open();
    const batch = async (status: number): Promise<void> => {
      collector.status = status;
      const seen = collector.bodies.length;
      for (let count = 0; count < 512; count++) tracing.begin('GET', 'server').end({}, false);
      while (collector.bodies.length === seen) await delay(10);
    };
    for (const status of [400, 400, 200, 400]) await batch(status);
    await tracing.close();
    assert.equal(errors.length, 2);
  });

  it('keep neither a request nor the end of the process waiting for a collector that does not answer', async () => {
    collector.status = 0;
    const tracing = await open();
    const server = await serve(tracing);
    for (let count = 0; count < 600; count++) tracing.begin('GET', 'server').end({}, false);
    while (collector.bodies.length === 0) await delay(10);
    assert.equal(
      (await fetch(`${server.url}/v1/repositories`, { headers: { authorization: 'Bearer x' } })).status,
      200,
    );
    await server.close();
    await tracing.close();
    assert.deepEqual(errors, []);
  });

  it('are sent with the headers of the environment, which go from it', async () => {
    Object.assign(process.env, {
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/mine`,
      OTEL_EXPORTER_OTLP_HEADERS: `x-token=${key}`,
    });
    const tracing = await tracingTo(process.env);
    delete process.env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'];
    assert.equal(process.env['OTEL_EXPORTER_OTLP_HEADERS'], undefined);
    tracing.begin('GET', 'server').end({}, false);
    await tracing.close();
    assert.deepEqual([collector.paths, collector.headers[0]?.['x-token']], [['/mine'], key]);
  });

  it('load nothing unless the environment asks for them', async () => {
    const loaded = async (environment: object): Promise<string> => {
      const code = `
        const { openTracing } = await import(${JSON.stringify(`file://${source}`)});
        await openTracing(${JSON.stringify(environment)}, { role: 'api', version: '1', onError() {} });
        const { Module } = await import('node:module');
        console.log(Object.keys(Module._cache).some(file => file.includes('opentelemetry')));`;
      const args = ['--input-type=module', '--eval', code];
      return (await promisify(execFile)(process.execPath, args)).stdout.trim();
    };
    assert.equal(await loaded({ OTEL_EXPORTER_OTLP_ENDPOINT: '' }), 'false');
    assert.equal(await loaded({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SDK_DISABLED: 'true' }), 'false');
    assert.equal(await loaded({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }), 'true');
    assert.deepEqual(collector.bodies, []);
  });

  it('say which address cannot be used, without repeating it', async () => {
    for (const wrong of [`localhost:4318/${key}`, key]) {
      await assert.rejects(tracingTo({ OTEL_EXPORTER_OTLP_ENDPOINT: wrong }), (error: Error) => {
        assert.match(error.message, /OTEL_EXPORTER_OTLP_ENDPOINT is no address/);
        return !error.message.includes(marker);
      });
    }
  });
});
