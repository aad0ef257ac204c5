import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { lazyTransport } from '../../../../src/api/transport/lazyTransport.ts';
import { defaultNetwork } from '../../../../src/core/protocol/networkSettings.ts';
import { modelFetch } from '../../../../src/service/reviewers/model/chat/modelFetch.ts';
import { olderNode } from '../../../host/olderNode.ts';

const loader = new URL('../../../../src/api/transport/lazyTransport.ts', import.meta.url).href;

/** A program that asks with the built-in fetch before and after undici was loaded and used; a length in the headers is what it breaks on. */
const program = (address: string, before: boolean): string => `
  const { lazyTransport } = await import(${JSON.stringify(loader)});
  ${before ? `await (await fetch(${JSON.stringify(address)})).text();` : ''}
  const transport = lazyTransport({ userAgent: 'test' });
  const request = { method: 'GET', url: ${JSON.stringify(address)}, headers: {} };
  const own = await transport.send(request, new AbortController().signal);
  const theirs = await fetch(${JSON.stringify(address)}, { method: 'POST', headers: { 'content-length': '2' }, body: 'hi' });
  console.log(own.body, theirs.status, await theirs.text());
  await transport.close();
`;

describe('loading undici', () => {
  it('is tried again by the next request where it failed', async () => {
    let tries = 0;
    const failFirst = <T>(loaded: T): Promise<T> => {
      return ++tries === 1 ? Promise.reject(new Error('the disk is gone')) : Promise.resolve(loaded);
    };
    const answer = { status: 200, headers: {}, body: 'hello' };
    const http = { send: () => Promise.resolve(answer), close: () => Promise.resolve() };
    const transport = lazyTransport({ userAgent: 'test' }, () => failFirst({ createTransport: () => http }));
    const request = { method: 'GET', url: 'https://review.example.com/', headers: {} } as const;
    const { signal } = new AbortController();
    await assert.rejects(transport.send(request, signal), /the disk is gone/);
    await transport.close();
    assert.equal(await transport.send(request, signal), answer);
    assert.equal(await transport.send(request, signal), answer);
    assert.equal(tries, 2);

    tries = 0;
    const proxyFetch = (): typeof fetch => () => Promise.resolve(new Response('hello'));
    const fetched = modelFetch(defaultNetwork, () => failFirst({ proxyFetch }));
    await assert.rejects(fetched('https://model.example.com/'), /the disk is gone/);
    assert.equal(await (await fetched('https://model.example.com/')).text(), 'hello');
  });

  const nodes = [
    ['this Node', () => Promise.resolve(process.execPath)],
    ['the oldest Node of a supported VS Code', olderNode],
  ] as const;
  for (const [name, executable, before] of nodes.flatMap(([...node]) => [
    [...node, true] as const,
    [...node, false] as const,
  ])) {
    it(`leaves the built-in fetch of ${name} as it was, ${before ? 'used' : 'not used'} before`, async () => {
      // The first time it is downloaded.
      const server = createServer((_, response) => response.end('hello'));
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      try {
        const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
        const { stdout } = await promisify(execFile)(await executable(), [
          '--input-type=module',
          '--eval',
          program(address, before),
        ]);
        assert.equal(stdout.trim(), 'hello 200 hello');
      } finally {
        server.closeAllConnections();
        server.close();
      }
    });
  }
});
