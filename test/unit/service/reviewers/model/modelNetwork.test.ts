import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { canaryKey } from '../../../../host/keys/canary.ts';
import { CertificateAuthority } from '../../../../host/network/certificateAuthority.ts';
import { ProxyServer } from '../../../../host/network/proxyServer.ts';
import { TestRepository } from '../../../../host/git/repository.ts';
import { programWith, run, withoutAnalysers, type Ended } from '../../cli/runCommand.ts';
import { message, serving } from './chatServer.ts';

const key = canaryKey('model');
const host = 'models.example';
const args = ['review', '--model-url', `https://${host}/v1`, '--model', 'stub-1'];

describe('a model at an address behind a company network', () => {
  const authority = CertificateAuthority.create('A company');
  const wanted = `Basic ${Buffer.from('robin:p@ss').toString('base64')}`;
  let repository: TestRepository;
  let trusted: string;
  let program: string;

  before(async () => {
    repository = await TestRepository.create({ 'base.ts': 'export const a = 1;\n' });
    await repository.branch('feature');
    await repository.commit({ 'a.ts': 'export const b = 2;\n' });
    trusted = path.join(repository.folder, '.git/authority.pem');
    await writeFile(trusted, authority.certificate.cert);
    program = await programWith(withoutAnalysers, path.join(repository.folder, '.git/program'));
  });
  after(() => repository.dispose());

  /** Reviews through a proxy that alone knows the way to the model, and wants to know who is asking. */
  function review(
    environment: (proxy: ProxyServer) => Record<string, string>,
  ): Promise<Ended & { readonly proxy: ProxyServer; readonly keys: (string | undefined)[] }> {
    return serving(
      (_, response) => message(response, '{"findings":[]}'),
      async ({ port, asked }) => {
        const proxy = await ProxyServer.start({ ways: { [`${host}:443`]: port }, wanted });
        try {
          const env = { CODE_REVIEW_MODEL_KEY: key, NODE_EXTRA_CA_CERTS: trusted, ...environment(proxy) };
          const ended = await run(repository.folder, process.execPath, [program, ...args], env);
          return { ...ended, proxy, keys: asked.map(({ headers }) => headers.authorization) };
        } finally {
          proxy.stop();
        }
      },
      authority.issue([host]),
    );
  }

  it('is asked through the proxy of the environment, which sees no key and no code', async () => {
    const { code, stdout, proxy, keys } = await review(({ port }) => ({
      HTTPS_PROXY: `http://robin:p%40ss@127.0.0.1:${port}`,
    }));
    assert.match(stdout, /The language model read 1 file/);
    assert.deepEqual([code, new Set(keys)], [0, new Set([`Bearer ${key}`])]);
    assert.deepEqual(new Set(proxy.asked), new Set([`${host}:443`]));
    assert.ok(!proxy.read.includes(key) && !proxy.read.includes('export const'));
  });

  it('says what to do where the proxy wants to know who is asking', async () => {
    const { stdout, keys } = await review(({ port }) => ({ HTTPS_PROXY: `http://127.0.0.1:${port}` }));
    assert.match(stdout, /language model .*the proxy asks for a user name and password/i);
    assert.deepEqual(keys, []);
  });

  it('names the proxy where that is what nothing answers at', async () => {
    const { stdout, keys } = await review(() => ({ HTTPS_PROXY: 'http://127.0.0.1:9' }));
    assert.match(stdout, /language model .*nothing answers at the proxy 127\.0\.0\.1:9/i);
    assert.deepEqual(keys, []);
  });
});
