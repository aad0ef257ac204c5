/** Bundles the extension into dist/, minified and with the notices of what it contains; `--watch` rebuilds on change. */
import { cp, mkdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build, context } from 'esbuild';
import { bundleOptions, dist, root } from './bundles.ts';
import { writeNotices } from './notices.ts';

await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
const require = createRequire(import.meta.url);
const ruff = path.dirname(require.resolve('@astral-sh/ruff-wasm-nodejs'));
await cp(path.join(ruff, 'ruff_wasm_bg.wasm'), path.join(dist, 'ruff_wasm_bg.wasm'));

if (process.argv.includes('--watch')) {
  const watching = await context(bundleOptions(false));
  await watching.watch();
} else {
  const { metafile } = await build({ ...bundleOptions(true), metafile: true, legalComments: 'external' });
  await writeNotices(metafile, dist, path.join(root, 'ThirdPartyNotices.txt'));
}
