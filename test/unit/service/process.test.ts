import assert from 'node:assert/strict';
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { socketBaseUrl } from '../../../src/api/baseUrl.ts';
import { ApiClient } from '../../../src/api/client.ts';
import { createTransport } from '../../../src/api/transport/undiciTransport.ts';
import { registerLocalPull } from '../../../src/api/embedded/localPulls.ts';
import { builtInOnly } from '../../../src/core/protocol/reviewerSettings.ts';
import type { ServiceReply, ServiceRequest } from '../../../src/core/protocol/serviceMessages.ts';
import { canaryKey } from '../../host/keys/canary.ts';
import { createSample, type Sample } from '../../host/start/sample.ts';
import { command, engineOf, program, programWith, run, type Ended } from './cli/runCommand.ts';
import { commentOf, resultOf } from './cli/review/stubEngine.ts';
import { assertEnded } from './reviewers/tools/processes.ts';

const { signal } = new AbortController();

describe('the process of the service', () => {
  let folder: string;
  let sample: Sample;
  const children: ChildProcess[] = [];

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'code-review-process-'));
    sample = await createSample(path.join(folder, 'sample'));
  });

  after(async () => {
    for (const child of children) child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  function started(child: ChildProcess): ChildProcess {
    children.push(child);
    return child;
  }

  const inData = (args: readonly string[]): string[] => [...args, '--data', path.join(folder, 'data')];

  /** In a process of its own. */
  const apart = (...args: string[]): Promise<Ended> => run(folder, process.execPath, [program, ...inData(args)]);

  it('serves its parent with a key that it was given, and ends with it', async () => {
    // The parent is a process of its own, so that it can end.
    const parent = started(
      spawn(process.execPath, ['--input-type=module', '--eval', parentProgram], {
        stdio: ['pipe', 'pipe', 'inherit'],
      }),
    );
    assert.ok(parent.stdin && parent.stdout);
    parent.stdin.write(JSON.stringify(request(path.join(folder, 'parent'))));
    const [line] = (await once(createInterface(parent.stdout), 'line')) as [string];
    const { pid, socketPath } = JSON.parse(line) as { pid: number; socketPath: string };
    const transport = createTransport({ userAgent: 'unit-test' });
    const options = { transport, log: () => undefined };
    const baseUrl = socketBaseUrl(socketPath);
    const client = new ApiClient({ ...options, baseUrl, key: () => Promise.resolve(canaryKey()) });
    assert.equal((await client.listRepositories(signal)).repositories[0]?.fullName, 'acme/orders');
    const stranger = new ApiClient({
      ...options,
      baseUrl,
      key: () => Promise.resolve(canaryKey('production', '0001')),
    });
    await assert.rejects(stranger.listRepositories(signal), /does not accept this API key/);
    parent.kill('SIGKILL');
    await assertEnded(String(pid));
    await transport.close();
  });

  it('tells an old Node in a sentence what it needs', async () => {
    const old = "Object.defineProperty(process.versions, 'node', { value: '20.19.0' }); delete Map.groupBy;";
    const { code, stderr } = await run(folder, process.execPath, [
      ...['--import', `data:text/javascript,${encodeURIComponent(old)}`],
      ...[program, 'review'],
    ]);
    assert.deepEqual([code, stderr], [2, 'code-review needs Node 22.13 or later; this is Node 20.19.0.\n']);
  });

  it('makes up after a restart what it had not finished, each once', async () => {
    const data = path.join(folder, 'restart');
    const hanging = await programWith('process.on("message", () => undefined);', path.join(folder, 'hanging'));
    const first = await ready(hanging, data);
    const transport = createTransport({ userAgent: 'unit-test' });
    const clientFor = (socketPath: string): ApiClient =>
      new ApiClient({
        baseUrl: socketBaseUrl(socketPath),
        key: () => Promise.resolve(canaryKey()),
        transport,
        log: () => undefined,
      });
    const client = clientFor(first.socketPath);
    const { base, head } = sample;
    const local = { repository: 'acme/orders', head: 'local', head_commit: head, base: 'main', base_commit: base };
    const number = await registerLocalPull(client, local, signal);
    // Two are being made and one waits when the process is killed.
    const triggered = [7, number, 7].map(each =>
      client.triggerReview({ repository: 'acme/orders', number: each }, signal),
    );
    const ids = (await Promise.all(triggered)).map(({ id }) => id);
    first.child.kill('SIGKILL');
    const comments = [commentOf('one'), commentOf('other')];
    const going = await programWith(engineOf(resultOf(comments)), path.join(folder, 'going'));
    const second = await ready(going, data, ids.length);
    assert.deepEqual([...(await second.settled)].sort(), [...ids].sort());
    for (const id of ids) {
      const review = await clientFor(second.socketPath).getReview(id, signal);
      assert.deepEqual([review.state, review.issuesFound, review.comments?.length], ['completed', 2, 2]);
    }
    second.child.kill('SIGKILL');
    await transport.close();
  });

  it('makes, lists and revokes keys on the command line', async () => {
    const made = await apart('keys', 'create', '--kind', 'production', '--name', 'build server');
    assert.ok(made.stdout.trim().startsWith('crk_live_'));
    const listed = await apart('keys', 'list');
    assert.match(listed.stdout, /production\s+••••\S{4}\s+never used\s+build server/);
    assert.ok(!listed.stdout.includes(made.stdout.trim()));
    assert.match(
      (await command(folder, inData(['keys', 'revoke', made.stdout.trim().slice(-4)]))).stdout,
      /^Revoked: /,
    );
    assert.equal((await command(folder, inData(['keys', 'revoke', 'none']))).code, 1);
  });

  it('lists a key in one line, whatever its name holds', async () => {
    await apart('keys', 'create', '--name', 'ci\u001b[31m\nother');
    const { stdout } = await apart('keys', 'list');
    assert.match(stdout, /never used {2}ci \[31m other$/m);
  });

  it('says that another program has the port', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { code, stderr } = await apart('serve', '--repo', sample.workspace, '--port', String(port));
    other.close();
    assert.deepEqual(
      [code, stderr],
      [1, `The service cannot listen at 127.0.0.1:${port}: another program listens there.\n`],
    );
  });

  for (const args of [
    ['frob'],
    ['serve', '--port', 'x'],
    ['serve', '--plan', 'gold'],
    ['serve', '--keep-days', '0'],
    ['serve', '--plan', 'enterprise'],
    ['keys'],
    ['keys', 'create', '--kind', 'x'],
    ['serve', '--nope'],
  ]) {
    it(`says in a line what is wrong with “${args.join(' ')}”, and where the help is`, async () => {
      const { code, stderr } = await command(folder, inData(args));
      assert.equal(code, 2);
      assert.match(stderr, /^\S.*[.?] See code-review (?:serve |keys )?--help\.\n$/);
    });
  }

  it('says what is wrong with a folder that is no repository', async () => {
    const { code, stdout, stderr } = await apart('serve', '--repo', tmpdir());
    assert.notEqual(code, 0);
    assert.equal(stdout, '');
    assert.match(stderr, /not in a git repository/);
  });

  function request(data: string): ServiceRequest {
    return {
      type: 'start',
      key: canaryKey(),
      dataFolder: data,
      keepDays: 30,
      gitExecutable: 'git',
      repositories: [{ root: sample.workspace, fullName: 'acme/orders', provider: 'git', webUrl: undefined }],
      reviewers: builtInOnly,
    };
  }

  /**
   * @param from path of the program
   * @param count how many reviews have to end before `settled` tells their ids
   */
  async function ready(
    from: string,
    data: string,
    count = 0,
  ): Promise<{ child: ChildProcess; socketPath: string; settled: Promise<readonly string[]> }> {
    const child = started(fork(from, []));
    const ids: string[] = [];
    const settled = new Promise<readonly string[]>(resolve =>
      child.on('message', (reply: ServiceReply) => {
        if (reply.type === 'settled') ids.push(reply.reviewId);
        if (ids.length === count) resolve(ids);
      }),
    );
    child.send(request(data));
    const [reply] = (await once(child, 'message')) as [ServiceReply];
    if (reply.type !== 'ready') throw new Error(`The service said ${reply.type}.`);
    return { child, socketPath: reply.socketPath, settled };
  }
});

/** A parent of the service that hands on what it reads: its own arguments are for everyone to see. */
const parentProgram = `
  import { fork } from 'node:child_process';
  const child = fork(${JSON.stringify(program)}, [], { execArgv: [] });
  child.on('message', reply => console.log(JSON.stringify({ pid: child.pid, socketPath: reply.socketPath })));
  process.stdin.once('data', request => child.send(JSON.parse(request)));
`;
