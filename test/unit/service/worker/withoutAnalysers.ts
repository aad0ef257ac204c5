/**
 * The engine, with analysers that find nothing: those of the service take two seconds of processor time to load. For tests
 * that start it, and are not about what analysers find.
 */
import type { AnalyserReply, AnalyserRequest } from '../../../../src/service/worker/analyserMessages.ts';

const [, , role] = process.argv;
if (role !== 'analyse') void import('../../../../src/service/worker/reviewWorker.ts');
else {
  process.on('message', (request: AnalyserRequest) => {
    for (const answer of answersTo(request)) process.send?.({ answer, isSpoilt: false } satisfies AnalyserReply);
  });
  process.once('disconnect', () => process.exit());
}

function answersTo(request: AnalyserRequest): AnalyserReply['answer'][] {
  if (request === 'rest') return [];
  if ('files' in request)
    return request.files.map(({ path }) => ({ status: 'ok', findings: [], files: 1, read: [path] }));
  const nothing = { changed: 0, needed: 0, missing: [], findings: [], failures: [], judged: [] };
  return request.tasks.map(() => ({ status: 'ok', value: nothing }));
}
