import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { root } from '../../../host/cache.ts';

/** The programs of the service as bundles, as they are installed: from source each start reads some thousand files. */
export interface Programs {
  /** Has the command `serve`. */
  readonly service: string;
  /** See `waitingWorker.ts`. */
  readonly worker: string;
  /** Removes them. */
  readonly remove: () => Promise<void>;
}

export async function buildPrograms(): Promise<Programs> {
  const folder = await mkdtemp(path.join(tmpdir(), 'code-review-programs-'));
  await build({
    absWorkingDir: root,
    entryPoints: { service: 'src/service/main.ts', worker: path.join(import.meta.dirname, 'waitingWorker.ts') },
    outdir: folder,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    // For dependencies that are CommonJS.
    banner: {
      js: "import * as nodeModule from 'node:module'; const require = nodeModule.createRequire(import.meta.url);",
    },
    // Neither of the programs reviews.
    external: ['typescript'],
    logLevel: 'warning',
  });
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
  return {
    service: path.join(folder, 'service.js'),
    worker: path.join(folder, 'worker.js'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
