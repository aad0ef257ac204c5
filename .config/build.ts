/** Bundles the extension into dist/: `build` minifies for the package, `--watch` rebuilds on change. */
import { cp, mkdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build, context, type BuildOptions, type Plugin } from 'esbuild';

const root = path.resolve(import.meta.dirname, '..');
const dist = path.join(root, 'dist');
const watch = process.argv.includes('--watch');

/** One bundle a process or a moment of loading, so that nothing is read before it is needed (see CONTRIBUTING.md). */
const entries = {
  extension: 'src/extension.ts',
  http: 'src/api/http.ts',
  service: 'src/service/main.ts',
  engine: 'src/service/engine/main.ts',
  ruff: 'src/service/reviewers/ruff/load.ts',
};

/** `import()` of another entry loads that bundle at run time instead of taking its code in. */
const lazyEntries: Plugin = {
  name: 'lazy-entries',
  setup(build) {
    build.onResolve({ filter: /\.ts$/ }, ({ kind, path: imported, resolveDir }) => {
      if (kind !== 'dynamic-import') return undefined;
      const target = path.relative(root, path.resolve(resolveDir, imported)).replaceAll('\\', '/');
      const entry = Object.entries(entries).find(([, source]) => source === target);
      return entry && { path: `./${entry[0]}.js`, external: true };
    });
  },
};

const options: BuildOptions = {
  absWorkingDir: root,
  entryPoints: entries,
  outdir: dist,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node22',
  minify: !watch,
  sourcemap: true,
  sourcesContent: false,
  legalComments: 'none',
  logLevel: 'warning',
  external: ['vscode'],
  plugins: [lazyEntries],
  // So that a lazy bundle is required, not imported: the host intercepts `require('vscode')` only there.
  supported: { 'dynamic-import': false },
};

await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
const require = createRequire(import.meta.url);
const ruff = path.dirname(require.resolve('@astral-sh/ruff-wasm-nodejs'));
await cp(path.join(ruff, 'ruff_wasm_bg.wasm'), path.join(dist, 'ruff_wasm_bg.wasm'));

if (watch) {
  const watching = await context(options);
  await watching.watch();
} else {
  await build(options);
}
