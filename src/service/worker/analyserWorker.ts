/** The engine's inner process: runs the analysers on the files that it receives, and ends with its parent. */
import { plainLine } from '../../core/base/text.ts';
import { reviewers } from '../reviewers/analysers.ts';
import { runIndexTask } from '../reviewers/crossFile/indexTasks.ts';
import type { AnalyserReply, AnalyserRequest, FileResult, ReviewRequest } from './analyserMessages.ts';
import type { DiffFile } from '../engine/diff/diffModel.ts';
import { writeCompiled } from './compiledCode.ts';
import { exitWithParent } from './exitWithParent.ts';
import { isLeftUnused } from '../engine/result/folding/unusedNames.ts';
import { locateFinding } from '../engine/result/locatedFinding.ts';
import type { ReviewerOutcome } from '../engine/reviewer.ts';
import type { IndexTask } from '../repositoryIndex/indexTask.ts';

const { signal } = new AbortController();

process.on('message', (request: AnalyserRequest) => {
  if (request === 'rest') writeCompiled();
  else void ('tasks' in request ? work(request.tasks) : read(request));
});
process.once('disconnect', () => process.exit());
exitWithParent(1_000);

async function read({ reviewer, files }: ReviewRequest): Promise<void> {
  for (const file of files) {
    const reply = await replyFor(reviewer, file);
    await sendReply(reply);
    if (reply.isSpoilt) return;
  }
}

async function work(tasks: readonly IndexTask[]): Promise<void> {
  for (const task of tasks) await sendReply({ answer: await runIndexTask(task), isSpoilt: false });
}

/** The parent must receive a reply before the next file may hang or crash this process. */
function sendReply(reply: AnalyserReply): Promise<void> {
  return new Promise(resolve => process.send?.(reply, () => resolve()));
}

async function replyFor(id: string, file: DiffFile): Promise<AnalyserReply<FileResult>> {
  try {
    const reviewer = reviewers.find(each => each.id === id);
    if (reviewer === undefined) throw new Error(`there is no reviewer ${id}`);
    const diff = { mergeBase: '', files: [file], unreviewed: [], addedLines: file.added.size };
    const answer = await reviewer.review(diff, signal);
    return { answer: answer.status === 'ok' ? sent(answer) : answer, isSpoilt: false };
  } catch (error) {
    return { answer: { status: 'failed', reason: reasonOf(error) }, isSpoilt: isOfWebAssembly(error) };
  }
}

/** Removes files, and findings that are not on new lines: they are never shown, and only unused names count. */
function sent({ findings, ...answer }: Extract<ReviewerOutcome, { readonly status: 'ok' }>): FileResult {
  const said = findings.filter(finding => locateFinding(finding) !== undefined || isLeftUnused(finding));
  return { ...answer, findings: said.map(finding => ({ ...finding, file: undefined })) };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed for no known reason';
  if (error instanceof RangeError && error.message.includes('call stack')) return 'nested too deeply';
  return plainLine(`failed: ${error.message}`, 200);
}

/** An error within WebAssembly leaves its memory in an undefined state. */
function isOfWebAssembly(error: unknown): boolean {
  return error instanceof Error && error.stack?.includes('wasm') === true;
}
