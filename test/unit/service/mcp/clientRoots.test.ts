import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { clientRoots } from '../../../../src/service/mcp/clientRoots.ts';

const cwd = '/home/ada';
const roots = (folder: string): object => ({ roots: [{ uri: pathToFileURL(folder).href }] });

/** A client that answers each request when it is told to. */
class BusyClient {
  readonly asked: { readonly resolve: (answer: object) => void; readonly reject: (error: Error) => void }[] = [];
  /** Says that the roots have changed. */
  change: () => void = () => undefined;

  /** What reads its roots, and has always waited long enough once its answers are not there. */
  readonly read = clientRoots(
    () =>
      ({
        setNotificationHandler: (_: string, handler: () => void) => {
          this.change = handler;
        },
        request: () => new Promise((resolve, reject) => this.asked.push({ resolve, reject })),
      }) as never,
    cwd,
    async () => {
      await turn();
    },
  );
}

describe('the roots of a client', () => {
  let client: BusyClient;

  beforeEach(() => (client = new BusyClient()));

  it('are what it answers, which it is asked for once', async () => {
    const read = [client.read(), client.read()];
    client.asked[0]?.resolve(roots('/work/app'));
    assert.deepEqual(await Promise.all(read), [['/work/app'], ['/work/app']]);
    assert.deepEqual(await client.read(), ['/work/app']);
    assert.equal(client.asked.length, 1);
  });

  it('are heard of also where it answers late, and are the current folder until then', async () => {
    assert.deepEqual(await client.read(), [cwd]);
    assert.deepEqual(await client.read(), [cwd]);
    client.asked[0]?.resolve(roots('/work/app'));
    await turn();
    assert.deepEqual(await client.read(), ['/work/app']);
    assert.equal(client.asked.length, 1);
  });

  it('are those that it named last, also where an older answer comes later', async () => {
    await client.read();
    client.change();
    const read = client.read();
    client.asked[1]?.resolve(roots('/work/new'));
    assert.deepEqual(await read, ['/work/new']);
    client.asked[0]?.resolve(roots('/work/old'));
    await turn();
    assert.deepEqual(await client.read(), ['/work/new']);
  });

  it('are the current folder where it names none or refuses', async () => {
    const read = client.read();
    client.asked[0]?.reject(new Error('not supported'));
    assert.deepEqual([await read, await client.read()], [[cwd], [cwd]]);
    client.change();
    const again = client.read();
    client.asked[1]?.resolve({ roots: [] });
    assert.deepEqual(await again, [cwd]);
    assert.equal(client.asked.length, 2);
  });
});
