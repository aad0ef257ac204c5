/**
 * `npm run bench:service`: what the service for a team promises, measured on a Postgres of its own. Every figure stands
 * beside its promise, and a promise that is not kept ends it with an error.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

for (const script of ['answers.ts', 'workers.ts', 'clients.ts', 'chaos/run.ts']) {
  console.log(`\n${script}`);
  const child = spawn(process.execPath, [path.join(import.meta.dirname, script)], { stdio: 'inherit' });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) process.exitCode = 1;
}
