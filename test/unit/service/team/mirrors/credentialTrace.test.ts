import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { inspect } from 'node:util';
import { formatCauses } from '../../../../../src/core/base/errors.ts';
import { canaryKey } from '../../../../host/keys/canary.ts';
import { basic } from '../../../../host/git/gitServer.ts';
import { hermetic } from '../../../git/pullRequest/layouts.ts';
import { fullName, MirrorSample } from './mirrorSample.ts';

const credential = { username: 'robin', secret: canaryKey() };
const authorization = basic(credential.username, credential.secret);
const forms = [credential.secret, authorization.replace('Basic ', ''), btoa(credential.secret)];

function hasTrace(text: string): boolean {
  return forms.some(form => text.includes(form));
}

/** The arguments of all processes of this machine at this moment. */
async function commandLines(): Promise<string[]> {
  const ids = (await readdir('/proc')).filter(name => /^\d+$/.test(name));
  return Promise.all(ids.map(id => readFile(`/proc/${id}/cmdline`, 'latin1').catch(() => '')));
}

describe('the credential of a repository', () => {
  hermetic();
  let sample: MirrorSample;
  beforeEach(async () => {
    sample = await MirrorSample.start();
    sample.server.behaviour.authorization = authorization;
  });
  afterEach(() => sample.stop());

  it('opens the repository, and is in no argument, file or line of the log', async function () {
    if (process.platform !== 'linux') this.skip();
    const lines: string[] = [];
    sample.server.behaviour.answer = async () => {
      lines.push(...(await commandLines()));
      return false;
    };
    // Settings of the machine that would show it.
    Object.assign(process.env, {
      GIT_TRACE_CURL: path.join(sample.folder, 'trace'),
      GIT_TRACE2_EVENT: path.join(sample.folder, 'trace2'),
      GIT_TRACE_REDACT: '0',
      GIT_TRACE2_CONFIG_PARAMS: 'http.*,remote.*',
    });
    await sample.prepare(7, { credentialId: 'one' }, sample.open({ credential }));
    assert.ok(
      lines.some(line => line.includes('remote-http')),
      'a git was running',
    );
    assert.ok(!lines.some(hasTrace));
    assert.ok(!hasTrace(sample.log.join('\n')));
    for (const entry of await readdir(sample.folder, { recursive: true, withFileTypes: true }))
      if (entry.isFile())
        assert.ok(!hasTrace(await readFile(path.join(entry.parentPath, entry.name), 'latin1')), entry.name);
  });

  it('is in no error, even if the server repeats it', async () => {
    // Not a key that is searched for in all that processes print: git prints what the server says, to us.
    const repeated = { username: 'robin', secret: 'repeated-by-the-server' };
    const said = [repeated.secret, basic(repeated.username, repeated.secret).replace('Basic ', '')];
    const isIn = (text: string): boolean => said.some(form => text.includes(form));
    for (const status of [401, 403, 404, 500]) {
      sample.server.behaviour.answer = (request, response) => {
        response.writeHead(status, { 'content-type': 'text/plain' });
        response.end(`Bad ${request.headers.authorization ?? ''} ${repeated.secret}\n`);
        return true;
      };
      await assert.rejects(
        sample.prepare(7, { credentialId: 'one' }, sample.open({ credential: repeated })),
        (error: Error) => {
          assert.ok(!isIn(`${inspect(error, { depth: 10 })}${formatCauses(error)}`), `${status}`);
          return true;
        },
      );
    }
    assert.ok(!isIn(inspect(sample.errors, { depth: 10 })));
  });

  it('never follows a redirect to another origin', async () => {
    const elsewhere = await MirrorSample.start();
    try {
      sample.server.behaviour.answer = (request, response) => {
        response.writeHead(302, { location: `${elsewhere.server.origin}${request.url ?? ''}` }).end();
        return true;
      };
      await assert.rejects(
        sample.prepare(7, { credentialId: 'one' }, sample.open({ credential })),
        /redirects acme\/orders to another host, 127\.0\.0\.1:\d+, which does not get its credential/,
      );
      assert.deepEqual(elsewhere.server.seen, []);
    } finally {
      await elsewhere.stop();
    }
  });

  it('goes along to the new name of a repository at the same host', async () => {
    sample.server.behaviour.answer = (request, response) => {
      if (request.url?.startsWith('/old/name.git/info/refs') !== true) return false;
      response.writeHead(301, { location: request.url.replace('old/name', fullName) }).end();
      return true;
    };
    const cloneUrl = sample.server.url('old/name');
    const { head } = await sample.prepare(7, { credentialId: 'one', cloneUrl }, sample.open({ credential }));
    assert.equal(head, await sample.source.git('rev-parse', 'work-7'));
  });

  it('is told as removed, refused or missing', async () => {
    await assert.rejects(sample.prepare(7, { credentialId: 'one' }), /The credential of acme\/orders was removed/);
    await assert.rejects(sample.prepare(7), /does not let the service read acme\/orders/);
    const other = sample.open({ credential: { username: 'robin', secret: 'another-token' } });
    await assert.rejects(sample.prepare(7, { credentialId: 'one' }, other), { kind: 'auth' });
  });
});
