/**
 * Packs the extension as dist/code-review.vsix: what .vscodeignore names, with its documents as `packedDocument` has them
 * and the addresses of .config/publishing.json.
 */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { dist, root } from './bundles.ts';
import { packedDocument } from './packedDocument.ts';
import { packedFiles } from './packedFiles.ts';
import { fileAddresses, publishedManifest, readPublishing } from './publishing.ts';

const cwd = await mkdtemp(path.join(tmpdir(), 'code-review-package-'));
try {
  const publishing = await readPublishing();
  const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { readonly version: string };
  const addresses = fileAddresses(publishing, manifest.version);
  for (const file of packedFiles(root)) {
    const [from, to] = [path.join(root, file), path.join(cwd, file)];
    await cp(from, to);
    if (file.endsWith('.md')) await writeFile(to, packedDocument(await readFile(from, 'utf8'), addresses));
  }
  await writeFile(
    path.join(cwd, 'package.json'),
    JSON.stringify(publishedManifest(manifest, publishing), undefined, 2),
  );
  await createVSIX({
    cwd,
    packagePath: path.join(dist, 'code-review.vsix'),
    dependencies: false,
    allowMissingRepository: true,
    rewriteRelativeLinks: false,
  });
} finally {
  await rm(cwd, { recursive: true, force: true });
}
