/**
 * `node test/bench/requests/socket.ts`: what the first answer of a new connection takes over the embedded service's socket, beside
 * the same over a port.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseBaseUrl, socketBaseUrl, type BaseUrl } from '../../../src/api/baseUrl.ts';
import { createTransport } from '../../../src/api/transport/undiciTransport.ts';
import { findPlan } from '../../../src/service/accounts/plans.ts';
import { startServer } from '../../../src/service/http/server.ts';
import { engineProcesses } from '../../../src/service/jobs/engineProcess.ts';
import { median } from '../median.ts';
import { row } from '../row.ts';

const runs = 200;
const ownKey = `crk_dev_${'0'.repeat(48)}`;
const folder = await mkdtemp(path.join(tmpdir(), 'code-review-bench-'));
const options = {
  ...{ dataFolder: folder, startEngine: engineProcesses(''), plan: findPlan('free'), ownKey, gitExecutable: 'git' },
  ...{ repositories: [], onSettled: () => undefined, onError: console.error },
} as const;
const servers = [await startServer(options), await startServer({ ...options, port: 0 })];
const [bySocket, byPort] = servers.map(({ socketPath, port }) =>
  socketPath === undefined ? parseBaseUrl(`http://127.0.0.1:${port}`) : socketBaseUrl(socketPath),
);
const times = { socket: [] as number[], port: [] as number[] };
try {
  if (bySocket === undefined || byPort === undefined) throw new Error('A service did not start.');
  await Promise.all([firstAnswer(bySocket), firstAnswer(byPort)]);
  for (let run = 0; run < runs; run++) {
    times.socket.push(await firstAnswer(bySocket));
    times.port.push(await firstAnswer(byPort));
  }
} finally {
  for (const each of servers) each.close();
  await rm(folder, { recursive: true, force: true });
}
const [socket, port] = [median(times.socket), median(times.port)];
const figure = `${socket.toFixed(2)} ms, port ${port.toFixed(2)} ms`;
row('First answer of the service by its socket, beside a port', figure, 'within 1.1 times it', socket <= 1.1 * port);

/** In milliseconds. */
async function firstAnswer({ href, socketPath }: BaseUrl): Promise<number> {
  const transport = createTransport({ userAgent: 'bench' });
  const headers = { authorization: `Bearer ${ownKey}` };
  const request = { method: 'GET', url: `${href}/v1/repositories`, headers } as const;
  const before = performance.now();
  const { status } = await transport.send(
    { ...request, ...(socketPath && { socketPath }) },
    new AbortController().signal,
  );
  const taken = performance.now() - before;
  await transport.close();
  if (status !== 200) throw new Error(`The service answered ${status}.`);
  return taken;
}
