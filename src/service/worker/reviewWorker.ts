/** The engine's outer process: runs one review per message, and ends with its parent. */
import path from 'node:path';
import { ModelRpcClient } from '../../core/protocol/modelRpc.ts';
import { Git } from '../../git/run/git.ts';
import { Analysers } from './analyserProcess.ts';
import { exitWithParent } from './exitWithParent.ts';
import type { EngineJob, EngineReply, EngineRequest } from '../engine/messages.ts';
import type { ReviewProgress } from '../engine/reviewProgress.ts';
import { reviewJob } from './reviewJob.ts';

const git = new Git({ executable: process.env['CODE_REVIEW_GIT'] ?? 'git', log: () => undefined });
const indexFolder = process.env['CODE_REVIEW_INDEX'];
// A parent that is gone is told of by `disconnect`.
const send = (message: EngineReply): unknown => process.send?.(message, () => undefined);
const questions = new ModelRpcClient(send);
const compiled = indexFolder === undefined ? [] : [path.join(indexFolder, 'compiled')];
const analysers = new Analysers({ program: process.argv[1] ?? '', args: ['analyse', ...compiled] });
const onProgress = (progress: ReviewProgress): unknown => send({ type: 'progress', progress });

process.on('message', (message: EngineRequest) => {
  if ('type' in message) questions.take(message);
  else void review(message);
});
async function review(job: EngineJob): Promise<void> {
  send(await reviewJob(job, { git, analysers, indexFolder, ask: questions.ask, onProgress }));
  analysers.rest();
}

process.once('disconnect', () => process.exit());
process.once('exit', () => analysers.dispose());
// What this process has started or written is ended and removed as it exits.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit());
exitWithParent(1_000);
