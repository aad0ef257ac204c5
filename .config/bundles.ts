import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';

/** Top folder of the project. */
export const root = path.resolve(import.meta.dirname, '..');
/** Where the bundles are put. */
export const dist = path.join(root, 'dist');

/** One bundle a process or a moment of loading, so that nothing is read before it is needed (docs/decisions/bundles.md). */
export const entries = {
  extension: 'src/extension.ts',
  main: 'src/main.ts',
  reviewed: 'src/vscode/repository/lazyReviewed.ts',
  reviewing: 'src/vscode/commands/lazyReviewing.ts',
  repository: 'src/vscode/repository/repositoryReading.ts',
  git: 'src/git/run/gitRunner.ts',
  pages: 'src/vscode/views/pages/pages.ts',
  findings: 'src/vscode/findings/lazyFindings.ts',
  drawing: 'src/vscode/views/lazyDrawing.ts',
  occasional: 'src/vscode/commands/lazyCommands.ts',
  client: 'src/api/client.ts',
  budget: 'src/api/rateLimit/budget.ts',
  http: 'src/api/transport/undiciTransport.ts',
  service: 'src/service/main.ts',
  mcp: 'src/service/mcp/serveMcp.ts',
  engine: 'src/service/worker/main.ts',
  analysers: 'src/service/worker/analyserWorker.ts',
  model: 'src/service/reviewers/model/modelReviewer.ts',
  typescript: 'typescript',
  ruff: 'src/service/reviewers/ruff/load.ts',
};

/** Bundles that only the package of the command line has: the service for a team, which needs Postgres, and its traces. */
export const packageEntries = { team: 'src/service/team/main.ts', traces: 'src/service/team/tracing/otlp.ts' };

/** `import()` of another entry loads that bundle at run time instead of taking its code in. */
const lazyEntries: Plugin = {
  name: 'lazy-entries',
  setup(build) {
    build.onResolve({ filter: /\.ts$/ }, ({ kind, path: imported, resolveDir }) => {
      if (kind !== 'dynamic-import') return undefined;
      const target = path.relative(root, path.resolve(resolveDir, imported)).replaceAll('\\', '/');
      const entry = Object.entries({ ...entries, ...packageEntries }).find(([, source]) => source === target);
      return entry && { path: `./${entry[0]}.js`, external: true };
    });
  },
};

/** The compiler is a bundle of its own, which the others share. */
const sharedCompiler: Plugin = {
  name: 'shared-compiler',
  setup(build) {
    build.onResolve({ filter: /^typescript(?:\/lib\/tsserverlibrary)?$/ }, ({ kind }) =>
      kind === 'entry-point' ? undefined : { path: './typescript.js', external: true },
    );
  },
};

/** The MCP server's validator of forms, 150 KB with packages of their own: ours asks for none. */
const withoutForms: Plugin = {
  name: 'without-forms',
  setup(build) {
    build.onResolve({ filter: /^\.\/ajvProvider-/ }, () => ({ path: 'forms', namespace: 'without-forms' }));
    build.onLoad({ filter: /^forms$/, namespace: 'without-forms' }, () => ({
      contents: 'class AjvJsonSchemaValidator {} export { AjvJsonSchemaValidator as n };',
    }));
  },
};

/** The ES modules of OpenTelemetry, of which a fifth of the code is left; all of its CommonJS would be kept. */
const openTelemetryModules: Plugin = {
  name: 'open-telemetry-modules',
  setup(build) {
    build.onResolve({ filter: /^@opentelemetry\// }, async ({ path: name, kind, resolveDir, pluginData }) => {
      if (pluginData === 'resolved') return undefined;
      const found = await build.resolve(name, { kind, resolveDir, pluginData: 'resolved' });
      return { ...found, path: found.path.replace(/([\\/]build[\\/])src(?=[\\/])/, '$1esm'), pluginData: undefined };
    });
  },
};

/**
 * What is used of the editor's API, taken out of it once. For `import * as vscode` esbuild copies all that there is, some
 * 400 members, for each file that says so, which was most of what loading the extension took.
 */
const editorApi: Plugin = {
  name: 'editor-api',
  setup(build) {
    build.onResolve({ filter: /^vscode$/ }, ({ kind }) =>
      kind === 'require-call' ? { path: 'vscode', external: true } : { path: 'vscode', namespace: 'editor-api' },
    );
    build.onLoad({ filter: /^vscode$/, namespace: 'editor-api' }, async () => ({
      contents: [
        "const editor = require('vscode');",
        // So that each bundle holds only what it uses.
        ...[...(await usedOfEditor())].map(name => `export const ${name} = /* @__PURE__ */ (() => editor.${name})();`),
      ].join('\n'),
    }));
  },
};

async function usedOfEditor(): Promise<Set<string>> {
  const source = path.join(root, 'src');
  const files = (await readdir(source, { recursive: true })).filter(file => file.endsWith('.ts'));
  const texts = await Promise.all(files.map(file => readFile(path.join(source, file), 'utf8')));
  return new Set(texts.flatMap(text => [...text.matchAll(/\bvscode\.([A-Za-z\d]+)/g)].map(([, name = '']) => name)));
}

/** What esbuild is told; minified for the package, readable while watching. */
export const bundleOptions = (minify: boolean): BuildOptions => ({
  absWorkingDir: root,
  entryPoints: entries,
  outdir: dist,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node22',
  minify,
  sourcemap: true,
  sourcesContent: false,
  legalComments: 'none',
  logLevel: 'warning',
  // jiti is what ESLint reads configuration files in TypeScript with; none are read here.
  external: ['jiti', 'jiti/package.json'],
  // Dependencies that are modules ask where they are; what none asks for is left out.
  define: { 'import.meta.url': 'moduleUrl' },
  inject: [path.join(import.meta.dirname, 'moduleUrl.ts')],
  plugins: [lazyEntries, sharedCompiler, withoutForms, openTelemetryModules, editorApi],
  // So that a lazy bundle is required, not imported: the host intercepts `require('vscode')` only there.
  supported: { 'dynamic-import': false },
});
