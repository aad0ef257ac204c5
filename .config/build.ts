/** Bundles the extension into dist/: minified for the package; `--watch` rebuilds on change. */
import { cp, mkdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build, context } from 'esbuild';
import { bundleOptions, dist } from './bundles.ts';

await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
const require = createRequire(import.meta.url);
const ruff = path.dirname(require.resolve('@astral-sh/ruff-wasm-nodejs'));
await cp(path.join(ruff, 'ruff_wasm_bg.wasm'), path.join(dist, 'ruff_wasm_bg.wasm'));

if (process.argv.includes('--watch')) {
  const watching = await context(bundleOptions(false));
  await watching.watch();
} else {
  await build(bundleOptions(true));
}
