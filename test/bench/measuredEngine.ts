/** The engine's program as it is packed, which also writes down how much memory it ever held, in KiB. */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { root } from '../host/cache.ts';

const send = process.send?.bind(process) as ((...message: unknown[]) => boolean) | undefined;
const file = path.join(process.env['BENCH_PEAKS'] ?? '', String(process.pid));
// As it answers, since its parent may kill it at any time from then on.
process.send = (...message: unknown[]): boolean => {
  writeFileSync(file, String(process.resourceUsage().maxRSS));
  return send?.(...message) ?? false;
};
createRequire(import.meta.url)(path.join(root, 'dist/engine.js'));
