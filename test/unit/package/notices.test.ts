import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../../.config/bundles.ts';
import { bundledPackages, noticesText } from '../../../.config/notices.ts';
import { packageOf } from '../../../.config/vendored.ts';
import { buildBundlesFirst, builtBundles } from './builtBundles.ts';

describe('the notices of what the extension contains', () => {
  let inputs: Record<string, { bytes: number; imports: [] }>;
  let text: string;

  buildBundlesFirst();
  before(async () => {
    const { metafile } = await builtBundles();
    inputs = metafile.inputs as typeof inputs;
    text = noticesText(await bundledPackages(metafile), []);
  });

  it('name every package whose code is in a bundle, with a licence', async () => {
    const folders = new Set(
      Object.keys(inputs).flatMap(file => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []),
    );
    assert.ok(folders.size > 80);
    const parts = text.split(`\n\n${'-'.repeat(80)}\n\n`);
    for (const folder of folders) {
      const manifest = await readFile(path.join(root, folder, 'package.json'), 'utf8');
      const { name, version } = JSON.parse(manifest) as { name: string; version: string };
      const part = parts.find(each => each.startsWith(`${name} ${version} (`)) ?? assert.fail(`${name} ${version}`);
      assert.match(part, /permission|redistribution|licensed|terms and conditions/i, name);
      assert.match(part, /copyright/i, name);
    }
  });

  it('pass on what the packages say of the code that they have taken over', () => {
    for (const words of [
      // Ruff's own list, TypeScript's own list, what lies in folders of undici.
      ...['Pyflakes, licensed as follows', 'pycodestyle, licensed as follows', 'RustPython, licensed as follows'],
      ...['DefinitelyTyped', 'Paolo Insogna', 'Ethan Arrowood'],
      ...['punycode in uri-js (MIT)', 'llhttp in undici (MIT)', 'Fedor Indutny', 'Mathias Bynens'],
      ...['lodash.uniq in @secretlint/secretlint-rule-preset-recommend (MIT)'],
    ])
      assert.ok(text.includes(words), words);
  });

  it('are not written where nobody has said whose code it is that a package holds', async () => {
    const file = 'node_modules/esquery/dist/esquery.min.js';
    assert.equal(packageOf(file), 'esquery');
    // Its source map names estraverse, which is no package of these bundles now.
    const alone = bundledPackages({ inputs: { [file]: { bytes: 1, imports: [] } } });
    await assert.rejects(
      alone,
      /^Error: esquery holds code of estraverse: say in \.config\/vendored\.ts whose it is\.$/,
    );
  });

  it('are packed', async () => {
    const packed = (await readFile(path.join(root, '.vscodeignore'), 'utf8')).split('\n');
    assert.ok(packed.includes('!ThirdPartyNotices.txt'));
  });
});
