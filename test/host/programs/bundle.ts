import { rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { cacheFolder, root } from '../cache.ts';

/**
 * Bundles modules for the extension host and returns the folder of the bundles, named like the modules. It lies below
 * the checkout, so that the host gives them the same `vscode` object as the extension.
 * @param name of the folder, below `.vscode-test/bundles`
 * @param modules paths from the checkout's top folder
 */
export async function bundleForHost(name: string, modules: readonly string[]): Promise<string> {
  const outdir = path.join(cacheFolder, 'bundles', name);
  await rm(outdir, { recursive: true, force: true });
  await build({
    absWorkingDir: root,
    entryPoints: [...modules],
    outdir,
    outbase: path.dirname(modules[0] ?? ''),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    sourcemap: 'inline',
    sourcesContent: false,
    external: ['vscode', 'mocha'],
    logLevel: 'warning',
  });
  return outdir;
}
