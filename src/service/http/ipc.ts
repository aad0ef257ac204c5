import { ModelRpcClient } from '../../core/protocol/modelRpc.ts';
import type { ReviewerSettings } from '../../core/protocol/reviewerSettings.ts';
import type { ServiceReply, ServiceRequest } from '../../core/protocol/serviceMessages.ts';
import type { StartEngine } from '../jobs/engineProcess.ts';
import { startServer, type RunningServer } from './server.ts';

/** Serves the parent process over IPC until it disconnects. */
export function serveParent(startEngine: StartEngine): void {
  let server: RunningServer | undefined;
  const reply = (message: ServiceReply): void => {
    if (process.connected) process.send?.(message);
  };
  const questions = new ModelRpcClient(reply);
  let reviewers: ReviewerSettings;
  const start = async (request: Extract<ServiceRequest, { type: 'start' }>): Promise<void> => {
    ({ reviewers } = request);
    server = await startServer({
      dataFolder: request.dataFolder,
      keepDays: request.keepDays,
      startEngine,
      plan: { name: 'free', requestsPerHour: 100 },
      ownKey: request.key,
      repositories: request.repositories,
      gitExecutable: request.gitExecutable,
      reviewers: () => reviewers,
      ask: questions.ask,
      onSettled: reviewId => reply({ type: 'settled', reviewId }),
      onProgress: reviewId => reply({ type: 'progressed', reviewId }),
      onError: logError,
    });
    reply({ type: 'ready', socketPath: server.socketPath ?? '' });
  };
  process.on('message', (request: ServiceRequest) => {
    switch (request.type) {
      case 'repositories':
        server?.serve(request.repositories);
        break;
      case 'reviewers':
        ({ reviewers } = request);
        break;
      case 'reply':
        questions.take(request);
        break;
      case 'start':
        start(request).catch((error: unknown) => {
          logError(error);
          reply({ type: 'failed', reason: error instanceof Error ? error.message : 'for no known reason' });
        });
    }
  });
  for (const end of ['disconnect', 'SIGTERM'] as const) {
    process.once(end, () => {
      server?.close();
      process.exit();
    });
  }
}

function logError(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
}
