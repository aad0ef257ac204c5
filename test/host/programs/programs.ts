import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { cacheFolder, root } from '../cache.ts';

/** The programs that tests start most, by the name of their bundle. The engine's is beside the service's, which starts it. */
const sources = {
  service: 'src/service/main.ts',
  engine: 'src/service/worker/main.ts',
  withoutAnalysers: 'test/unit/service/worker/withoutAnalysers.ts',
  waitingWorker: 'test/bench/service/chaos/waitingWorker.ts',
  workerProcess: 'test/unit/service/team/queue/workerProcess.ts',
  askPermits: 'test/unit/service/team/database/askPermits.ts',
} as const;

/** The folder of the bundles, for this process and those below it. */
const variable = 'CODE_REVIEW_TEST_PROGRAMS';

/** The path of a program: of its bundle where there are bundles, else of its source. */
export function programOf(name: keyof typeof sources): string {
  const { [variable]: folder } = process.env;
  return folder === undefined ? path.join(root, sources[name]) : path.join(folder, `${name}.js`);
}

/** Bundles the programs for this process and all below it: from source, each start reads hundreds of files. */
export async function sharePrograms(): Promise<void> {
  // The same each time, so that Node finds again what it has compiled; packages outside of the bundles are found from it.
  const folder = path.join(cacheFolder, 'programs');
  await rm(folder, { recursive: true, force: true });
  await build({
    absWorkingDir: root,
    entryPoints: { ...sources },
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
    // What the analysers load is large, and most programs do not load it.
    external: ['typescript', 'eslint', 'eslint-plugin-*', '@typescript-eslint/*', '@secretlint/*', '@astral-sh/*'],
    logLevel: 'warning',
  });
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
  process.env[variable] = folder;
}
