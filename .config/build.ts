/** Bundles the extension into dist/, minified and with the notices of what it contains; `--watch` rebuilds on change. */
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build, context, type Metafile } from 'esbuild';
import { bundleOptions, dist, root } from './bundles.ts';
import { bundledPackages, noticesText } from './notices.ts';

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
  await writeNotices(metafile);
}

/** The comments about licences, which the minified bundles do not hold, are put together with the licences. */
async function writeNotices(metafile: Metafile): Promise<void> {
  const files = (await readdir(dist)).filter(name => name.endsWith('.LEGAL.txt')).map(name => path.join(dist, name));
  const comments = await Promise.all(files.map(async file => (await readFile(file, 'utf8')).trim()));
  await writeFile(path.join(root, 'ThirdPartyNotices.txt'), noticesText(await bundledPackages(metafile), comments));
  await Promise.all(files.map(file => rm(file)));
}
