import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readDiff } from '../../../../../src/service/engine/diff/diffModel.ts';
import { canaryKey } from '../../../../host/keys/canary.ts';
import { basic } from '../../../../host/git/gitServer.ts';
import { hermetic } from '../../../git/pullRequest/layouts.ts';
import { fullName, MirrorSample } from './mirrorSample.ts';

const { signal } = new AbortController();

/** Answers requests whose path begins so with JSON. */
function rest(
  answers: Readonly<Record<string, unknown>>,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  return ({ url = '' }, response) => {
    const path = Object.keys(answers).find(each => url.split('?')[0] === each);
    if (path === undefined) return false;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answers[path]));
    return true;
  };
}

describe('a pull request in a mirror', () => {
  hermetic();
  let sample: MirrorSample;
  let main: string;
  beforeEach(async () => {
    sample = await MirrorSample.start();
    main = await sample.source.git('rev-parse', 'main');
  });
  afterEach(() => sample.stop());

  for (const [provider, ref] of [
    ['gitlab', 'refs/merge-requests/12/head'],
    ['bitbucket-server', 'refs/pull-requests/12/from'],
    ['gitea', 'refs/pull/12/head'],
  ] as const)
    it(`is found by the refs of ${provider} alone`, async () => {
      const head = await sample.push(12, { 'src/new.ts': 'export {};\n' }, { ref });
      const prepared = await sample.prepare(12, { provider });
      assert.deepEqual([prepared.head, prepared.base, prepared.title], [head, main, undefined]);
    });

  it('is found by the trial merge alone, as of Azure DevOps', async () => {
    await sample.push(12, { 'src/new.ts': 'export {};\n' }, { ref: 'refs/heads/unrelated' });
    const head = await sample.source.git('rev-parse', 'work-12');
    await sample.source.git('checkout', '--quiet', '-B', 'merged', 'main');
    await sample.source.git('merge', '--quiet', '--no-ff', '--no-edit', 'work-12');
    await sample.publish('merged:refs/pull/12/merge');
    const prepared = await sample.prepare(12);
    assert.deepEqual([prepared.head, prepared.base], [head, main]);
  });

  it('has the base branch, title and draft that its host tells', async () => {
    const released = await sample.source.git('rev-parse', 'main~1');
    await sample.publish(`${released}:refs/heads/release`);
    const pull = {
      number: 7,
      title: 'Refund twice',
      state: 'open',
      draft: true,
      head: { sha: 'x' },
      base: { ref: 'release', sha: main },
    };
    sample.server.behaviour.answer = rest({ '/api/v1/repos/acme/orders/pulls/7': pull });
    const prepared = await sample.prepare(7, { provider: 'gitea' });
    assert.deepEqual([prepared.base, prepared.title, prepared.isDraft], [released, 'Refund twice', true]);
  });

  it('is compared with the commit that it was made to once its base branch is gone, or has it', async () => {
    const head = await sample.source.git('rev-parse', 'work-7');
    const pull = { number: 7, title: 'T', state: 'open', base: { ref: 'gone', sha: main } };
    const path = '/api/v1/repos/acme/orders/pulls/7';
    sample.server.behaviour.answer = rest({ [path]: pull });
    assert.equal((await sample.prepare(7, { provider: 'gitea' })).base, main);
    await sample.publish(`${head}:refs/heads/main`);
    sample.server.behaviour.answer = rest({ [path]: { ...pull, state: 'closed', base: { ref: 'main', sha: main } } });
    assert.equal((await sample.prepare(7, { provider: 'gitea' })).base, main);
    sample.server.behaviour.answer = rest({ [path]: { ...pull, base: { ref: 'gone' } } });
    await assert.rejects(
      sample.prepare(7, { provider: 'gitea' }),
      /base branch of pull request 7 of acme\/orders is gone: gone/,
    );
  });

  it('comes from a fork of the same host where the host has no refs of pull requests', async () => {
    await sample.server.add('robin/orders', sample.source);
    await sample.source.branch('feature');
    const head = await sample.source.commit({ 'src/fork.ts': 'export const fork = 1;\n' });
    await sample.source.git('push', '--quiet', sample.server.folder('robin/orders'), 'feature');
    const pull = {
      number: 9,
      state: 'open',
      title: 'From a fork',
      head: { ref: 'feature', repo: { full_name: 'robin/orders' } },
      base: { ref: 'main', sha: main, repo: { full_name: fullName } },
    };
    sample.server.behaviour.answer = rest({ '/api/v1/repos/acme/orders/pulls/9': pull });
    const { root, base, head: found } = await sample.prepare(9, { provider: 'gitea' });
    assert.deepEqual([found, base], [head, main]);
    const { files } = await readDiff(sample.git(), { root, base, head }, signal);
    assert.deepEqual(
      files.map(({ path }) => path),
      ['src/fork.ts'],
    );
  });

  it('asks the REST interface with the credential', async () => {
    const secret = canaryKey();
    const asked: (string | undefined)[] = [];
    sample.server.behaviour.authorization = basic('oauth2', secret);
    sample.server.behaviour.answer = (request, response) => {
      if (request.url?.startsWith('/api/') !== true) return false;
      asked.push(request.headers.authorization);
      const isKnown = request.headers.authorization === `token ${secret}`;
      response.writeHead(isKnown ? 200 : 404).end(JSON.stringify({ number: 7, title: 'Private', state: 'open' }));
      return true;
    };
    const worker = sample.open({ credential: { username: '', secret } });
    assert.equal((await sample.prepare(7, { provider: 'gitea', credentialId: 'one' }, worker)).title, 'Private');
    assert.deepEqual(asked, [undefined, `token ${secret}`]);
  });

  it('that does not exist is told, and one whose refs were deleted', async () => {
    await assert.rejects(sample.prepare(4711), /acme\/orders has no pull request 4711/);
    await sample.prepare();
    await sample.publish(':refs/pull/7/head');
    await assert.rejects(sample.prepare(), { kind: 'notFound' });
  });

  it('without a common history is compared with its base', async () => {
    await sample.source.git('checkout', '--quiet', '--orphan', 'other');
    const head = await sample.source.commit({ 'src/other.ts': 'export const other = 1;\n' });
    await sample.publish('other:refs/pull/9/head');
    const { root, base } = await sample.prepare(9);
    await sample.server.stop();
    const { files } = await readDiff(sample.git(), { root, base, head }, signal);
    assert.deepEqual(
      files.map(({ path }) => path),
      ['src/other.ts'],
    );
  });

  it('of ten thousand files is fetched in two requests', async () => {
    const files = Array.from({ length: 10_000 }, (_, index) => {
      const text = `export const a${index} = 1;\n`;
      return `M 644 inline many/${index % 100}/${index}.ts\ndata ${text.length}\n${text}`;
    });
    const commit = `commit refs/heads/many\ncommitter R <r@acme.example> 1 +0000\ndata 1\nx\nfrom ${main}\n${files.join('')}`;
    const options = { cwd: sample.source.folder, input: commit };
    execFileSync('git', ['fast-import', '--quiet'], options);
    await sample.publish('many:refs/pull/9/head');
    const { root, base, head } = await sample.prepare(9);
    const posted = sample.server.seen.filter(({ method }) => method === 'POST').length;
    assert.ok(posted <= 6, `${posted} requests`);
    await sample.server.stop();
    const diff = await readDiff(sample.git(), { root, base, head }, signal);
    assert.equal(diff.files.length, 10_000);
  });
});
