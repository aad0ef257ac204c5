import assert from 'node:assert/strict';
import path from 'node:path';
import { TestRepository } from '../../../host/git/repository.ts';
import { TestService } from '../serving.ts';
import { engineProcesses } from '../../../../src/service/jobs/engineProcess.ts';

/** An engine whose reviewer fails until it is told of an earlier review; the time it says it took counts its reviews. */
const engine = `
  let asked = 0;
  process.on('message', ({ earlier }) => process.send({
    status: 'completed',
    comments: [],
    reports: [{ reviewer: 'x', files: 1, milliseconds: 1, ...(earlier === undefined ? { status: 'failed', reason: 'it broke' } : { status: 'ok' }) }],
    reviewed: ['a.ts'],
    addedLines: 1,
    unreviewed: [],
    mergeBase: '',
    memory: { files: [], findings: [] },
    milliseconds: ++asked * 1000,
  }));
`;

describe('the reviews that the service makes', () => {
  let program: TestRepository;
  let service: TestService;

  beforeEach(async () => {
    program = await TestRepository.create({ 'engine.cjs': engine });
    service = await TestService.start({ startEngine: engineProcesses(path.join(program.folder, 'engine.cjs')) });
  });

  afterEach(async () => {
    await service.dispose();
    await program.dispose();
  });

  async function notes(): Promise<string> {
    return ((await service.review(7))['notes'] as string[]).join('\n');
  }

  it('are made once for the same commits, unless a reviewer failed, which is tried again', async () => {
    assert.match(await notes(), /X failed and found nothing: it broke\.[^]* in 1\.0 s/);
    service.now += 1_000;
    assert.match(await notes(), /for x in 2\.0 s/);
    service.now += 1_000;
    assert.match(await notes(), /for x in 2\.0 s/);
    await service.push({ 'b.ts': 'export {};\n' });
    assert.match(await notes(), /for x in 3\.0 s/);
  });

  it('are made again for the same commits where a model got no answer about a file, and not where it had no room', async () => {
    const unanswered = `...(earlier === undefined ? { unanswered: 1 } : {})`;
    const model = engine.replace(
      /reviewer: 'x'.*\}\],/,
      `reviewer: 'model', files: 0, status: 'ok', ${unanswered} }],`,
    );
    await program.write({ 'engine.cjs': model });
    for (const seconds of ['1.0', '2.0', '2.0']) {
      assert.match(await notes(), new RegExp(`for the language model in ${seconds} s`));
      service.now += 1_000;
    }
  });

  it('are told where they cannot be stored, and stored as soon as they can', async () => {
    const { store } = service;
    const id = await service.trigger(7);
    const full = (): never => {
      throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
    };
    const put = store.putReview.bind(store);
    store.putReview = full;
    const first = await service.ended(id);
    assert.equal(first['status'], 'completed');
    const refused = await service.request('POST', '/v1/reviews', { body: { repository: 'acme/app', pr: 7 } });
    assert.equal(refused.status, 507);
    assert.match(await refused.text(), /The disk is full[^"]*Free some space/);
    assert.equal((await store.review(id))?.status, 'pending');
    store.putReview = put;
    await service.review(7);
    assert.equal((await store.review(id))?.status, 'completed');
    assert.equal(service.errors.length, 2);
  });

  it('go on after one for which the store could not be read', async () => {
    const { store } = service;
    const lastReview = store.lastReview.bind(store);
    store.lastReview = () => {
      store.lastReview = lastReview;
      throw new Error('database disk image is malformed');
    };
    const id = await service.trigger(7);
    const next = await service.trigger(7);
    const failed = await service.ended(id);
    assert.deepEqual([failed['status'], failed['reason']], ['failed', 'The service failed. Its log has the details.']);
    assert.equal((await service.ended(next))['status'], 'completed');
    assert.equal(service.errors.length, 1);
  });

  it('take nothing from a review with another configuration or of another pull request', async () => {
    await notes();
    const [made] = [await service.store.lastReview('acme/app', 7)];
    assert.ok(made !== undefined);
    service.now += 1_000;
    await service.store.putReview({
      ...made,
      id: `rev_${'0'.repeat(24)}`,
      configuration: 'other',
      createdAt: service.now,
    });
    await service.push({ 'b.ts': 'export {};\n' });
    assert.match(await notes(), /X failed/);
    await service.repository.git('update-ref', 'refs/pull/8/head', 'HEAD~1');
    const other = await service.review(8);
    assert.match((other['notes'] as string[]).join('\n'), /X failed/);
  });

  it('go on whatever throws that is told of them', async () => {
    await service.dispose();
    const fail = (): never => assert.fail('a callback that fails');
    service = await TestService.start({
      startEngine: engineProcesses(path.join(program.folder, 'engine.cjs')),
      onSettled: fail,
      onError: fail,
    });
    const ids = [await service.trigger(7), await service.trigger(7), await service.trigger(7)];
    const ended = await Promise.all(ids.map(id => service.ended(id)));
    assert.deepEqual(
      ended.map(({ status }) => status),
      ['completed', 'completed', 'completed'],
    );
  });

  it('are not held up by a slow one of another pull request', async () => {
    const slow = await service.repository.git('rev-parse', 'refs/pull/7/head');
    await program.write({
      'engine.cjs': engine.replace('({ earlier }) =>', `({ earlier, head }) => head !== '${slow}' &&`),
    });
    const held = await service.trigger(7);
    await service.repository.commit({ 'b.ts': 'export {};\n' });
    await service.repository.git('update-ref', 'refs/pull/8/head', 'HEAD');
    assert.equal((await service.review(8))['status'], 'completed');
    assert.equal((await service.review(8))['status'], 'completed');
    assert.equal((await service.store.review(held))?.status, 'pending');
  });
});
