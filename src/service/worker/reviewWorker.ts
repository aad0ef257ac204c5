/** The engine's outer process: runs one review per message, and ends with its parent. */
import { Questions } from '../../core/protocol/modelRpc.ts';
import { Git } from '../../git/run/git.ts';
import { Analysers } from './analyserProcess.ts';
import { endWithParent } from './exitWithParent.ts';
import type { EngineAnswer, EngineRequest } from '../engine/messages.ts';
import { reviewJob } from './reviewJob.ts';

const git = new Git({ executable: process.env['CODE_REVIEW_GIT'] ?? 'git', log: () => undefined });
const send = (message: EngineAnswer): unknown => process.send?.(message);
const questions = new Questions(send);
const analysers = new Analysers({ program: process.argv[1] ?? '', args: ['analyse'] });

process.on('message', (message: EngineRequest) => {
  if ('type' in message) questions.take(message);
  else void reviewJob(message, { git, builtIn: analysers.reviewers(), ask: questions.ask }).then(send);
});
process.once('disconnect', () => process.exit());
process.once('exit', () => analysers.dispose());
endWithParent(1_000);
