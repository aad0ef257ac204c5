import { fork } from 'node:child_process';
import { on } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { EngineJob, EngineReply } from '../../../src/service/engine/messages.ts';
import { bundleForHost } from '../../host/programs/bundle.ts';
import { root } from '../../host/cache.ts';
import { parseOutcome, type ReviewOutcome } from '../../host/vscode/reviewOutcome.ts';
import { createSample } from '../../host/start/sample.ts';
import { VSCodeHost } from '../../host/vscode/vscodeHost.ts';

/** Milliseconds: from the command to the problems being there, and of the engine's process alone on the same commits. */
export interface TimedReview {
  readonly command: number;
  readonly engine: number;
}

/** Reviews the sample, each time in a VS Code that has never seen it. */
export async function measureReview(runs: number): Promise<TimedReview[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'code-review-bench-'));
  try {
    const sample = await createSample(folder);
    const testsModule = path.join(
      await bundleForHost('start', ['test/host/vscode/reviewInWindow.ts']),
      'reviewInWindow.js',
    );
    const measured: TimedReview[] = [];
    for (let run = 0; run < runs; run++) {
      const engine = await timeOfEngine({ root: sample.workspace, base: sample.base, head: sample.head });
      const { milliseconds } = await reviewOnce(sample.workspace, testsModule);
      measured.push({ command: milliseconds, engine });
    }
    return measured;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function timeOfEngine(job: EngineJob): Promise<number> {
  const started = performance.now();
  const child = fork(path.join(root, 'dist/engine.js'));
  child.send(job);
  for await (const [reply] of on(child, 'message', { close: ['exit'] }) as AsyncIterable<[EngineReply]>) {
    if (!('status' in reply)) continue;
    const took = performance.now() - started;
    child.kill();
    if (reply.status === 'completed') return took;
    throw new Error(reply.reason);
  }
  throw new Error('The engine ended without a result.');
}

async function reviewOnce(folder: string, testsModule: string): Promise<ReviewOutcome> {
  const settings = { 'security.workspace.trust.enabled': false };
  const host = await VSCodeHost.start({ development: true, extensions: [root], settings });
  try {
    return await new Promise((resolve, reject) => {
      const onLog = (line: string): void => {
        const outcome = parseOutcome(line);
        if (outcome !== undefined) resolve(outcome);
      };
      host.openWindow({ folder, development: { extension: root, testsModule }, onLog }).catch(reject);
    });
  } finally {
    await host.dispose();
  }
}
