import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../host/cache.ts';
import { canaryKey } from '../host/canary.ts';
import { createSample } from '../host/sample.ts';
import { VSCodeHost } from '../host/vscodeHost.ts';
import { Workbench } from './workbench.ts';

/** A window on the sample with the packed extension, and a key for a service from the environment. */
export interface SignedInWindow {
  readonly workbench: Workbench;
  dispose(): Promise<void>;
}

/** @param address of the service */
export async function openSignedIn(address: string): Promise<SignedInWindow> {
  const folder = await mkdtemp(path.join(tmpdir(), 'code-review-signed-in-'));
  const sample = await createSample(path.join(folder, 'sample'));
  process.env['CODE_REVIEW_API_KEY'] = canaryKey();
  const host = await VSCodeHost.start({
    vsix: [path.join(root, 'dist/code-review.vsix')],
    settings: { 'security.workspace.trust.enabled': false, 'codeReview.baseUrl': address },
  });
  delete process.env['CODE_REVIEW_API_KEY'];
  return {
    workbench: new Workbench((await host.openWindow({ folder: sample.workspace })).page),
    dispose: async () => {
      await host.dispose();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
