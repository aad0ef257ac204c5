import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundleForHost } from '../../host/programs/bundle.ts';
import { root } from '../../host/cache.ts';
import { VSCodeHost } from '../../host/vscode/vscodeHost.ts';

/** Milliseconds that `activate()` of each took, in one host. */
export interface Activation {
  readonly own: number;
  readonly empty: number;
}

/** Activates this extension and an empty one in fresh windows, each first in every other run. */
export async function measureActivation(runs: number): Promise<Activation[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'code-review-bench-'));
  const own = path.join(folder, 'own');
  const empty = ['warm-up', 'empty'].map(name => path.join(folder, name));
  await writeExtension(
    own,
    JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as Record<string, unknown>,
  );
  // VS Code knows by its real path which extension asks for its interface.
  await cp(path.join(root, 'dist'), path.join(own, 'dist'), { recursive: true });
  for (const part of ['media', 'package.nls.json']) await symlink(path.join(root, part), path.join(own, part));
  for (const each of empty) {
    const facts = { publisher: 'bench', version: '0.0.1', engines: { vscode: '^1.105.0' }, main: './main.js' };
    await writeExtension(each, { name: path.basename(each), ...facts });
    await writeFile(path.join(each, 'main.js'), 'exports.activate = () => undefined;\n');
  }
  const testsModule = path.join(await bundleForHost('bench', ['test/bench/editor/activateBoth.ts']), 'activateBoth.js');
  const host = await VSCodeHost.start({
    development: true,
    extensions: empty,
    settings: { 'security.workspace.trust.enabled': false },
  });
  try {
    const measured: Activation[] = [];
    for (let run = 0; run < runs; run++) {
      const window = await host.openWindow({
        folder,
        development: { extension: own, testsModule },
        onLog: line => {
          const found = /activation (\{.*\})/.exec(line)?.[1];
          if (found !== undefined) measured.push(JSON.parse(found) as Activation);
        },
      });
      await window.exit;
      await window.page.close();
    }
    return measured;
  } finally {
    await host.dispose();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Without activation events, so that the measuring module is who activates it. */
async function writeExtension(folder: string, manifest: Record<string, unknown>): Promise<void> {
  await mkdir(folder);
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ ...manifest, activationEvents: [] }));
}
