import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { entries, packageEntries, root } from '../../../.config/bundles.ts';
import { buildBundlesFirst, builtBundles } from './builtBundles.ts';

interface Bundle {
  readonly bytes: number;
  /** What was read for it. */
  readonly inputs: readonly string[];
  /** What of that is in it. */
  readonly held: readonly string[];
  readonly text: string;
}

async function bundle(name: keyof typeof entries | keyof typeof packageEntries): Promise<Bundle> {
  const { outputFiles, metafile } = await builtBundles();
  const file = outputFiles.find(each => path.basename(each.path) === `${name}.js`);
  const output = Object.entries(metafile.outputs).find(([each]) => path.basename(each) === `${name}.js`)?.[1];
  assert.ok(file !== undefined && output?.entryPoint !== undefined);
  const read = new Set([output.entryPoint]);
  for (const input of read)
    for (const each of metafile.inputs[input]?.imports ?? []) if (each.external !== true) read.add(each.path);
  return { bytes: file.contents.length, inputs: [...read], held: Object.keys(output.inputs), text: file.text };
}

describe('the bundle that activation loads', () => {
  buildBundlesFirst();

  it('only registers, and asks Node for nothing', async () => {
    const { bytes, text } = await bundle('extension');
    assert.ok(bytes <= 12_000, `${bytes} bytes`);
    const asked = [...text.matchAll(/require\("(.+?)"\)/g)].map(([, name]) => name);
    assert.deepEqual(new Set(asked), new Set(['vscode', './main.js', './reviewed.js']));
  });
});

describe('the bundles of the editor side', () => {
  buildBundlesFirst();

  it('hold no undici, no analyser and none of the service before they are needed, and are small', async () => {
    const { bytes, inputs } = await bundle('main');
    assert.deepEqual(
      inputs.filter(input => input.startsWith('node_modules/')),
      [],
    );
    assert.deepEqual(
      inputs.filter(input => input.startsWith('src/service/')),
      [],
    );
    assert.ok(bytes <= 128_000, `${bytes} bytes`);
  });

  it('hold nothing of what a bundle for the first review is made to hold', async () => {
    const { inputs } = await bundle('main');
    for (const name of ['reviewing', 'findings', 'drawing'] as const) {
      const text = await readFile(path.join(root, entries[name]), 'utf8');
      const exported = [...text.matchAll(/ from '(.+)';/g)].map(([, from = '']) => from);
      assert.ok(exported.length > 0);
      const held = exported.map(from => path.posix.join(path.posix.dirname(entries[name]), from));
      assert.deepEqual(
        inputs.filter(input => held.includes(input)),
        [],
      );
    }
  });

  it('hash what findings are known by in one of them, since another would do all of it again', async () => {
    const hashes = 'src/reviews/decisions/fingerprint.ts';
    assert.ok((await bundle('main')).held.includes(hashes));
    for (const name of ['findings', 'drawing'] as const) assert.ok(!(await bundle(name)).held.includes(hashes), name);
  });

  it('ask for the API of the editor once, since esbuild copies all of it each time', async () => {
    for (const name of ['extension', 'main'] as const) {
      const { text } = await bundle(name);
      assert.equal(text.split('require("vscode")').length - 1, 1, name);
    }
  });

  it('leave the service for a team, with all that it needs, to the package of the command line', async () => {
    assert.deepEqual(
      Object.keys(entries).filter(name => name in packageEntries),
      [],
    );
    const { inputs, text } = await bundle('service');
    assert.deepEqual(
      inputs.filter(input =>
        /^(?:src\/service\/team|node_modules\/(?:pg|pg-boss|kysely|better-auth|pino))\//.test(input),
      ),
      [],
    );
    assert.match(text, /require\("\.\/team\.js"\)/);
  });

  it('load what sends traces only where they are asked for, without the half of it that is not used', async () => {
    const team = await bundle('team');
    assert.match(team.text, /require\("\.\/traces\.js"\)/);
    assert.ok(!team.inputs.some(input => input.startsWith('node_modules/@opentelemetry/sdk-trace')));
    const { bytes, inputs } = await bundle('traces');
    assert.ok(inputs.some(input => input.startsWith('node_modules/@opentelemetry/sdk-trace-base/')));
    assert.ok(bytes <= 100_000, `${bytes} bytes`);
  });

  it('load undici from a file of its own', async () => {
    const { text } = await bundle('main');
    assert.match(text, /require\("\.\/http\.js"\)/);
    const { inputs } = await bundle('http');
    assert.ok(inputs.some(input => input.startsWith('node_modules/undici/')));
  });
});
