/** Packs the extension as dist/code-review.vsix: what .vscodeignore names, with its documents as `packedDocument` has them. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createVSIX, listFiles, PackageManager } from '@vscode/vsce';
import { dist, root } from './bundles.ts';
import { packedDocument } from './packedDocument.ts';

const cwd = await mkdtemp(path.join(tmpdir(), 'code-review-package-'));
try {
  for (const file of await listFiles({ cwd: root, packageManager: PackageManager.None })) {
    const [from, to] = [path.join(root, file), path.join(cwd, file)];
    await cp(from, to);
    if (file.endsWith('.md')) await writeFile(to, packedDocument(await readFile(from, 'utf8')));
  }
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
