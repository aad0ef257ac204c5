/**
 * The engine's program as it is packed, which also writes down how much memory it ever held, in KiB, and the processor
 * time that it has taken, in milliseconds.
 */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { root } from '../../host/cache.ts';

const send = process.send?.bind(process) as ((...message: unknown[]) => boolean) | undefined;
const file = path.join(process.env['BENCH_PEAKS'] ?? '', String(process.pid));
// As it answers, since its parent may kill it at any time from then on.
process.send = (...message: unknown[]): boolean => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  writeFileSync(file, `${maxRSS} ${Math.round((userCPUTime + systemCPUTime) / 1_000)}`);
  return send?.(...message) ?? false;
};
createRequire(import.meta.url)(path.join(root, 'dist/engine.js'));
