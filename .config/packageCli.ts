/** Writes the command line as an npm package without dependencies: `npm run package:cli [-- FOLDER]`, by default into dist/cli. */
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';
import { bundleOptions, dist, entries, packageEntries, root } from './bundles.ts';
import { cliProgram } from './cliProgram.ts';
import { writeNotices } from './notices.ts';
import { packedDocument } from './packedDocument.ts';
import { fileAddresses, publishedManifest, readPublishing } from './publishing.ts';

const folder = path.resolve(process.argv[2] ?? path.join(dist, 'cli'));
const bundles = path.join(folder, 'dist');
const sources = Object.entries({ ...entries, ...packageEntries });

await rm(folder, { recursive: true, force: true });
await mkdir(path.join(folder, 'bin'), { recursive: true });
await writeNotices(await buildWhatIsLoaded(['service', 'engine']), bundles, path.join(folder, 'ThirdPartyNotices.txt'));
await compress();
await writeFile(path.join(folder, 'bin/code-review.js'), cliProgram, { mode: 0o755 });
await cp(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'));
await cp(path.join(root, 'docs/schemas'), path.join(folder, 'schemas'), { recursive: true });
await cp(path.join(root, 'skills'), path.join(folder, 'skills'), { recursive: true });
await writeDocuments();

/** Builds these entries and those that their bundles load, and so on. */
async function buildWhatIsLoaded(names: readonly string[]): Promise<Pick<Metafile, 'inputs'>> {
  const inputs: Metafile['inputs'] = {};
  const known = new Set<string>();
  for (let next = [...names]; next.length > 0;) {
    for (const name of next) known.add(name);
    const { metafile } = await build({
      ...bundleOptions(true),
      entryPoints: Object.fromEntries(sources.filter(([name]) => next.includes(name))),
      outdir: bundles,
      sourcemap: false,
      metafile: true,
      legalComments: 'external',
    });
    Object.assign(inputs, metafile.inputs);
    const loaded = Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(each => each.path));
    next = sources.map(([name]) => name).filter(name => !known.has(name) && loaded.includes(`./${name}.js`));
  }
  return { inputs };
}

/** Keeps most of what is installed compressed; each file is unpacked when it is loaded. */
async function compress(): Promise<void> {
  const unpacked = (file: string): string =>
    `require('node:zlib').gunzipSync(require('node:fs').readFileSync(${file}))`;
  for (const name of ['typescript', 'team', 'http', 'mcp']) {
    const bundle = path.join(bundles, `${name}.js`);
    await writeFile(`${bundle}.gz`, gzipSync(await readFile(bundle)));
    await writeFile(bundle, `module._compile(${unpacked("__filename + '.gz'")}.toString(), __filename);\n`);
  }

  const wasm = 'ruff_wasm_bg.wasm';
  const ruff = path.dirname(fileURLToPath(import.meta.resolve('@astral-sh/ruff-wasm-nodejs')));
  await writeFile(path.join(bundles, `${wasm}.gz`), gzipSync(await readFile(path.join(ruff, wasm))));
  const loader = path.join(bundles, 'ruff.js');
  const text = await readFile(loader, 'utf8');
  const reading = /require\("fs"\)\.readFileSync\((\w+)\)/g;
  if (text.match(reading)?.length !== 1) throw new Error('ruff.js is read otherwise than by one readFileSync.');
  await writeFile(
    loader,
    text.replace(reading, (_, file: string) => unpacked(`${file} + '.gz'`)),
  );
}

async function writeDocuments(): Promise<void> {
  const publishing = await readPublishing();
  const { version, license } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
    readonly version: string;
    readonly license: string;
  };
  const manifest = publishedManifest(
    {
      name: 'code-review-service',
      version,
      description: 'Reviews changes in a git repository: on the command line, in hooks, in builds and for agents',
      license,
      private: true,
      type: 'commonjs',
      bin: { 'code-review': 'bin/code-review.js' },
      engines: { node: '>=22.13' },
    },
    publishing,
  );
  await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  await writePlugin({ version, license });
  const readme = await readFile(path.join(root, 'docs/command-line.md'), 'utf8');
  const addresses = fileAddresses(publishing, version);
  // The document's links lead from its own folder.
  const ofDocuments = addresses && { ...addresses, pages: `${addresses.pages}docs/` };
  await writeFile(path.join(folder, 'README.md'), packedDocument(readme, ofDocuments));
}

/** Makes the package a plugin of Claude Code as well, which takes the skill and starts the MCP server by itself. */
async function writePlugin(about: { readonly version: string; readonly license: string }): Promise<void> {
  const plugin = {
    name: 'code-review',
    description: 'Review changes before a commit, and work findings down together with the editor',
    ...about,
    mcpServers: {
      'code-review': { command: 'node', args: ['${CLAUDE_PLUGIN_ROOT}/bin/code-review.js', 'mcp'] },
    },
  };
  await mkdir(path.join(folder, '.claude-plugin'), { recursive: true });
  await writeFile(path.join(folder, '.claude-plugin/plugin.json'), `${JSON.stringify(plugin, undefined, 2)}\n`);
}
